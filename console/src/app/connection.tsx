/** Says when the line is down. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useWords } from '../words/use-words.ts'

const subscribe = (listener: () => void): (() => void) => onlineManager.subscribe(listener)

export function Connection() {
  const { offline } = useWords('frame')
  const isOnline = useSyncExternalStore(subscribe, () => onlineManager.isOnline())
  return isOnline ? null : (
    <p className="frame-note" role="status">
      {offline}
    </p>
  )
}
