/** Open documents of stock follow the names they show; levels and reservations show the names of now. */

import { sql } from '../../db/sql.ts'
import type { Follower } from '../../kernel/context.ts'
import { isDraft, renameInDrafts } from '../../kernel/renames.ts'
import { copyItemsToDrafts } from '../core/index.ts'
import { copyingCounts, countTable } from './counts/store.ts'
import { copyingStockDocuments, stockDocumentTable } from './documents/store.ts'
import { touchNamed } from './levels/store.ts'
import { repackTable } from './repacks/store.ts'

const drafts = { table: stockDocumentTable, open: isDraft }
const warehouse = { warehouse_id: 'warehouse_name' } as const
const warehouses = { ...warehouse, target_warehouse_id: 'target_name' } as const

export const stockFollower: Follower = {
  partner: (ctx, partner) => renameInDrafts(ctx, { ...drafts, names: { partner_id: 'partner_name' } }, [partner]),
  async items(ctx, ids) {
    await copyItemsToDrafts(ctx, copyingStockDocuments, ids)
    await copyItemsToDrafts(ctx, copyingCounts, ids)
    await touchNamed(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { by: 'item_id', ids })
  },
  async warehouses(ctx, renamed) {
    const openCounts = { table: countTable, open: sql`r.status in ('draft', 'running')` }
    await renameInDrafts(ctx, { ...drafts, names: warehouses }, renamed)
    await renameInDrafts(ctx, { table: repackTable, open: isDraft, names: warehouse }, renamed)
    await renameInDrafts(ctx, { ...openCounts, names: warehouse }, renamed)
    const ids = renamed.map(({ id }) => id)
    await touchNamed(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, { by: 'warehouse_id', ids })
  },
}
