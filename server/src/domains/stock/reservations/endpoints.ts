/** GET /stock-levels/reservations: what orders hold of the stock. */
import { Type } from 'typebox'
import { DateText, Decimal, InstantText, Nullable, Shape, UnitRef, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineList } from '../../../kernel/list.ts'
import { ItemRef, NamedRef } from '../documents/schema.ts'
import { pairConditions, pairFilters } from '../levels/endpoints.ts'
import { namesOf } from '../levels/view.ts'
import { listReservations } from './store.ts'

const StockReservation = Shape({
  object: Type.Literal('stock_reservation'),
  id: Type.Unsafe<string>({ ...Uuid, description: 'The id of the order line that holds it.' }),
  order_id: Uuid,
  item: ItemRef,
  warehouse: NamedRef,
  wanted_quantity: Decimal,
  issued_quantity: Type.Unsafe<string>({ ...Decimal, description: 'Already issued for the order.' }),
  reserved_quantity: Type.Unsafe<string>({
    ...Decimal,
    description: 'Held now; less than needed if stock is short.',
  }),
  unit: UnitRef,
  delivery_date: Nullable(DateText),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})

export const stockReservationsList = defineList({
  id: 'stockReservations.list',
  path: '/stock-levels/reservations',
  summary: 'List stock held for orders',
  access: { scopes: ['stock:read'] },
  filters: Shape({ ...pairFilters, order_id: Type.Optional(Uuid) }),
  record: StockReservation,
  select(ctx, { filters, where }, page) {
    const conditions = [...where, ...pairConditions(filters)]
    if (filters.order_id !== undefined) conditions.push(sql`r.order_id = ${filters.order_id}`)
    return listReservations(ctx.db, { bookId: ctx.account.book.id, where: conditions }, page)
  },
  view: (row, ctx) => ({
    object: 'stock_reservation' as const,
    id: row.id,
    order_id: row.order_id,
    ...namesOf(row),
    wanted_quantity: row.wanted_quantity,
    issued_quantity: row.issued_quantity,
    reserved_quantity: row.reserved_quantity,
    delivery_date: row.delivery_date,
    livemode: ctx.account.book.isLive,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})
