/** Use cases of the lines of an order. Totals are counted anew over all lines; a hold moves by its own line only. */

import { problem, validationFailed } from '../../../contract/problems.ts'
import { maxLines } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { WrittenLine } from '../../../kernel/document-lines.ts'
import { plainText } from '../../../lib/decimal.ts'
import { changedFields, keep } from '../../../lib/merge.ts'
import {
  findDepositChoices,
  type LineItems,
  lineItemsOf,
  refuseOtherUnit,
  refuseScale,
  refuseUnits,
  unitOf,
  unusableItems,
} from '../../core/index.ts'
import { emitLevels } from '../../stock/index.ts'
import { requireEditable } from './actions.ts'
import { wantedLine } from './creating.ts'
import { orders } from './document.ts'
import { holdLine, moveLine, releaseOrderLine } from './holding.ts'
import { applyTodaysRates, depositFaults, priceLines, pricingOf, type WantedLine, withTotals } from './pricing.ts'
import type { OrderLineCreate, OrderLinePatch } from './schema.ts'
import { sealOrder } from './sealing.ts'
import {
  deleteOrderLine,
  listOrderLines,
  type Order,
  type OrderLineColumns,
  type OrderLineRow,
  orderLineTable,
} from './store.ts'

type Written = WrittenLine<Order, OrderLineRow>

export async function addLine(ctx: WriteContext, order: Order, body: OrderLineCreate): Promise<Written> {
  requireEditable(order)
  const items = await lineItemsOf(ctx, [body.item_id])
  const unusable = unusableItems([body], items, { field: () => 'item_id', isStockDocument: false })
  if (unusable.length > 0) {
    const choices = await findDepositChoices(ctx.tx, ctx.account.book.id)
    throw validationFailed([...unusable, ...depositFaults([body], choices, () => 'deposit_id')])
  }
  await refuseUnits(ctx, { lines: [body], items, field: (_, name) => name })
  const known = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  if (known.length >= maxLines) throw problem('conflict', { detail: `An order has at most ${maxLines} lines.` })
  const sortOrder = (known.at(-1)?.sort_order ?? 0) + 1
  const wanted = [wantedLine(body, items, { sortOrder, field: name => name })]
  const [fresh] = priceLines(ctx, order, { lines: wanted, pricing: await pricingOf(ctx, order, wanted) })
  const saved = await saveAll(ctx, order, [...known, fresh!])
  const line = await lineOf(ctx, order, fresh!.id)
  if (saved.status === 'confirmed') emitLevels(ctx, await holdLine(ctx, saved, line))
  return { row: saved, line }
}

async function saveAll(
  ctx: WriteContext,
  before: Order,
  lines: Omit<OrderLineColumns, 'excl_vat' | 'vat' | 'incl_vat'>[],
): Promise<Order> {
  const { order, lines: counted } = withTotals(before, applyTodaysRates(ctx, lines))
  await orderLineTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, counted)
  const saved = await orders.touch(ctx, before, order)
  await sealOrder(ctx, saved)
  return saved
}

async function lineOf(ctx: WriteContext, order: Order, id: string): Promise<OrderLineRow> {
  const lines = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  return lines.find(line => line.id === id)!
}

/** A price of the cascade follows the quantity; one that was given stays. */
export async function changeLine(
  ctx: WriteContext,
  { row: order, line: before }: Written,
  body: OrderLinePatch,
): Promise<Written> {
  requireEditable(order)
  const unit = unitOf(before)
  if (body.unit) await refuseOtherUnit(ctx, { sent: body.unit, unit, field: 'unit' })
  if (body.quantity !== undefined) refuseScale(body.quantity, unit, 'quantity')
  const items = await lineItemsOf(ctx, [before.item_id])
  const wanted = [patchLine(before, body, items)]
  const [priced] = priceLines(ctx, order, { lines: wanted, pricing: await pricingOf(ctx, order, wanted) })
  const after = { ...priced!, ...keptDeposit(before, body) }
  if (changedFields(before, after).length === 0) return { row: order, line: before }
  const known = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  const saved = await saveAll(
    ctx,
    order,
    known.map(line => (line.id === before.id ? after : line)),
  )
  if (saved.status === 'confirmed' && after.quantity !== before.quantity) {
    emitLevels(ctx, await moveLine(ctx, saved, { ...before, quantity: after.quantity }))
  }
  return { row: saved, line: await lineOf(ctx, order, before.id) }
}

function patchLine(before: OrderLineRow, body: OrderLinePatch, items: LineItems): WantedLine {
  const isPriceKept =
    body.unit_price === undefined && (before.price_source === 'manual' || !isRequantified(before, body))
  const depositQuantity = body.deposit_quantity === undefined ? keptPieces(before, body) : body.deposit_quantity
  return {
    id: before.id,
    sortOrder: before.sort_order,
    item: items.get(before.item_id)!,
    quantity: body.quantity ?? before.quantity,
    unit_price: isPriceKept ? before.unit_price : body.unit_price,
    keptSource: isPriceKept ? before.price_source : undefined,
    vat_rate_pct: body.vat_rate_pct ?? before.payer_vat_rate_pct,
    discount_pct: keep(body.discount_pct, before.discount_pct),
    notes: keep(body.notes, before.notes),
    depositId: body.deposit_id === undefined ? before.deposit_id : body.deposit_id,
    depositQuantity,
    keptDepositId: before.deposit_id,
    vat_exemption: body.vat_exemption,
    before,
    field: name => name,
  }
}

const isRequantified = (before: OrderLineRow, { quantity }: OrderLinePatch): boolean =>
  quantity !== undefined && plainText(quantity) !== before.quantity

/** A deposit that nothing touches stays as it was agreed, whatever it is today. */
function keptDeposit(
  before: OrderLineRow,
  body: OrderLinePatch,
): Partial<Pick<OrderLineRow, 'deposit_pieces' | 'deposit_total'>> {
  const isTouched = body.deposit_id !== undefined || body.deposit_quantity !== undefined || isRequantified(before, body)
  return isTouched ? {} : { deposit_pieces: before.deposit_pieces, deposit_total: before.deposit_total }
}

/** Pieces follow the quantity; without a change of it or of the deposit they stay. */
const keptPieces = (before: OrderLineRow, body: OrderLinePatch): string | undefined =>
  !isRequantified(before, body) && body.deposit_id === undefined ? before.deposit_pieces : undefined

export async function removeLine(ctx: WriteContext, { row: order, line }: Written): Promise<Order> {
  requireEditable(order)
  if (order.status === 'confirmed') emitLevels(ctx, await releaseOrderLine(ctx, order, line))
  await deleteOrderLine(ctx.tx, ctx.account.book.id, line.id)
  const rest = await listOrderLines(ctx.tx, ctx.account.book.id, order.id)
  return saveAll(ctx, order, rest)
}
