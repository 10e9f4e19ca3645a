/** After a step to another screen its heading has the focus, as after a dialog: the link that led there may be gone. */
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

export function useHeadingFocus(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    const isFirst = shown.current === undefined || shown.current === path
    shown.current = path
    return isFirst ? undefined : focusHeading(document.querySelector('main')!)
  }, [path])
}

/** A record may still be read. */
const longestMs = 5_000

/** Once there is one, unless a field of the new screen, a dialog or the person was quicker. */
function focusHeading(main: Element): () => void {
  const before = document.activeElement
  const isFree = () => {
    const now = document.activeElement
    if (document.querySelector('[role="dialog"]')) return false
    return now === null || now === document.body || now.tagName === 'H1' || (now === before && !main.contains(now))
  }
  const focus = () => {
    if (isFree()) main.querySelector('h1')?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(focus)
  const stop = () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const kind of ['pointerdown', 'keydown']) removeEventListener(kind, stop)
  }
  const timer = setTimeout(stop, longestMs)
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, stop)
  observer.observe(main, { childList: true, subtree: true })
  focus()
  return stop
}
