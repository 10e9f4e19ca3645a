/** Files may be dropped anywhere on the screen. */
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../words/use-words.ts'
import './inbox.css'

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

export function DropHere({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { drop } = useWords('inbox')
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    const stop = new AbortController()
    addEventListener('dragover', over, stop)
    addEventListener('dragleave', leave, stop)
    addEventListener('drop', take, stop)
    return () => stop.abort()
  }, [])
  return isOver ? <div className="drop-here">{drop}</div> : null
}
