/** Open documents of sales follow the names they show. */

import type { Follower } from '../../kernel/context.ts'
import { isDraft, renameInDrafts } from '../../kernel/renames.ts'
import { copyItemsToDrafts } from '../core/index.ts'
import { copyingInvoices, invoiceTable } from './invoices/store.ts'
import { copyingOrders, orderTable } from './orders/store.ts'

const drafts = { open: isDraft, names: { partner_id: 'partner_name' } } as const

export const salesFollower: Follower = {
  async partner(ctx, partner) {
    await Promise.all([
      renameInDrafts(ctx, { ...drafts, table: orderTable }, [partner]),
      renameInDrafts(ctx, { ...drafts, table: invoiceTable }, [partner]),
    ])
  },
  async items(ctx, ids) {
    await copyItemsToDrafts(ctx, copyingOrders, ids)
    await copyItemsToDrafts(ctx, copyingInvoices, ids)
  },
}
