/** What webhooks do beside the requests and the dispatcher: settled deliveries and bodies nobody waits for are let go. */

import type { Job } from '../../kernel/jobs.ts'
import { listRetentionStarts } from '../events/index.ts'
import { expireBodies, expireDeliveries } from './deliveries/store.ts'

export const expireWebhooks: Job = {
  name: 'the expiry of webhook deliveries',
  everyMs: 10 * 60 * 1_000,
  async run(deps, isStopping) {
    const { database } = deps
    for (const { bookId, before } of await listRetentionStarts(deps)) {
      while (!isStopping() && (await expireDeliveries(database, bookId, before)) > 0);
      while (!isStopping() && (await expireBodies(database, bookId, before)) > 0);
    }
  },
}
