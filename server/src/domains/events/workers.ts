/** What the log does beside the requests: events past the retention of the plan are let go. */
import type { Job, JobDeps } from '../../kernel/jobs.ts'
import { type Instant, toInstant } from '../../lib/instants.ts'
import { expireEvents, listRetentions } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

interface RetentionStart {
  bookId: string
  before: Instant
  /** The same by the clock of the book, which dates the events. */
  eventsBefore: Instant
  hasEvents: boolean
}

/** Every book with the instant its plan keeps events, and what was made of them, from. */
export async function listRetentionStarts({
  database,
  clock,
}: Pick<JobDeps, 'database' | 'clock'>): Promise<RetentionStart[]> {
  const nowMs = clock()
  const retentions = await listRetentions(database)
  return retentions.map(({ book_id, events_retention_days: days, clock_ahead_seconds: ahead, has_events }) => ({
    bookId: book_id,
    before: toInstant(nowMs - days * dayMs),
    eventsBefore: toInstant(nowMs + ahead * 1_000 - days * dayMs),
    hasEvents: has_events,
  }))
}

export const expireLog: Job = {
  name: 'the expiry of events',
  everyMs: 10 * 60 * 1_000,
  async run(deps, isStopping) {
    for (const { bookId, eventsBefore, hasEvents } of await listRetentionStarts(deps)) {
      while (hasEvents && !isStopping() && (await expireEvents(deps.database, bookId, eventsBefore)) > 0);
    }
  },
}
