/** What happens beside the requests: a partition for tomorrow, and none of days that are over a week ago. */
import type { Job } from '../../kernel/jobs.ts'
import { toInstant } from '../../lib/instants.ts'
import { dropDays, openDay } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
/** Days the log is kept. */
export const keptDays = 7

export const turnRequestDays: Job = {
  name: 'the turn of days in the log of calls',
  everyMs: 60 * 60 * 1_000,
  isDueAtStart: true,
  async run({ database, clock }) {
    const dayAt = (ms: number) => toInstant(ms).slice(0, 10)
    await openDay(database, dayAt(clock() + dayMs))
    await dropDays(database, dayAt(clock() - keptDays * dayMs))
  },
}
