/**
 * Writes of one book that wait at the same time may share a transaction: the book is taken once, and one commit keeps them
 * all. They work side by side, so that PostgreSQL runs one while the next is thought through; what depends on others waits for
 * its turn within. Times and sequences follow the order in which they came. When one fails and may have left something, all
 * are done again, each in a transaction of its own.
 */
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { Problem } from '../contract/problems.ts'
import { isLocked, isUnreachable } from '../db/errors.ts'
import { CommitUnknown, type Tx } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import { type Changed, finishBook, type TakenBook, takeBook, tellAtOnce } from './book.ts'
import type { Carried } from './book-queue.ts'
import type { WriteContext } from './context.ts'
import type { SharingOfBook } from './endpoint.ts'
import type { Answer } from './idempotency.ts'
import { settle } from './lost-commit.ts'
import { Apart, type Fate, type Known, kept, lookUp, problemOf, refused, requireAlike } from './shared-write.ts'
import { watchWrites } from './watched-writes.ts'
import { type Begun, beginWork, changeOf } from './work.ts'
import { replayFrom, writeAlone } from './write-alone.ts'
import type { Outcome, Sight, Work, WriteParts, WriteRequest } from './write-parts.ts'

/** A write on its way with others. */
export interface Rider {
  request: WriteRequest
  work: Work
  how: SharingOfBook
}

export async function writeTogether(
  parts: WriteParts,
  riders: readonly Rider[],
  passOn: () => void,
): Promise<Carried<Answer>> {
  try {
    const fates = await parts.database.transaction(tx => share(parts, { tx, riders, passOn }))
    parts.signals.poke(riders[0]!.request.account.book.id)
    return { fates }
  } catch (error) {
    // Each of them would wait for the same, one after another.
    if (isOutOfReach(error)) return { fates: riders.map(() => refused(error)) }
    return { fates: await apart(parts, riders, error), wentApart: true }
  }
}

const isOutOfReach = (error: unknown): boolean =>
  !(error instanceof CommitUnknown) && (isLocked(error) || isUnreachable(error))

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
  const asking = riders.map(({ request }, place) => ({ request, isBehind: place > 0 }))
  const [{ book }, known] = await Promise.all([takeBook(tx, id), lookUp(tx, parts, asking)])
  // Where actions start steps, one write may follow from another.
  if (book.watched !== null) throw new Apart()
  const { fates, changes } = await workSideBySide(parts, { tx, book }, { riders, known })
  const saved = finishBook(tx, changes)
  // The commit is on its way, and the book is free when it has arrived.
  passOn()
  await saved
  return fates
}

/** Those that are through, in the order in which they came. */
interface Through {
  lastSequence: number
  fates: Fate[]
  changes: Changed[]
  hasRefused: boolean
}

interface AtWork {
  rider: Rider
  begun: Begun
  hasWritten(): boolean
  requireOrder(): void
  outcome: Promise<Outcome>
}

interface Setting {
  tx: Tx
  book: TakenBook
}

async function workSideBySide(
  parts: WriteParts,
  { tx, book }: Setting,
  { riders, known }: { riders: readonly Rider[]; known: readonly Known[] },
): Promise<Through> {
  const counts = { partners: book.partnerCount, storedBytes: book.storedBytes }
  const { lastSequence } = book
  let through = Promise.resolve<Through>({ lastSequence, fates: [], changes: [], hasRefused: false })
  const outcomes: Promise<unknown>[] = []
  const begin = beginner(parts, { tx, book }, counts)
  for (const [place, rider] of riders.entries()) {
    const { told, ...sight } = known[place]!
    const atWork = told ? undefined : await begin(rider, sight)
    if (atWork) outcomes.push(atWork.outcome)
    const ending = atWork ?? (told instanceof Problem ? refused(told) : kept(told!))
    through = endOne(parts, { tx, book }, { through, ending })
    through.catch(() => {})
  }
  // All of them end, whatever becomes of the first: nothing may work on behind the end of the transaction.
  await Promise.allSettled(outcomes)
  const all = await through
  const hasCounted = counts.partners !== book.partnerCount || counts.storedBytes !== book.storedBytes
  if (all.hasRefused && hasCounted) throw new Apart()
  return all
}

/** Its events have their places when those before it have theirs. */
async function endOne(
  parts: WriteParts,
  { tx, book }: Setting,
  { through, ending }: { through: Promise<Through>; ending: AtWork | Fate },
): Promise<Through> {
  const before = await through
  if ('status' in ending) return { ...before, fates: [...before.fates, ending] }
  const { rider, begun, hasWritten } = ending
  const outcome = await ending.outcome.catch(problemOf)
  ending.requireOrder()
  requireIndependent(begun, book)
  if (outcome instanceof Problem) {
    if (hasWritten()) throw new Apart()
    return { ...before, fates: [...before.fates, refused(outcome)], hasRefused: true }
  }
  const isInOrder = rider.how === 'in_order'
  // What the next one reads goes first: there is time for this while that is read and thought through.
  if (isInOrder) await turnOfTheLoop()
  const { lastSequence } = before
  const { answer, changed } = await changeOf(parts, rider.request, { begun, outcome, lastSequence })
  if (isInOrder) tellAtOnce(tx, changed)
  return {
    lastSequence: lastSequence + changed.events.length,
    fates: [...before.fates, kept(answer)],
    changes: [...before.changes, changed],
    hasRefused: before.hasRefused,
  }
}

/**
 * Of those in order so many are under way: one whose turn it is, and the next, of which PostgreSQL does its part while the other
 * one thinks. More of them would only stand before its next statement.
 */
const underWay = 2

/** Each begins as soon as what the one before asked for has left. */
function beginner(parts: WriteParts, { tx, book }: Setting, counts: WriteContext['counts']) {
  let { lastWriteAt } = book
  const inOrder: Promise<unknown>[] = []
  return async (rider: Rider, sight: Sight): Promise<AtWork> => {
    if (rider.how === 'in_order') await inOrder.at(-underWay)
    await turnOfTheLoop()
    const { tx: own, hasWritten } = watchWrites(tx)
    const before = inOrder.at(-1)
    let isItsTurn = rider.how === 'side_by_side'
    const turn = async () => {
      requireOrder()
      await before
      isItsTurn = true
    }
    const requireOrder = () => assert(isItsTurn || !hasWritten(), 'what is done in order is written after its turn')
    const begun = beginWork(parts, { tx: own, book: { ...book, lastWriteAt }, shared: { counts, turn } }, rider.request)
    lastWriteAt = begun.clock.read(true)
    const outcome = rider.work(begun.ctx, sight)
    outcome.catch(() => {})
    if (rider.how === 'in_order') inOrder.push(Promise.allSettled([before, outcome]))
    return { rider, begun, hasWritten, requireOrder, outcome }
  }
}

/** What others would have to be told, or everybody would wait for. */
function requireIndependent(begun: Begun, book: TakenBook): void {
  requireAlike(begun, book)
  assert(begun.ctx.watched === book.watched, 'an independent write leaves the definitions of steps')
}
