/** A link that leads nowhere any more. */
import { isRefusal } from '../../data/refusal.ts'
import { Link } from '../../kit/link.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { Outer } from './outer.tsx'

interface DeadLinkProps {
  text?: string | undefined
  error?: unknown
  /** A way to a new one. */
  again?: { label: string; to: string }
}

export function DeadLink({ text, error, again }: DeadLinkProps) {
  const { join: words, back } = useWords('sign-in')
  const isOther = error !== undefined && !isRefusal(error, 'unauthenticated')
  return (
    <Outer title={words.dead}>
      {isOther ? <ProblemAlert error={error} /> : <p role="alert">{text ?? words.deadText}</p>}
      {again && (
        <Link to={again.to} look="main">
          {again.label}
        </Link>
      )}
      <Link to="/sign-in" look="normal">
        {back}
      </Link>
    </Outer>
  )
}
