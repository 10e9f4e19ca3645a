/** Days a document may have: the past is free, the future is near. */
import { type Day, daysAfter } from '../lib/days.ts'
import type { ProblemRow } from './problems.ts'
import { rowBecause } from './reasons.ts'

const maxDaysAhead = 366

export function tooFarAhead(field: string, day: Day | undefined, today: Day): ProblemRow[] {
  if (day === undefined || day <= daysAfter(today, maxDaysAhead)) return []
  return [rowBecause({ field }, 'too_far_ahead', { limit: String(maxDaysAhead) })]
}
