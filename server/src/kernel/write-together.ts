/**
 * Writes of one book that wait at the same time and are independent of each other share a transaction: the book is taken
 * once, and one commit keeps them all. They work side by side, so that PostgreSQL runs one while the next is thought through.
 * Times and sequences follow the order in which they came. When one fails and may have left something, all are done again,
 * each in a transaction of its own.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { Problem } from '../contract/problems.ts'
import { CommitUnknown, type Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import { type Changed, finishBooks, type TakenBook, takeBook } from './book.ts'
import type { Carried } from './book-queue.ts'
import { type Answer, claimKey } from './idempotency.ts'
import { settle } from './lost-commit.ts'
import { watchWrites } from './watched-writes.ts'
import { type Begun, beginWork, changeOf } from './work.ts'
import { replayFrom, writeAlone } from './write-alone.ts'
import type { Outcome, Work, WriteParts, WriteRequest } from './write-parts.ts'

/** A write on its way with others. */
export interface Rider {
  request: WriteRequest
  work: Work
}

type Fate = PromiseSettledResult<Answer>

const kept = (value: Answer): Fate => ({ status: 'fulfilled', value })
const refused = (reason: Problem): Fate => ({ status: 'rejected', reason })

/** Work was refused after it had written, or counted. */
class Apart extends Error {}

export async function writeTogether(
  parts: WriteParts,
  riders: readonly Rider[],
  passOn: () => void,
): Promise<Carried<Answer>> {
  const [first] = riders as readonly [Rider, ...Rider[]]
  if (riders.length === 1) return { fates: await Promise.allSettled([writeAlone(parts, { ...first, passOn })]) }
  try {
    const fates = await parts.database.transaction(tx => share(parts, { tx, riders, passOn }))
    parts.signals.poke(first.request.account.book.id)
    return { fates }
  } catch (error) {
    return { fates: await apart(parts, riders, error), wentApart: true }
  }
}

/** Whether a lost commit was kept is asked for each; otherwise nothing was. */
async function apart(parts: WriteParts, riders: readonly Rider[], error: unknown): Promise<Fate[]> {
  const fates: Fate[] = []
  for (const { request, work } of riders) {
    const again =
      error instanceof CommitUnknown
        ? settle(parts.database, request.idempotency, replayFrom(parts, request))
        : writeAlone(parts, { request, work, passOn: () => {} })
    fates.push(...(await Promise.allSettled([again])))
  }
  return fates
}

interface Shared {
  tx: Tx
  riders: readonly Rider[]
  passOn: () => void
}

async function share(parts: WriteParts, { tx, riders, passOn }: Shared): Promise<Fate[]> {
  const { id } = riders[0]!.request.account.book
  const [{ book }, ...told] = await Promise.all([takeBook(tx, id), ...riders.map(rider => tellKnown(tx, parts, rider))])
  // Where actions start steps, one write may follow from another.
  if (book.watched !== null) throw new Apart()
  const outcomes = await workSideBySide(parts, { tx, book }, { riders, told })
  const fates: Fate[] = []
  const changes: Changed[] = []
  let { lastSequence } = book
  for (const [place, { request }] of riders.entries()) {
    const { refusal, begun, outcome } = outcomes.get(place) ?? {}
    if (!begun || !outcome) {
      fates.push(fateOf(refusal ?? told[place]!))
      continue
    }
    const { answer, changed } = await changeOf(parts, request, { begun, outcome, lastSequence })
    lastSequence += changed.events.length
    changes.push(changed)
    fates.push(kept(answer))
  }
  const saved = finishBooks(tx, changes)
  // The commit is on its way, and the book is free when it has arrived.
  passOn()
  await saved
  return fates
}

const fateOf = (known: Answer | Problem): Fate => (known instanceof Problem ? refused(known) : kept(known))

/** What a key was answered with before, or that it must not be used now. */
async function tellKnown(tx: Tx, parts: WriteParts, { request }: Rider): Promise<Answer | Problem | undefined> {
  if (!request.idempotency) return undefined
  return claimKey(tx, request.idempotency, replayFrom(parts, request)).catch(problemOf)
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  throw error
}

/** A refusal, or what was done. */
interface Ended {
  refusal?: Problem
  begun?: Begun
  outcome?: Outcome
}

interface AtWork {
  place: number
  begun: Begun
  hasWritten(): boolean
  outcome: Promise<Outcome>
}

/** By place. Each begins as soon as what the one before asked for has left. */
async function workSideBySide(
  parts: WriteParts,
  { tx, book }: { tx: Tx; book: TakenBook },
  { riders, told }: { riders: readonly Rider[]; told: readonly (Answer | Problem | undefined)[] },
): Promise<Map<number, Ended>> {
  const counts = { partners: book.partnerCount, storedBytes: book.storedBytes }
  const atWork: AtWork[] = []
  let { lastWriteAt } = book
  for (const [place, { request, work }] of riders.entries()) {
    if (told[place]) continue
    const { tx: own, hasWritten } = watchWrites(tx)
    const begun = beginWork(parts, { tx: own, book: { ...book, lastWriteAt }, counts }, request)
    lastWriteAt = begun.clock.read(true)
    const outcome = work(begun.ctx, undefined)
    outcome.catch(() => {})
    atWork.push({ place, begun, hasWritten, outcome })
    await turnOfTheLoop()
  }
  // All of them end, whatever becomes of the first: nothing may work on behind the end of the transaction.
  await Promise.allSettled(atWork.map(({ outcome }) => outcome))
  const hasCounted = counts.partners !== book.partnerCount || counts.storedBytes !== book.storedBytes
  const ended = new Map<number, Ended>()
  for (const { place, begun, hasWritten, outcome } of atWork) {
    const result = await outcome.catch(problemOf)
    const isRefused = result instanceof Problem
    if (isRefused && (hasCounted || hasWritten())) throw new Apart()
    requireIndependent(begun, book)
    ended.set(place, isRefused ? { refusal: result } : { begun, outcome: result })
  }
  return ended
}

/** What others would have to be told, or everybody would wait for. */
function requireIndependent({ ctx }: Begun, book: TakenBook): void {
  assert(ctx.audited.length === 0, 'an independent write is not audited')
  assert(ctx.watched === book.watched, 'an independent write leaves the definitions of steps')
  assert(ctx.clockAheadSeconds === book.clockAheadSeconds, 'an independent write leaves the clock')
}
