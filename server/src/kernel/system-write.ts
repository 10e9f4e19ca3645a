/** Writes that no key asks for: of the service itself, or of a person. The same write path, nobody to answer. */
import type { Database } from '../db/pool.ts'
import { newId } from '../lib/ids.ts'
import type { Clock } from '../lib/instants.ts'
import type { Account } from './account.ts'
import { bookQueue } from './book-queue.ts'
import type { Actor, WriteContext } from './context.ts'
import { bookSignals } from './signals.ts'
import { writePath } from './write.ts'
import type { Outcome } from './write-parts.ts'

const noContent: Outcome = { status: 204, body: null, serialize: () => '' }

interface OwnWrite {
  database: Database
  clock: Clock
  account: Account
}

export const writeAsSystem = (own: OwnWrite, work: (ctx: WriteContext) => Promise<void>): Promise<void> =>
  writeAs({ type: 'system', id: null }, own, work)

/** Whoever it is, what the person may do is asked before. */
export const writeAsPerson = (
  userId: string,
  own: OwnWrite,
  work: (ctx: WriteContext) => Promise<void>,
): Promise<void> => writeAs({ type: 'user', id: userId }, own, work)

async function writeAs(
  actor: Actor,
  { database, clock, account }: OwnWrite,
  work: (ctx: WriteContext) => Promise<void>,
): Promise<void> {
  const write = writePath({ database, queue: bookQueue(), signals: bookSignals(), clock })
  await write({ account, actor, requestId: newId() }, async ctx => {
    await work(ctx)
    return noContent
  })
}
