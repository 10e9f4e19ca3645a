/** Which actions a step allows, and how it refuses the others. Pure. */
import { type Problem, type ProblemRow, problem } from '../../../contract/problems.ts'
import { type Instant, toInstant, toMilliseconds } from '../../../lib/instants.ts'
import type { Step } from './store.ts'

/** Facts beside the state that leave an action out: persons work in the application, and each step in its turn. */
export const isDriven = ({ kind, open_after }: Step): boolean => kind === 'external' && open_after === 0

export const isTask = ({ kind, status, open_after }: Step): boolean =>
  status === 'handed_over' || (kind === 'person' && status === 'pending' && open_after === 0)

/** A deadline is past at its instant: whoever takes the book first then, hands it over. */
const isPast = ({ status, deadline_at }: Step, now: Instant): boolean =>
  (status === 'called' || status === 'waiting_external') && toMilliseconds(deadline_at!) <= toMilliseconds(now)

/** The refusals that have codes of their own, in their order; the state refuses the rest. */
export function refusalOf(step: Step, key: string, now: Instant): Problem | undefined {
  const { kind, status } = step
  if (kind === 'person') return problem('step_not_external')
  if (step.handed_over_at !== null || isPast(step, now)) return problem('step_handed_over')
  if (key === 'complete' && status !== 'waiting_external') return problem('step_not_waiting')
  if (key === 'wait' && (status === 'completed' || status === 'cancelled')) return problem('step_not_waiting')
  return undefined
}

export const later = (now: Instant, seconds: number): Instant => toInstant(toMilliseconds(now) + seconds * 1_000)

const mostResult = 16_384

export const resultErrors = ({ result }: { result?: unknown }): ProblemRow[] =>
  typeof result === 'object' && result !== null && Buffer.byteLength(JSON.stringify(result)) > mostResult
    ? [{ field: 'result', code: 'not_allowed', message: 'At most 16 kB.' }]
    : []
