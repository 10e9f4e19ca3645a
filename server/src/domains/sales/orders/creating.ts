/** A new order: everything it is judged and priced by is read at once. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import type { WithLines } from '../../../kernel/record.ts'
import { newId } from '../../../lib/ids.ts'
import {
  findPartner,
  type Item,
  itemOfLine,
  keepLabels,
  type LineItems,
  labelErrors,
  lineItemsOf,
  type Partner,
  refuseUnits,
  unusableItems,
} from '../../core/index.ts'
import { orders } from './document.ts'
import { depositFaults, priceLines, readPricing, type WantedLine, withTotals } from './pricing.ts'
import { contactFaults, type Place, placeOf, readPlaces, warehouseOf } from './references.ts'
import type { OrderCreate, OrderLineCreate } from './schema.ts'
import { type Order, type OrderLineColumns, type OrderLineRow, orderLineTable } from './store.ts'

export async function addOrder(ctx: WriteContext, body: OrderCreate): Promise<WithLines<Order, OrderLineRow>> {
  const lines = body.lines ?? []
  const { partner, items, named, places, pricing, number, ...found } = await readForOrder(ctx, body)
  const rows: ProblemRow[] = [
    ...(partner?.is_active ? [] : [invalidReference('partner_id')]),
    ...found.contactRows,
    ...found.labelRows,
    ...tooFarAhead('order_date', body.order_date, ctx.today),
    ...(named?.rows ?? []),
    ...unusableItems(lines, items, { field: index => `lines[${index}].item_id`, isStockDocument: false }),
  ]
  if (rows.length > 0) {
    throw validationFailed([...rows, ...depositFaults(lines, pricing.deposits, index => `lines[${index}].deposit_id`)])
  }
  await refuseUnits(ctx, { lines, items, field: (index, name) => `lines[${index}].${name}` })
  const place = placeOf(places, named?.warehouse)
  const draft = newOrder(ctx, body, { partner: partner!, place, number, currency: pricing.currency })
  const wanted = lines.map((line, index) =>
    wantedLine(line, items, { sortOrder: index + 1, field: name => `lines[${index}].${name}` }),
  )
  const { order, lines: priced } = withTotals(draft, priceLines(ctx, draft, { lines: wanted, pricing }))
  await orders.insert(ctx, order, body.external_ref)
  await orderLineTable.insert(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, priced)
  return { row: order, lines: priced.map(line => shownLine(line, itemOfLine(items, line.item_id), ctx.now)) }
}

/** The body says all that is asked for. A number that is taken for an order that is refused goes back with it. */
async function readForOrder(ctx: WriteContext, body: OrderCreate) {
  const bookId = ctx.account.book.id
  const lines = body.lines ?? []
  const [partner, contactRows, labelRows, named, items, places, pricing, number] = await Promise.all([
    findPartner(ctx.tx, bookId, body.partner_id),
    contactFaults(ctx, body.partner_id, body.contact_id),
    labelErrors(ctx, body),
    body.warehouse_id ? warehouseOf(ctx, body.warehouse_id) : undefined,
    lineItemsOf(
      ctx,
      lines.map(line => line.item_id),
    ),
    readPlaces(ctx, body.warehouse_id != null),
    readPricing(ctx, body.partner_id, lines),
    takeNumber(ctx, 'order', body.order_date ?? ctx.today),
  ])
  return { partner, contactRows, labelRows, named, items, places, pricing, number }
}

export const wantedLine = (
  line: OrderLineCreate,
  items: LineItems,
  { sortOrder, field }: { sortOrder: number; field: (name: string) => string },
): WantedLine => ({
  id: newId(),
  sortOrder,
  item: itemOfLine(items, line.item_id),
  quantity: line.quantity,
  unit_price: line.unit_price,
  vat_rate_pct: line.vat_rate_pct,
  discount_pct: line.discount_pct,
  notes: line.notes,
  depositId: line.deposit_id,
  depositQuantity: line.deposit_quantity,
  vat_exemption: line.vat_exemption,
  field,
})

/** As it is read again. */
const shownLine = (line: OrderLineColumns, item: Item, now: string): OrderLineRow => ({
  item_code: item.code,
  item_name: item.name,
  unit_id: item.unit_id,
  unit_code: item.unit_code,
  unit_symbol: item.unit_symbol,
  unit_dimension: item.unit_dimension,
  unit_decimals: item.unit_decimals,
  item_type: item.item_type,
  item_volume_l: item.volume_l,
  item_packaging_type: item.packaging_type,
  created_at: now,
  updated_at: now,
  ...line,
})

/** What is not there yet of a draft. */
const blank = {
  version: 1,
  status: 'draft',
  status_before_invoice: null,
  shipped_date: null,
  delivered_date: null,
  total_excl_vat: '0',
  total_vat: '0',
  total_incl_vat: '0',
  total_deposit: '0',
  invoice_id: null,
  cashflow_id: null,
  stock_issue_id: null,
  stock_issue_status: null,
  has_draft_issue: false,
  has_confirmed_issue: false,
} as const

interface Head {
  partner: Partner
  place: Place
  number: string
  currency: string
}

function newOrder(ctx: WriteContext, body: OrderCreate, { partner, place, number, currency }: Head): Order {
  return {
    id: newId(),
    number,
    partner_id: partner.id,
    partner_name: partner.name,
    contact_id: body.contact_id ?? null,
    order_date: body.order_date ?? ctx.today,
    delivery_date: body.delivery_date ?? null,
    ...place,
    ...keepLabels(body),
    currency,
    origin: ctx.actor.type === 'api_key' ? 'api' : 'manual',
    delivery_type: body.delivery?.type ?? null,
    delivery_street: body.delivery?.street ?? null,
    delivery_city: body.delivery?.city ?? null,
    delivery_zip: body.delivery?.zip ?? null,
    delivery_country: body.delivery?.country ?? null,
    payment_method: body.payment_method ?? null,
    notes: body.notes ?? null,
    internal_notes: body.internal_notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
    ...blank,
  }
}
