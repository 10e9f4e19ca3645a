/** A part of a long form, with its heading. */
import { type ReactNode, useId } from 'react'

interface FormPartProps {
  title: string
  children: ReactNode
  /** Below the columns, over the whole width, such as check boxes. */
  foot?: ReactNode
}

export function FormPart({ title, children, foot }: FormPartProps) {
  const id = useId()
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="columns">{children}</div>
      {foot}
    </section>
  )
}
