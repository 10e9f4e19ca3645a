/**
 * The one write path. Every change of a book, whoever asks for it, goes through here: take the book, replay or
 * refuse by idempotency key, do the work, number and append the events, store the answer, commit.
 */
import { type Answer, findAnswer, type IdempotentRequest, stillRunning } from './idempotency.ts'
import { writeAcross } from './write-across.ts'
import { type Asked, inTurn, replayFrom, writeAlone } from './write-alone.ts'
import type { Work, Write, WriteParts, WriteRequest } from './write-parts.ts'
import { type Rider, writeTogether } from './write-together.ts'

export function writePath(parts: WriteParts): Write {
  const running = new Set<string>()
  const across = writeAcross(parts)
  const one: WriteOne = asked =>
    asked.request.mayTravel ? across(asked) : inTurn(parts, asked.request, () => writeAlone(parts, asked))

  return async (request, work) => {
    const name = request.idempotency && runningName(request, request.idempotency)
    if (!name) return takeTurn(parts, one, { request, work })
    // Otherwise the statement that takes the book looks. Two replays at once are no reason to refuse one of them.
    if (request.prepare || running.has(name)) {
      const stored = await findReplay(parts, request)
      if (stored) return stored
      if (running.has(name)) throw stillRunning()
    }
    running.add(name)
    try {
      return await takeTurn(parts, one, { request, work })
    } finally {
      running.delete(name)
    }
  }
}

const runningName = (request: WriteRequest, { lineageId, key }: IdempotentRequest) =>
  `${request.account.book.id}/${lineageId}/${key}`

async function findReplay(parts: WriteParts, request: WriteRequest): Promise<Answer | undefined> {
  const { idempotency } = request
  if (!idempotency) return undefined
  return inTurn(parts, request, () => findAnswer(parts.database, idempotency, replayFrom(parts, request)))
}

/** The next of them begins when the commit was answered: by then more have come, and one more costs less than a commit. */
const notEarly = () => {}

type WriteOne = (asked: Asked) => Promise<Answer>

async function takeTurn(
  parts: WriteParts,
  one: WriteOne,
  { request, work }: { request: WriteRequest; work: Work },
): Promise<Answer> {
  try {
    request.check?.()
  } catch (refusal) {
    // A key that was used before is answered by that, whatever this body is.
    const stored = await findReplay(parts, request)
    if (stored) return stored
    throw refusal
  }
  await request.prepare?.()
  const { id } = request.account.book
  const { sharing } = request
  if (!sharing) return parts.queue.run(id, passOn => one({ request, work, passOn }))
  return parts.queue.ride<Rider, Answer>(id, {
    rider: { request, work, how: sharing.how },
    recordId: sharing.recordId,
    carry: async (riders, early) => {
      const passOn = sharing.how === 'in_order' ? notEarly : early
      if (riders.length > 1) return inTurn(parts, request, () => writeTogether(parts, riders, passOn))
      return { fates: await Promise.allSettled([one({ ...riders[0]!, passOn })]) }
    },
  })
}
