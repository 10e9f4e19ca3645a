/** A screen that stopped working leaves the frame alive. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { forgetFailures } from '../data/queries.ts'
import { isReached, onReach } from '../data/reach.ts'
import { isNoRight, isRefusal, Unreachable } from '../data/refusal.ts'
import { Button } from '../kit/button.tsx'
import { ListProblem } from '../patterns/list-rows.tsx'
import { RecordProblem } from '../patterns/record-problem.tsx'
import { Screen } from '../patterns/screen.tsx'
import { useWords } from '../words/use-words.ts'

export function Crash({ error, reset }: ErrorComponentProps) {
  const { problem } = useWords('frame')
  const router = useRouter()
  const isSilent = error instanceof Unreachable
  const again = () => {
    forgetFailures()
    reset()
    void router.invalidate()
  }
  // It was not the screen's fault, and nobody has to press anything.
  useEffect(() => (isSilent ? onReach(() => isReached() && again()) : undefined), [isSilent])
  if (isRefusal(error, 'not_found') || isNoRight(error)) return <RecordProblem error={error} />
  return (
    <Screen title={isSilent ? problem.silent : problem.crashed}>
      {isSilent || isRefusal(error) ? <ListProblem error={error} /> : <pre className="json">{String(error)}</pre>}
      <div>
        <Button onClick={again}>{problem.again}</Button>
      </div>
    </Screen>
  )
}
