/** What the log does beside the requests: events past the retention of the plan are let go. */
import type { Job, JobDeps } from '../../kernel/jobs.ts'
import { type Instant, toInstant } from '../../lib/instants.ts'
import { expireEvents, listRetentions } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/** Every book with the instant its plan keeps events from. */
export async function listRetentionStarts({
  database,
  clock,
}: Pick<JobDeps, 'database' | 'clock'>): Promise<{ bookId: string; before: Instant }[]> {
  const nowMs = clock()
  const retentions = await listRetentions(database)
  return retentions.map(({ book_id, events_retention_days: days }) => ({
    bookId: book_id,
    before: toInstant(nowMs - days * dayMs),
  }))
}

export const expireLog: Job = {
  name: 'the expiry of events',
  everyMs: 10 * 60 * 1_000,
  async run(deps, isStopping) {
    for (const { bookId, before } of await listRetentionStarts(deps)) {
      while (!isStopping() && (await expireEvents(deps.database, bookId, before)) > 0);
    }
  },
}
