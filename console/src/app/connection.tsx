/** Says when the line is down, or the service. */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isReached, onReach } from '../data/reach.ts'
import { useWords } from '../words/use-words.ts'
import './connection.css'

const onLine = (listener: () => void): (() => void) => onlineManager.subscribe(listener)

export function Connection() {
  const { offline, silent } = useWords('frame')
  const isOnline = useSyncExternalStore(onLine, () => onlineManager.isOnline())
  const isAnswered = useSyncExternalStore(onReach, isReached)
  if (isOnline && isAnswered) return null
  return (
    <p className="connection" role="status">
      {isOnline ? silent : offline}
    </p>
  )
}
