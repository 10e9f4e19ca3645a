/** Settling a sale: packaging, stock and money posted together, all of it or nothing. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { decimal, plain, sum } from '../../../lib/decimal.ts'
import { payAtOnce, purposeText } from '../../finance/index.ts'
import { emitLevels, findWarehouse, locksOn, refuseLocks, type WarehouseRow } from '../../stock/index.ts'
import { findReturnables } from '../packaging/deposits.ts'
import { refuseAnonymousLimit } from '../packaging/limits.ts'
import { type NewMovement, writeMovements } from '../packaging/movements/actions.ts'
import { type DrawPlan, noteDraws, planDraws } from '../taps/drawing.ts'
import type { Moved } from './effects.ts'
import { issueBeer, issueGoods, receiveReturns } from './posting.ts'
import type { Settlement } from './settlement.ts'
import { type Sale, type SaleLineRow, type SalePaymentRow, type ShownPayment, salePaymentTable } from './store.ts'

export interface Settled {
  changes: Partial<Sale>
  /** With the kegs they were drawn from. */
  lines: SaleLineRow[]
  moved: Moved
}

/** In the order in which a live sale is refused: packaging, count, kegs, stock; then what only a recorded one meets. */
export async function settle(ctx: WriteContext, of: Settlement): Promise<Settled> {
  refuseAnonymous(of)
  await movePackaging(ctx, of)
  const { locks, warehouse } = await placeOfSale(ctx, of)
  refuseLocks({ ...locks, is_filed: false })
  const draws = await drawBeer(ctx, of)
  const goods = await issueGoods(ctx, of, warehouse)
  const beer = await issueBeer(ctx, of, draws)
  const receipt = await receiveReturns(ctx, of, warehouse)
  refuseLocks({ ...locks, is_counted: false })
  noteDraws(ctx, draws)
  const parts = [goods, beer, receipt].flatMap(part => part ?? [])
  const levels = parts.flatMap(part => part.levels)
  emitLevels(ctx, levels)
  return {
    changes: {
      settled_at: ctx.now,
      failure_code: null,
      failure: null,
      stock_issue_ids: [goods, beer].flatMap(part => part?.row.id ?? []),
      goods_receipt_id: receipt?.row.id ?? null,
      payments: await pay(ctx, of),
    },
    lines: withTaps(of.lines, draws),
    moved: {
      levels,
      allocations: parts.flatMap(part => part.allocations ?? []),
      partnerId: of.sale.partner_id,
      depositIds: depositsOf(of),
    },
  }
}

/** Somebody unknown is paid only so much for empties at once. */
function refuseAnonymous({ sale, desk, returns }: Settlement): void {
  if (sale.partner_id !== null || returns.length === 0) return
  refuseAnonymousLimit(desk, sum(returns.map(row => decimal(row.total))))
}

const depositsOf = ({ lines, returns }: Settlement): string[] => [
  ...new Set([
    ...lines.flatMap(line => (decimal(line.deposit_pieces).eq(0) ? [] : line.deposit_id!)),
    ...returns.map(row => row.deposit_id),
  ]),
]

/** What was brought along comes first: it is no part of what goes out now. */
async function movePackaging(ctx: WriteContext, { sale, lines, returns }: Settlement): Promise<void> {
  const common = {
    date: sale.sold_on,
    partner_id: sale.partner_id,
    document: { object: 'pos_sale', id: sale.id, number: sale.number },
  }
  const packed = lines.filter(({ deposit_pieces }) => !decimal(deposit_pieces).eq(0))
  const deposits = await findReturnables(
    ctx,
    packed.map(({ deposit_id }) => ({ deposit_id: deposit_id! })),
  )
  await writeMovements(ctx, [
    ...returns.map(
      (row): NewMovement => ({
        ...common,
        kind: 'return',
        deposit_id: row.deposit_id,
        item_id: row.item_id,
        pieces: plain(decimal(row.pieces).times(-1)),
        deposit_amount: row.deposit_amount,
      }),
    ),
    ...packed.map(
      (line): NewMovement => ({
        ...common,
        kind: 'sale',
        deposit_id: line.deposit_id!,
        item_id: deposits.get(line.deposit_id!)!.item_id,
        pieces: line.deposit_pieces,
        deposit_amount: deposits.get(line.deposit_id!)!.amount,
        line_id: line.id,
      }),
    ),
  ])
}

