/** Open documents of finance follow the names they show. */

import type { Follower } from '../../kernel/context.ts'
import { isDraft, renameInDrafts } from '../../kernel/renames.ts'
import { cashflowTable } from './cashflows/store.ts'
import { receivedTable } from './received-invoices/store.ts'

const drafts = { open: isDraft, names: { partner_id: 'partner_name' } } as const

export const financeFollower: Follower = {
  async partner(ctx, partner) {
    await Promise.all([
      renameInDrafts(ctx, { ...drafts, table: receivedTable }, [partner]),
      renameInDrafts(ctx, { ...drafts, table: cashflowTable }, [partner]),
    ])
  },
}
