/** Stock documents, repacks, counts and lots as the search finds them. */
import { type Sql, sql } from '../../db/sql.ts'
import type { SearchKind } from '../../kernel/search.ts'

const access = { scopes: ['stock:read'] } as const

const documentOf = (type: 'goods_receipt' | 'stock_issue', movementType: 'receipt' | 'issue'): SearchKind => ({
  type,
  access,
  from: sql`stock_documents r`,
  where: sql`r.movement_type = ${movementType}`,
  shown: {
    number: sql`r.number`,
    title: sql`coalesce(r.partner_name, r.warehouse_name, r.movement_purpose)`,
    subtitle: sql`r.date::text`,
    state: sql`r.status`,
  },
  by: { text: 'anywhere' },
})

const insideOf = (type: 'repack' | 'inventory_count', table: Sql): SearchKind => ({
  type,
  access,
  from: sql`${table} r join warehouses w on w.book_id = r.book_id and w.id = r.warehouse_id`,
  shown: {
    number: sql`r.number`,
    title: sql`coalesce(r.warehouse_name, w.name)`,
    subtitle: sql`r.date::text`,
    state: sql`r.status`,
  },
  by: { text: 'number' },
})

export const stockSearches: readonly SearchKind[] = [
  documentOf('goods_receipt', 'receipt'),
  documentOf('stock_issue', 'issue'),
  insideOf('repack', sql`repacks`),
  insideOf('inventory_count', sql`inventory_counts`),
  {
    type: 'stock_lot',
    access,
    from: sql`stock_lots r join items i on i.book_id = r.book_id and i.id = r.item_id`,
    where: sql`r.lot_number is not null`,
    shown: {
      number: sql`r.lot_number`,
      title: sql`i.name`,
      subtitle: sql`r.expiry_date::text`,
      state: sql`case when r.remaining_quantity > 0 then 'open' else 'used_up' end`,
    },
    by: { text: 'beginning', of: sql`lower(r.lot_number)` },
  },
]