interface Place {
  locks: { is_counted: boolean; is_filed: boolean }
  /** Undefined when nothing moves in it. */
  warehouse: WarehouseRow | undefined
}

/** A count or a filed month concerns what moves in the warehouse of the desk. */
async function placeOfSale(ctx: WriteContext, { sale, lines, returns, day }: Settlement): Promise<Place> {
  const itemIds = [...lines.filter(line => line.is_stocked), ...returns].map(({ item_id }) => item_id)
  if (itemIds.length === 0) return { locks: { is_counted: false, is_filed: false }, warehouse: undefined }
  const [locks, warehouse] = await Promise.all([
    locksOn(ctx, { warehouse_id: sale.warehouse_id, date: day }, { itemIds }),
    findWarehouse(ctx.tx, ctx.account.book.id, sale.warehouse_id),
  ])
  return { locks, warehouse }
}

/** What is tapped at the desk gives the beer, or the sale cannot be settled. */
async function drawBeer(ctx: WriteContext, { desk, lines, day }: Settlement): Promise<DrawPlan> {
  const glasses = lines.filter(line => line.base_item_id !== null)
  const wanted = glasses.map(line => ({
    line: line.id,
    base_item_id: line.base_item_id!,
    quantity: decimal(line.quantity).times(line.base_quantity!),
    keg_tap_id: line.keg_tap_id,
  }))
  const plan = await planDraws(ctx, desk, { wanted, day })
  const unserved = plan.find(({ missing }) => missing.gt(0))
  if (!unserved) return plan
  const index = lines.findIndex(({ id }) => id === unserved.line)
  throw problem('no_keg_tapped', { field: `lines[${index}].item_id` })
}

const withTaps = (lines: readonly SaleLineRow[], plan: DrawPlan): SaleLineRow[] =>
  lines.map(line => {
    const drawn = plan.find(each => each.line === line.id)
    const taps = drawn?.taps.map(({ keg_tap_id, quantity, overdrawn_quantity }) => ({
      keg_tap_id,
      quantity: plain(quantity),
      overdrawn_quantity: plain(overdrawn_quantity),
    }))
    return taps ? { ...line, taps } : line
  })

/** One cash-flow for each payment. Its rounding is what it settles beyond the money, so the mirror of the sale's. */
export async function pay(
  ctx: WriteContext,
  { sale, payments }: Pick<Settlement, 'sale' | 'payments'>,
): Promise<ShownPayment[]> {
  const { category_id, event_id, activity_id } = sale
  const isRefund = sale.kind === 'refund'
  const paid: SalePaymentRow[] = []
  for (const payment of payments) {
    const cashflow = await payAtOnce(ctx, {
      object: 'pos_sale',
      id: sale.id,
      account_id: payment.account_id,
      method: payment.method,
      paid_on: sale.sold_on,
      currency: sale.currency,
      amount: plain(decimal(payment.amount).times(isRefund ? -1 : 1)),
      rounding: plain(decimal(payment.rounding).times(-1)),
      description: purposeText(ctx, isRefund ? 'refund' : 'sale', sale.number),
      partner: sale.partner_id === null ? null : { id: sale.partner_id, name: sale.partner_name! },
      labels: { category_id, event_id, activity_id },
    })
    paid.push({ ...payment, cashflow_id: cashflow.id })
  }
  await salePaymentTable.save(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, paid)
  return paid
}
