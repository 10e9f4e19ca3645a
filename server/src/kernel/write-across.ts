/**
 * Writes of different books never depend on each other. Those that wait at the same time share a transaction: one `begin`, one
 * commit, and statements that reach PostgreSQL many at a time. When it fails nothing was kept, or the commit is asked for, and
 * each is done again by itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '../contract/problems.ts'
import { isUnreachable } from '../db/errors.ts'
import { CommitUnknown, type Fellow, type Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import { coaches } from '../lib/coaches.ts'
import { type Changed, finishBooks, type TakenBook, takeBooks } from './book.ts'
import type { Answer } from './idempotency.ts'
import { settle } from './lost-commit.ts'
import { Apart, type Known, kept, lookUp, problemOf, refused, requireAlike } from './shared-write.ts'
import { tooManyWaiting } from './turns.ts'
import { watchWrites } from './watched-writes.ts'
import { beginWork, changeOf } from './work.ts'
import { type Asked, inTurn, replayFrom, settledValue, writeAlone } from './write-alone.ts'
import type { WriteParts } from './write-parts.ts'

/**
 * Why there is no answer yet: somebody else has the book, the transaction failed, or nobody knows whether it was kept.
 */
type Detour = 'held' | 'failed' | 'doubtful'

type Outcome = PromiseSettledResult<Answer | Detour>

interface Rider extends Asked {
  /** Enters the request it is done for; absent where nothing is traced. */
  onBehalf: (<T>(work: () => T) => T) | undefined
}

const detour = (value: Detour): Outcome => ({ status: 'fulfilled', value })

/** A book whose write was refused when it was done again goes by itself so many times. */
const timesAlone = 16

const longestWait = { ms: 10_000, refusal: tooManyWaiting }

export function writeAcross(parts: WriteParts): (asked: Asked) => Promise<Answer> {
  const board = coaches<Rider, Answer | Detour>({ ...parts.lanes, longestWait, carry: riders => travel(parts, riders) })
  const alone = (asked: Asked) => inTurn(parts, asked.request, () => writeAlone(parts, asked))
  const { isLoner, makeLoner } = lonersFor(timesAlone)

  return async asked => {
    const { request } = asked
    const { id } = request.account.book
    if (isLoner(id)) return alone(asked)
    const answer = await board({ ...asked, onBehalf: parts.noteShared && AsyncLocalStorage.snapshot() })
    if (answer === 'held') return alone(asked)
    if (answer === 'doubtful') return settle(parts.database, request.idempotency, replayFrom(parts, request))
    if (answer !== 'failed') return answer
    try {
      return await alone(asked)
    } catch (error) {
      // Most likely it was this one that the others had to begin again for.
      makeLoner(id)
      throw error
    }
  }
}

/** Who they are is forgotten as they are asked about. */
function lonersFor(times: number) {
  const left = new Map<string, number>()
  return {
    makeLoner: (id: string) => left.set(id, times),
    isLoner(id: string): boolean {
      const known = left.get(id)
      if (known === undefined) return false
      if (known > 1) left.set(id, known - 1)
      else left.delete(id)
      return true
    },
  }
}

async function travel(parts: WriteParts, riders: readonly Rider[]): Promise<Outcome[]> {
  const [first] = riders as readonly [Rider, ...Rider[]]
  if (riders.length === 1) {
    const alone = () => writeAlone(parts, first)
    return Promise.allSettled([first.onBehalf?.(alone) ?? alone()])
  }
  try {
    const transaction = parts.database.transaction(tx => share(parts, tx, riders))
    for (const { onBehalf } of riders) onBehalf?.(() => parts.noteShared?.(transaction))
    const outcomes = await transaction
    for (const [place, { request }] of riders.entries()) {
      if (outcomes[place]!.status === 'fulfilled') parts.signals.poke(request.account.book.id)
    }
    return outcomes
  } catch (error) {
    const outcome = outcomeOf(error)
    return riders.map(() => outcome)
  }
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof CommitUnknown) return detour('doubtful')
  return isUnreachable(error) ? refused(error) : detour('failed')
}

async function share(parts: WriteParts, tx: Tx, riders: readonly Asked[]): Promise<Outcome[]> {
  const ids = riders.map(({ request }) => request.account.book.id)
  // Two of one book would count on the same number, or change the same row in one statement.
  assert(new Set(ids).size === ids.length, 'a book travels once')
  const own = tx.fellows(riders.length)
  const asking = riders.map(({ request }, place) => ({ request, db: own[place]! }))
  const [books, known] = await Promise.all([takeBooks(tx, ids), lookUp(tx, parts, asking)])
  // All of them end, whatever becomes of the first: nothing may work on behind the end of the transaction.
  const ended = await Promise.allSettled(
    riders.map((rider, place) =>
      workOn(parts, own[place]!, { rider, book: books.get(ids[place]!), known: known[place]! }),
    ),
  )
  const worked = ended.map(settledValue)
  await finishBooks(
    tx,
    worked.flatMap(({ changed }) => changed ?? []),
  )
  return worked.map(({ outcome }) => outcome)
}

interface Setting {
  rider: Asked
  /** Undefined when somebody else has it: who waits for that keeps nobody else waiting. */
  book: TakenBook | undefined
  known: Known
}

interface Worked {
  outcome: Outcome
  changed?: Changed
}

async function workOn(
  parts: WriteParts,
  fellow: Fellow,
  { rider: { request, work }, book, known: { told, ...sight } }: Setting,
): Promise<Worked> {
  if (told) return { outcome: told instanceof Problem ? refused(told) : kept(told) }
  if (!book) return { outcome: detour('held') }
  const { tx, hasWritten } = watchWrites(fellow)
  const begun = beginWork(parts, { tx, book }, request)
  const done = await work(begun.ctx, sight).catch(problemOf)
  requireAlike(begun, book)
  if (done instanceof Problem) {
    if (hasWritten()) throw new Apart()
    return { outcome: refused(done) }
  }
  const { lastSequence } = book
  const { answer, changed } = await changeOf(parts, request, { begun, outcome: done, lastSequence })
  return { outcome: kept(answer), changed }
}
