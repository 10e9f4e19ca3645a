/** A write whose COMMIT got no answer: what became of it is told by its stored answer. */
import { problem } from '../contract/problems.ts'
import type { Database } from '../db/pool.ts'
import { type Answer, findAnswer, type IdempotentRequest, type ReplayFrom, waitForClaim } from './idempotency.ts'

/** Waits until the lost transaction is over, one way or the other. */
export async function settle(
  database: Database,
  request: IdempotentRequest | undefined,
  from: ReplayFrom,
): Promise<Answer> {
  const unknown = problem('api_unavailable', {
    detail: 'The connection to the database was lost while saving. Repeat the request with the same Idempotency-Key.',
    headers: { 'Retry-After': '1' },
  })
  if (!request) throw unknown
  const answer = await database
    .transaction(async tx => {
      await waitForClaim(tx, from.bookId, request)
      return findAnswer(tx, request, from)
    })
    .catch(() => undefined)
  if (!answer) throw unknown
  const { replayed: _, ...first } = answer
  return first
}
