/** Short news of what happened, read out politely and gone by itself. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import './toast.css'

interface Toast {
  id: number
  content: ReactNode
  tone: 'good' | 'bad'
}

const shownMs = 8_000
const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let count = 0

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export function toast(content: ReactNode, tone: Toast['tone'] = 'good'): void {
  count += 1
  change([...toasts, { id: count, content, tone }].slice(-4))
}

const close = (id: number): void => change(toasts.filter(shown => shown.id !== id))

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(one => (
        <OneToast key={one.id} {...one} />
      ))}
    </div>
  )
}

function OneToast({ id, content, tone }: Toast) {
  useEffect(() => {
    const timer = setTimeout(() => close(id), shownMs)
    return () => clearTimeout(timer)
  }, [id])
  return <div className={`toast toast-${tone}`}>{content}</div>
}
