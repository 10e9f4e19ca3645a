/** Links inside the console: `to` is the path under `/console`, with the book where the screen has one. */
import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { currentBook } from '../data/book.ts'
import { buttonClass, type Look } from './button.tsx'

interface LinkProps {
  /** `/orders/…` of the current book, or `/settings`, `/profile`. */
  to: string
  children: ReactNode
  look?: Look
  className?: string
  isCurrent?: boolean
  id?: string
  /** Beside going there. */
  onChoose?: () => void
}

const outside = /^\/(settings|profile|sign-in|choose|forgotten)(\/|\?|$)/

/** The whole address of a screen. */
export const screenAddress = (to: string): string =>
  outside.test(to) ? to : `/${currentBook()}${to === '/' ? '' : to}`

/** An address as the router takes it: the path, its parameters as plain text, and the place on the screen. */
export function targetOf(address: string): { to: string; search: never; hash?: string } {
  const [screen = '', hash] = address.split('#')
  const [to = '', search = ''] = screen.split('?')
  return { to, search: Object.fromEntries(new URLSearchParams(search)) as never, ...(hash && { hash }) }
}

export function Link({ to, children, look, className, isCurrent, id, onChoose }: LinkProps) {
  return (
    <RouterLink
      {...targetOf(screenAddress(to))}
      preload="intent"
      activeOptions={{ exact: true, includeSearch: false }}
      className={className ?? (look ? buttonClass(look) : undefined)}
      aria-current={isCurrent ? 'page' : undefined}
      id={id}
      onClick={onChoose}
    >
      {children}
    </RouterLink>
  )
}

/** An address from a record: a link only when it leads somewhere harmless. */
export function OutsideLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!/^(https?:|mailto:)/i.test(href)) return <>{children ?? href}</>
  return (
    <a href={href} rel="noopener noreferrer" target="_blank">
      {children ?? href}
    </a>
  )
}
