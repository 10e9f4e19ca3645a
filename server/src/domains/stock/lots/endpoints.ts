/** GET /stock-levels/lots: FIFO layers. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  InstantText,
  Nullable,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineList } from '../../../kernel/list.ts'
import { ItemRef } from '../documents/schema.ts'
import { pairConditions, pairFilters } from '../levels/endpoints.ts'
import { namesOf } from '../levels/view.ts'
import { type LotRow, listLots } from './store.ts'

export const StockLot = Shape({
  object: Type.Literal('stock_lot'),
  id: Type.Unsafe<string>({ ...Uuid, description: 'The receipt line; send it as lot_id to take from this layer.' }),
  receipt: Shape({ id: Uuid, code: Type.String(), date: DateText }),
  item: ItemRef,
  warehouse_id: Uuid,
  quantity: Type.Unsafe<string>({ ...Decimal, description: 'What remains.' }),
  received_quantity: Decimal,
  unit: UnitRef,
  unit_price: Decimal,
  lot_number: Nullable(Type.String()),
  expiry_date: Nullable(DateText),
  supplier_name: Nullable(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})

export function lotView(lot: LotRow, livemode: boolean): Static<typeof StockLot> {
  const { item, unit } = namesOf(lot)
  return {
    object: 'stock_lot',
    id: lot.id,
    receipt: { id: lot.receipt_id, code: lot.receipt_number, date: lot.receipt_date },
    item,
    warehouse_id: lot.warehouse_id,
    quantity: lot.quantity,
    received_quantity: lot.received_quantity,
    unit,
    unit_price: lot.unit_price,
    lot_number: lot.lot_number,
    expiry_date: lot.expiry_date,
    supplier_name: lot.supplier_name,
    livemode,
    created_at: lot.created_at,
    updated_at: lot.updated_at,
  }
}

export const stockLotsList = defineList({
  id: 'stockLots.list',
  path: '/stock-levels/lots',
  summary: 'List the FIFO layers of the stock',
  description: 'Layers that still hold stock; all of them with `include_empty=true`.',
  access: { scopes: ['stock:read'] },
  filters: Shape({
    ...pairFilters,
    lot_number: Type.Optional(Type.String({ maxLength: 120, description: 'Exact label.' })),
    include_empty: Type.Optional(Type.Boolean({ description: 'Include used-up layers.' })),
  }),
  // Those without a date come last.
  sorts: { expiry_date: { by: sql`coalesce(r.expiry_date, 'infinity')`, type: 'date' } },
  record: StockLot,
  select(ctx, { filters, where }, page) {
    const conditions = [...where, ...pairConditions(filters)]
    if (filters.lot_number !== undefined) conditions.push(sql`r.lot_number = ${filters.lot_number}`)
    if (filters.include_empty !== true) conditions.push(sql`r.is_open`)
    return listLots(ctx.db, { bookId: ctx.account.book.id, where: conditions, keepsDay: true }, page)
  },
  view: (row, ctx) => lotView(row, ctx.account.book.isLive),
})
