/** Facts of a record, bars that say something, and the shape of what is still loading. */
import type { ReactNode } from 'react'
import type { Tone } from './state.tsx'
import './facts.css'

export type Fact = readonly [label: string, value: ReactNode]

const isSaid = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== '' && value !== false

/** What is empty is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.filter(isSaid).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Bar({
  tone = 'news',
  role,
  children,
}: {
  tone?: Tone
  role?: 'status' | 'alert'
  children: ReactNode
}) {
  return (
    <div className={`bar bar-${tone}`} role={role}>
      {children}
    </div>
  )
}

const widths = ['92%', '78%', '85%', '70%', '88%', '74%']

export function Skeleton({ label }: { label: string }) {
  return (
    <div className="skeleton" aria-busy="true">
      <p className="unseen" role="status">
        {label}
      </p>
      {widths.map(width => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  )
}
