/** What happens beside the requests: a partition for tomorrow, and none of days that are kept no longer. */
import type { Job } from '../../kernel/jobs.ts'
import { toInstant } from '../../lib/instants.ts'
import { dropDays, openDay } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

export const turnRequestDays: Job = {
  name: 'the turn of days in the log of calls',
  everyMs: 60 * 60 * 1_000,
  isDueAtStart: true,
  async run({ database, clock, retention: { requestsDays } }) {
    const dayAt = (ms: number) => toInstant(ms).slice(0, 10)
    await openDay(database, dayAt(clock() + dayMs))
    await dropDays(database, dayAt(clock() - requestsDays * dayMs))
  },
}
