/** What the fields of bodies refer to: asked when the state of a record is about to refuse a body. */
import type { UnitRef } from '../contract/schema.ts'
import { raw, sql } from '../db/sql.ts'
import { carrierTable } from '../kernel/file-carriers.ts'
import type { Nameable, References, Target } from '../kernel/references.ts'
import { getUnit, lineItemsOf, refuseOtherUnit, refuseScale, unitOf } from './core/index.ts'

const label = (kind: 'category' | 'event' | 'activity'): Target => ({
  table: 'categories',
  condition: raw(`kind = '${kind}'`),
})
const warehouse: Target = { table: 'warehouses' }
const item: Target = { table: 'items' }

export const references: References = {
  partner_id: { table: 'partners' },
  contact_id: { table: 'contacts' },
  item_id: item,
  item_ids: item,
  base_item_id: item,
  warehouse_id: warehouse,
  target_warehouse_id: warehouse,
  category_id: label('category'),
  event_id: label('event'),
  activity_id: label('activity'),
  deposit_id: { table: 'deposits' },
  order_id: { table: 'orders' },
  stock_issue_ids: { table: 'stock_documents', condition: sql`movement_type = 'issue'` },
  lot_id: { table: 'stock_lots' },
  batch_id: { table: 'batches' },
  recipe_id: { table: 'recipes' },
  vessel_id: { table: 'vessels' },
  // What comes back from a sale is told with its unit, what is credited of an invoice without one.
  line_id: ({ unit }) => ({ table: unit === undefined ? 'invoice_lines' : 'pos_sale_lines' }),
  cash_desk_id: { table: 'cash_desks' },
  account_id: { table: 'finance_accounts', condition: sql`is_active` },
  attachment_id: { table: 'attachments' },
  entity_id: ({ entity_type }) => carrierTable(entity_type),
}

export const nameable: Nameable = {
  references,
  async refuseUnits(ctx, named) {
    const items = await lineItemsOf(
      ctx,
      named.flatMap(({ itemId }) => itemId ?? []),
    )
    const found = new Map<string | undefined, UnitRef>()
    for (const { field, sent, itemId, quantities } of named) {
      const item = itemId === undefined ? undefined : items.get(itemId)
      const name = sent.unit_id ?? sent.unit_code
      if (item) await refuseOtherUnit(ctx, { sent, unit: unitOf(item), field })
      const unit = item ? unitOf(item) : (found.get(name) ?? (await getUnit(ctx, sent, field)))
      found.set(name, unit)
      for (const quantity of quantities) refuseScale(quantity.value, unit, quantity.field)
    }
  },
}
