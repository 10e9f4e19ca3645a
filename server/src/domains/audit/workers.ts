/** What the audit does beside the requests: where the operator says how long it is kept, its old end is cut. */
import type { Job } from '../../kernel/jobs.ts'
import { toInstant } from '../../lib/instants.ts'
import { cutAudit, listOldChains } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000

export const expireAudit: Job = {
  name: 'the expiry of the audit',
  everyMs: 60 * 60 * 1_000,
  isDueAtStart: true,
  async run({ database, clock, retention: { auditDays } }, isStopping) {
    if (auditDays === null) return
    const before = toInstant(clock() - auditDays * dayMs)
    for (const tenantId of await listOldChains(database, before)) {
      while (!isStopping() && (await cutAudit(database, tenantId, before)) > 0);
    }
  },
}
