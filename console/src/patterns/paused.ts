/** Waits until somebody stops typing. */
import { useEffect, useState } from 'react'

/** The value once it has stood still for a moment. */
export function usePaused<Value>(value: Value, ms: number): Value {
  const [paused, setPaused] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return paused
}
