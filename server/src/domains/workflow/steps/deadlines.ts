/** Deadlines that passed: each step is handed over once, whatever the number of nodes, through the one write path. */
import type { Database } from '../../../db/pool.ts'
import { findAccountOfBook } from '../../../kernel/account.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { writeAsSystem } from '../../../kernel/system-write.ts'
import { type Clock, toInstant } from '../../../lib/instants.ts'
import { handOverDue, listDueBooks } from './store.ts'
import { tellOfTasks } from './telling.ts'

/** So many in one write: others of the book wait no longer than for it. */
const portion = 200

interface Timer {
  database: Database
  clock: Clock
}

/** What was due while the service was down is handed over at its next start. */
export const handOverSteps: Job = {
  name: 'the deadlines of workflow steps',
  everyMs: 1_000,
  isDueAtStart: true,
  async run({ database, clock }, isStopping) {
    for (const bookId of await listDueBooks(database, toInstant(clock()))) {
      while (!isStopping() && (await handOverPortion({ database, clock }, bookId)) === portion);
    }
  },
}

/** The rows are looked for again once the book is taken: what another node did, or a `wait` moved, is not due any more. */
async function handOverPortion({ database, clock }: Timer, bookId: string): Promise<number> {
  const account = await findAccountOfBook(database, bookId)
  if (!account) return 0
  let handedOver = 0
  await writeAsSystem({ database, clock, account }, async ctx => {
    const steps = await handOverDue(ctx.tx, { bookId, now: ctx.now }, portion)
    await tellOfTasks(ctx, steps)
    handedOver = steps.length
  })
  return handedOver
}
