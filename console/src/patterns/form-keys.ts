/** What keys do in a form: Ctrl-S saves it, and Enter leads on through one that has lines. */
import { useEffect } from 'react'
import { flushSync } from 'react-dom'

/** A field keeps what is typed when it is left; what is sent has to have it. */
export function settle(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) return
  flushSync(() => field.blur())
  field.focus()
}

export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      settle()
      save()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
}

/** Half a document is not to be saved by Enter, which in a line means: on to the next. */
export function leadOn(event: React.KeyboardEvent<HTMLFormElement>): void {
  const { target: field, currentTarget: form } = event
  if (event.key !== 'Enter' || event.defaultPrevented || event.ctrlKey) return
  if (!(field instanceof HTMLInputElement) || !form.querySelector('[data-rows]')) return
  event.preventDefault()
  const fields = [...form.querySelectorAll<HTMLElement>(':is(input, select, textarea):enabled:not([aria-hidden])')]
  fields[fields.indexOf(field) + 1]?.focus()
}
