/** A named part of a screen. */
import { type ReactNode, useId } from 'react'

interface RegionProps {
  title: string
  beside?: ReactNode
  children: ReactNode
}

export function Region({ title, beside, children }: RegionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="panel stack">
      <div className="spread">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
