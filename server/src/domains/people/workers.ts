/** What happens beside the requests: sessions that ended are let go. */
import type { Job } from '../../kernel/jobs.ts'
import { toInstant } from '../../lib/instants.ts'
import { deleteEnded } from './sessions-store.ts'

export const expireSessions: Job = {
  name: 'the expiry of sessions',
  everyMs: 10 * 60 * 1_000,
  async run({ database, clock }) {
    await deleteEnded(database, toInstant(clock()))
  },
}
