/** Buttons. */
import type { ComponentProps, ReactNode } from 'react'
import './button.css'

export type Look = 'normal' | 'main' | 'grave' | 'plain' | 'alarm'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: Look
  /** It stays in the order of focus and says that it is off: a button that vanishes from it loses its reader. */
  isOff?: boolean | undefined
  /** The key that does the same, shown to those with a keyboard. */
  shortcut?: string
  children: ReactNode
}

export const buttonClass = (look: Look = 'normal'): string => `button button-${look}`

export function Button({ look, isOff = false, shortcut, onClick, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass(look)}
      aria-disabled={isOff || undefined}
      onClick={event => {
        if (!isOff) return onClick?.(event)
        event.preventDefault()
      }}
      {...rest}
    >
      {children}
      {shortcut && <Shortcut text={shortcut} />}
    </button>
  )
}

/** Readers have the map of all keys; in the name of the button they would be noise. */
function Shortcut({ text }: { text: string }) {
  return <kbd data-shortcut={text} />
}
