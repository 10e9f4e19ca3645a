/** GET /stock-levels/lots and GET /stock-lots/{id}/trace: FIFO layers, where they came from and where they went. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { defineList } from '../../../kernel/list.ts'
import { ItemRef, NamedRef } from '../documents/schema.ts'
import { pairConditions, pairFilters } from '../levels/endpoints.ts'
import { namesOf } from '../levels/view.ts'
import { findLot, type LotRow, listLots, type TraceRow, traceBack, traceOn } from './store.ts'

const StockLot = Shape({
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

function lotView(lot: LotRow, livemode: boolean): Static<typeof StockLot> {
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
  record: StockLot,
  select(ctx, { filters, where }, page) {
    const conditions = [...where, ...pairConditions(filters)]
    if (filters.lot_number !== undefined) conditions.push(sql`r.lot_number = ${filters.lot_number}`)
    if (filters.include_empty !== true) conditions.push(sql`r.remaining_quantity > 0`)
    return listLots(ctx.db, { bookId: ctx.account.book.id, where: conditions }, page)
  },
  view: (row, ctx) => lotView(row, ctx.account.book.isLive),
})

const TraceStep = Shape(
  {
    lot_id: Uuid,
    depth: Type.Integer({ description: '0 is the lot itself, 1 what it was made from or became, and so on.' }),
    lot_number: Nullable(Type.String()),
    item: ItemRef,
    warehouse: NamedRef,
    document: Shape({
      object: OneOf(['goods_receipt', 'stock_issue']),
      id: Uuid,
      number: Type.String(),
      date: DateText,
      movement_purpose: Type.String(),
    }),
    partner: Nullable(NamedRef),
    quantity: Decimal,
  },
  { title: 'StockTraceStep' },
)

const StockLotTrace = Shape({
  object: Type.Literal('stock_lot_trace'),
  lot: StockLot,
  came_from: Type.Array(TraceStep, { description: 'Receipts, its own first, back through transfers and repacks.' }),
  went_to: Type.Array(TraceStep, { description: 'Issues that took from it or from what it became.' }),
  partners: Type.Array(NamedRef, { description: 'Everyone who was issued goods of this lot: the recall list.' }),
  livemode: Type.Boolean(),
})

const stepView = (row: TraceRow): Static<typeof TraceStep> => ({
  lot_id: row.lot_id,
  depth: row.depth,
  lot_number: row.lot_number,
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
  warehouse: { id: row.warehouse_id, name: row.warehouse_name },
  document: {
    object: row.document_object as 'goods_receipt' | 'stock_issue',
    id: row.document_id,
    number: row.document_number,
    date: row.date,
    movement_purpose: row.movement_purpose,
  },
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name! },
  quantity: row.quantity,
})

export const stockLotTrace = defineEndpoint({
  id: 'stockLots.trace',
  method: 'GET',
  path: '/stock-lots/{id}/trace',
  summary: 'Trace a lot: where it came from and where it went',
  access: { scopes: ['stock:read'] },
  returns: { status: 200, schema: StockLotTrace },
  errors: [],
  record: async ({ id }, { db, account }) => wrapped(await findLot(db, account.book.id, id!)),
  async handle({ record: { lot } }, { db, account }) {
    const [cameFrom, wentTo] = [
      await traceBack(db, account.book.id, lot.id),
      await traceOn(db, account.book.id, lot.id),
    ]
    const partners = new Map(
      wentTo.flatMap(({ partner_id: id, partner_name: name }) => (id === null ? [] : [[id, { id, name: name! }]])),
    )
    const body: Static<typeof StockLotTrace> = {
      object: 'stock_lot_trace',
      lot: lotView(lot, account.book.isLive),
      came_from: cameFrom.map(stepView),
      went_to: wentTo.map(stepView),
      partners: [...partners.values()],
      livemode: account.book.isLive,
    }
    return { body }
  },
})

/** A layer has no version of its own. */
const wrapped = (lot: LotRow | undefined): { lot: LotRow; version?: number } | undefined => lot && { lot }
