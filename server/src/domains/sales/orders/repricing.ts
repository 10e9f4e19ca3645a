/** An order that is moved to another partner has the prices of that partner. */

import type { WriteContext } from '../../../kernel/context.ts'
import { itemOfLine, lineItemsOf } from '../../core/index.ts'
import { applyTodaysRates, priceLines, pricingOf, type WantedLine, withTotals } from './pricing.ts'
import { listOrderLines, type Order, type OrderLineRow, orderLineTable } from './store.ts'

/** A price somebody gave stays, and so do discounts, rates and deposits. The head is saved by the caller. */
export async function repriceLines(ctx: WriteContext, order: Order): Promise<Order> {
  const bookId = ctx.account.book.id
  const lines = await listOrderLines(ctx.tx, bookId, order.id)
  if (lines.every(({ price_source }) => price_source === 'manual')) return order
  const items = await lineItemsOf(
    ctx,
    lines.map(({ item_id }) => item_id),
  )
  const wanted = lines.map(
    (line, index): WantedLine => ({
      ...wantedAgain(line),
      item: itemOfLine(items, line.item_id),
      field: name => `lines[${index}].${name}`,
    }),
  )
  const pricing = await pricingOf(ctx, order, wanted)
  const priced = priceLines(ctx, order, { lines: wanted, pricing }).map((line, index) => ({
    ...line,
    deposit_pieces: lines[index]!.deposit_pieces,
    deposit_total: lines[index]!.deposit_total,
  }))
  const counted = withTotals(order, applyTodaysRates(ctx, priced))
  await orderLineTable.save(ctx.tx, { bookId, now: ctx.now }, counted.lines)
  return counted.order
}

const wantedAgain = (line: OrderLineRow): Omit<WantedLine, 'item' | 'field'> => ({
  id: line.id,
  sortOrder: line.sort_order,
  quantity: line.quantity,
  unit_price: line.price_source === 'manual' ? line.unit_price : null,
  vat_rate_pct: line.payer_vat_rate_pct,
  discount_pct: line.discount_pct,
  notes: line.notes,
  depositId: line.deposit_id,
  depositQuantity: line.deposit_pieces,
  keptDepositId: line.deposit_id,
  vat_exemption: undefined,
  before: { vat_rate_pct: line.payer_vat_rate_pct, vat_exemption: line.vat_exemption },
})
