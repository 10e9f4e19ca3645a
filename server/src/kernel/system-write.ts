/** Writes of the service itself: demo data, settings from the command line. The same write path, nobody to answer. */
import type { Database } from '../db/pool.ts'
import { newId } from '../lib/ids.ts'
import type { Clock } from '../lib/instants.ts'
import type { Account } from './account.ts'
import { bookQueue } from './book-queue.ts'
import type { WriteContext } from './context.ts'
import { bookSignals } from './signals.ts'
import { type Outcome, writePath } from './write.ts'

const noContent: Outcome = { status: 204, body: null, serialize: () => '' }

export async function writeAsSystem(
  { database, clock, account }: { database: Database; clock: Clock; account: Account },
  work: (ctx: WriteContext) => Promise<void>,
): Promise<void> {
  const write = writePath({ database, queue: bookQueue(), signals: bookSignals(), clock })
  await write({ account, actor: { type: 'system', id: null }, requestId: newId() }, async ctx => {
    await work(ctx)
    return noContent
  })
}
