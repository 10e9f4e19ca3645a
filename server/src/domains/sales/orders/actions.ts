/** Use cases of orders: create, change, lines. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { newId } from '../../../lib/ids.ts'
import { changedFields, keep } from '../../../lib/merge.ts'
import {
  findPartner,
  findUsablePriceList,
  itemOfLine,
  keepLabels,
  type LineItems,
  labelErrors,
  lineItemsOf,
  type Partner,
  refuseUnits,
  unusableItems,
} from '../../core/index.ts'
import { emitLevels } from '../../stock/index.ts'
import { orders } from './document.ts'
import { moveReservations } from './holding.ts'
import { priceLines, type WantedLine, withTotals } from './pricing.ts'
import { contactFaults, placeOf, warehouseOf } from './references.ts'
import { repriceLines } from './repricing.ts'
import type { OrderCreate, OrderLineCreate, OrderPatch } from './schema.ts'
import { sealOrder } from './sealing.ts'
import { type Order, orderLineTable } from './store.ts'

export async function addOrder(ctx: WriteContext, body: OrderCreate): Promise<Order> {
  const { book } = ctx.account
  const rows: ProblemRow[] = []
  const partner = await findPartner(ctx.tx, book.id, body.partner_id)
  if (!partner?.is_active) rows.push(invalidReference('partner_id'))
  else rows.push(...(await contactFaults(ctx, partner.id, body.contact_id)))
  rows.push(...(await labelErrors(ctx, body)), ...tooFarAhead('order_date', body.order_date, ctx.today))
  const named = body.warehouse_id ? await warehouseOf(ctx, body.warehouse_id) : undefined
  rows.push(...(named?.rows ?? []))
  const lines = body.lines ?? []
  const items = await lineItemsOf(
    ctx,
    lines.map(line => line.item_id),
  )
  rows.push(...unusableItems(lines, items, { field: place => `lines[${place}].item_id`, isStockDocument: false }))
  if (rows.length > 0) throw validationFailed(rows)
  await refuseUnits(ctx, { lines, items, field: (place, name) => `lines[${place}].${name}` })
  const place = await placeOf(ctx, named?.warehouse)
  const draft = await newOrder(ctx, body, { partner: partner!, place })
  const wanted = lines.map((line, index) =>
    wantedLine(line, items, { sortOrder: index + 1, field: name => `lines[${index}].${name}` }),
  )
  const { order, lines: priced } = withTotals(draft, await priceLines(ctx, draft, wanted))
  await orders.insert(ctx, order, body.external_ref)
  await orderLineTable.save(ctx.tx, { bookId: book.id, now: ctx.now }, priced)
  return order
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

/** That of the partner's price list, when it has an active one. */
async function currencyFor(ctx: WriteContext, { price_list_id: listId }: Partner): Promise<string> {
  const list = listId === null ? undefined : await findUsablePriceList(ctx.tx, ctx.account.book.id, listId)
  return list?.currency ?? homeCurrency
}

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

async function newOrder(
  ctx: WriteContext,
  body: OrderCreate,
  { partner, place }: { partner: Partner; place: Pick<Order, 'shop_id' | 'warehouse_id'> },
): Promise<Order> {
  const orderDate = body.order_date ?? ctx.today
  return {
    ...blank,
    id: newId(),
    number: await takeNumber(ctx, 'order', orderDate),
    partner_id: partner.id,
    partner_name: partner.name,
    contact_id: body.contact_id ?? null,
    order_date: orderDate,
    delivery_date: body.delivery_date ?? null,
    ...place,
    ...keepLabels(body),
    currency: await currencyFor(ctx, partner),
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
  }
}

/** The goods of an order may change in a draft, and when it is confirmed until something was made of it. */
export function requireEditable(order: Order): void {
  if (order.status === 'cancelled') throw orders.notNow(order)
  const hasIssue = order.has_draft_issue || order.has_confirmed_issue
  const isOpen = order.status === 'draft' || (order.status === 'confirmed' && !hasIssue && order.invoice_id === null)
  if (isOpen) return
  const detail = hasIssue
    ? 'A stock issue was made of the order.'
    : order.invoice_id !== null
      ? 'The order is invoiced.'
      : `The order is ${order.status.replaceAll('_', ' ')}.`
  throw problem('conflict', { detail })
}

/** What may be noted at any time, since no goods and no money depend on it. */
const remarks = ['notes', 'internal_notes', 'category_id', 'event_id', 'activity_id']

export async function changeOrder(ctx: WriteContext, before: Order, body: OrderPatch): Promise<Order> {
  if (before.status === 'cancelled') throw orders.notNow(before)
  if (Object.keys(body).some(name => !remarks.includes(name))) requireEditable(before)
  const after = await applyPatch(ctx, before, body)
  if (changedFields(before, after).length === 0) return before
  const isMoved = after.partner_id !== before.partner_id
  const saved = await orders.touch(ctx, before, isMoved ? await repriceLines(ctx, after) : after)
  await sealOrder(ctx, saved)
  if (saved.status === 'confirmed') emitLevels(ctx, await moveReservations(ctx, before, saved))
  return saved
}

async function applyPatch(ctx: WriteContext, before: Order, body: OrderPatch): Promise<Order> {
  const rows: ProblemRow[] = []
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (isNewPartner && !partner?.is_active) rows.push(invalidReference('partner_id'))
  const contactId = keep(body.contact_id, before.contact_id)
  if (isNewPartner || contactId !== before.contact_id) rows.push(...(await contactFaults(ctx, partnerId, contactId)))
  rows.push(...(await labelErrors(ctx, body, before)))
  const isNewPlace = body.warehouse_id !== undefined && body.warehouse_id !== before.warehouse_id
  const named = isNewPlace && body.warehouse_id ? await warehouseOf(ctx, body.warehouse_id) : undefined
  rows.push(...(named?.rows ?? []))
  if (rows.length > 0) throw validationFailed(rows)
  if (partner) await refuseOtherCurrency(ctx, before, partner)
  const { delivery = {} } = body
  return {
    ...before,
    ...(isNewPlace && (await placeOf(ctx, named?.warehouse))),
    partner_id: partnerId,
    partner_name: partner?.name ?? before.partner_name,
    contact_id: contactId,
    delivery_date: keep(body.delivery_date, before.delivery_date),
    ...keepLabels(body, before),
    delivery_type: keep(delivery.type, before.delivery_type),
    delivery_street: keep(delivery.street, before.delivery_street),
    delivery_city: keep(delivery.city, before.delivery_city),
    delivery_zip: keep(delivery.zip, before.delivery_zip),
    delivery_country: keep(delivery.country, before.delivery_country),
    payment_method: keep(body.payment_method, before.payment_method),
    notes: keep(body.notes, before.notes),
    internal_notes: keep(body.internal_notes, before.internal_notes),
  }
}

/** Prices already on the order are amounts of its currency. */
async function refuseOtherCurrency(ctx: WriteContext, order: Order, partner: Partner): Promise<void> {
  const currency = await currencyFor(ctx, partner)
  if (currency === order.currency) return
  const detail = `The order is in ${order.currency}; the price list of ${partner.name} is in ${currency}.`
  throw problem('conflict', { detail })
}
