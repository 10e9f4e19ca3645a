/** A screen that stopped working leaves the frame alive. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { isRefusal, Unreachable } from '../data/refusal.ts'
import { Button } from '../kit/button.tsx'
import { ProblemAlert } from '../patterns/problem.tsx'
import { Screen } from '../patterns/screen.tsx'
import { useWords } from '../words/use-words.ts'

export function Crash({ error, reset }: ErrorComponentProps) {
  const { problem } = useWords('frame')
  const isAnswer = isRefusal(error) || error instanceof Unreachable
  return (
    <Screen title={problem.crashed}>
      {isAnswer ? <ProblemAlert error={error} /> : <pre className="json">{String(error)}</pre>}
      <div>
        <Button onClick={reset}>{problem.again}</Button>
      </div>
    </Screen>
  )
}
