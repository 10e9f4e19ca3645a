/** What writes that share a transaction have in common, whether they are of one book or of several. */
import { Problem } from '../contract/problems.ts'
import type { Queryable, Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import type { TakenBook } from './book.ts'
import { type Answer, claimKeys } from './idempotency.ts'
import type { Begun } from './work.ts'
import { replayFrom } from './write-alone.ts'
import type { Sight, WriteParts, WriteRequest } from './write-parts.ts'

export type Fate = PromiseSettledResult<Answer>

export const kept = (value: Answer): Fate => ({ status: 'fulfilled', value })
export const refused = (reason: unknown): Fate => ({ status: 'rejected', reason })

/** Work was refused after it had written, or counted. */
export class Apart extends Error {}

export interface Known extends Sight {
  /** What a key was answered with before, or why nothing is done. */
  told?: Answer | Problem | undefined
}

export interface Asking {
  request: WriteRequest
  db?: Queryable
  /** Another one of its book comes before it and may change what it would see. */
  isBehind?: boolean
}

/** In the wave that takes the book. Each looks by what it was given for that. */
export async function lookUp(tx: Tx, parts: WriteParts, riders: readonly Asking[]): Promise<Known[]> {
  const keyed = riders.flatMap(({ request: { idempotency, account } }) =>
    idempotency ? { request: idempotency, bookId: account.book.id } : [],
  )
  const [told, ...sights] = await Promise.all([
    claimKeys(tx, keyed, replayFrom(parts, riders[0]!.request)),
    ...riders.map(rider => sightOf(tx, rider)),
  ])
  const toldOf = new Map(keyed.map(({ request }, place) => [request, told[place]]))
  return riders.map(({ request: { idempotency } }, place) => {
    const known = idempotency && toldOf.get(idempotency)
    const { record, seen } = sights[place]!
    return record instanceof Problem ? { told: known ?? record } : { told: known, record, seen }
  })
}

async function sightOf(tx: Tx, { request: { find, look, account }, db = tx, isBehind }: Asking): Promise<Sight> {
  const at = { account, db }
  const [record, seen] = await Promise.all([find?.(at).catch(problemOf), isBehind ? undefined : look?.(at)])
  return { record, seen }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** Both books of an account have one audit, and reads are told of a clock behind the commit. */
export function requireAlike({ ctx }: Begun, book: TakenBook): void {
  assert(ctx.audited.length === 0, 'a write that shares is not audited')
  assert(ctx.clockAheadSeconds === book.clockAheadSeconds, 'a write that shares leaves the clock')
}
