/** A part of a long form, with its heading. */
import { type ReactNode, useId } from 'react'

export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="columns">{children}</div>
    </section>
  )
}
