/** What is done with a recorded sale: settled after all, or taken back. */
import { Problem, type ProblemRow, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { takeBackPaidAtOnce } from '../../finance/index.ts'
import {
  cancelPart,
  emitLevels,
  goodsReceipts,
  type LevelRow,
  requireUnlocked,
  stockIssues,
} from '../../stock/index.ts'
import { findDesk } from '../desks/store.ts'
import { reverseMovements } from '../packaging/movements/actions.ts'
import { giveBackDraws } from '../taps/drawing.ts'
import { refundErrors } from './body-errors.ts'
import { failureOf, unsettled } from './creating.ts'
import { type SaleTransition, sales } from './document.ts'
import { effectsOf, nothingMoved, type SaleEffects } from './effects.ts'
import { refund } from './refunds.ts'
import { movesStock, refuseWithoutStock } from './rights.ts'
import type { RetryBody } from './schema.ts'
import { settle } from './settling.ts'
import {
  listSaleLines,
  listSalePayments,
  listSaleReturns,
  type Sale,
  type SaleLineRow,
  saleLineTable,
  saleTable,
} from './store.ts'

async function partsOf(ctx: WriteContext, { id }: Sale) {
  const bookId = ctx.account.book.id
  const [lines, returns, payments] = await Promise.all([
    listSaleLines(ctx.tx, bookId, id),
    listSaleReturns(ctx.tx, bookId, id),
    listSalePayments(ctx.tx, bookId, id),
  ])
  return { lines, returns, payments }
}

/** Nothing is left of a try that fails: what stands in the way now is told, and not kept. */
async function retrySettlement(ctx: WriteContext, sale: Sale, { stock_date }: RetryBody): Promise<SaleTransition> {
  const day = stock_date ?? sale.sold_on
  const rows = stockDateErrors(day, sale, ctx.today)
  if (rows.length > 0) throw validationFailed(rows)
  const parts = await partsOf(ctx, sale)
  refuseWithoutStock(ctx, { goods: parts.lines.some(movesStock), empties: parts.returns.length > 0 })
  const desk = (await findDesk(ctx.tx, ctx.account.book.id, sale.cash_desk_id))!
  const settled = await settle(ctx, { sale, desk, ...parts, day, isStrict: false }).catch(error => {
    throw error instanceof Problem ? unsettled(sale.id, failureOf(error)) : error
  })
  const effects = await effectsOf(ctx, settled.moved)
  return { changes: settled.changes, lines: settled.lines, effects: () => effects }
}

function stockDateErrors(day: string, { sold_on }: Sale, today: string): ProblemRow[] {
  // A sale of a minute ahead may be of tomorrow.
  const last = today < sold_on ? sold_on : today
  if (day >= sold_on && day <= last) return []
  return [{ field: 'stock_date', code: 'not_allowed', message: `From the sold day ${sold_on} to today.` }]
}

async function cancel(ctx: WriteContext, sale: Sale): Promise<SaleTransition> {
  if (sale.status === 'settlement_failed') {
    return { changes: { failure_code: null, failure: null }, effects: () => noEffects }
  }
  const lines = await listSaleLines(ctx.tx, ctx.account.book.id, sale.id)
  const documents = await documentsOf(ctx, sale)
  refuseWithoutStock(ctx, { goods: lines.some(movesStock), empties: documents.length > 0 })
  await reverseMovements(ctx, sale.id, { date: ctx.today })
  const levels: LevelRow[] = []
  for (const document of documents) {
    await requireUnlocked(ctx, document, { documentIds: [document.id] })
    levels.push(...(await cancelPart(ctx, document)).levels)
  }
  await giveBackDraws(
    ctx,
    lines.map(({ id }) => id),
  )
  emitLevels(ctx, levels)
  await takeBackPaidAtOnce(ctx, sale.id)
  if (sale.refund_of_id !== null) await takeBackRefund(ctx, sale, lines)
  const brought = await listSaleReturns(ctx.tx, ctx.account.book.id, sale.id)
  const depositIds = [...new Set([...lines, ...brought].flatMap(({ deposit_id }) => deposit_id ?? []))]
  const effects = await effectsOf(ctx, { ...nothingMoved, levels, partnerId: sale.partner_id, depositIds })
  return { effects: () => effects }
}

const noEffects: SaleEffects = { allocations: [], levels: [], balances: [] }

/** What came in goes first: it must all be there still. */
async function documentsOf(ctx: WriteContext, sale: Sale) {
  const bookId = ctx.account.book.id
  const receipt = sale.goods_receipt_id && (await goodsReceipts.table.find(ctx.tx, bookId, sale.goods_receipt_id))
  const issues = []
  for (const id of sale.stock_issue_ids) issues.push((await stockIssues.table.find(ctx.tx, bookId, id))!)
  return [...(receipt ? [receipt] : []), ...issues]
}

/** The sale it gave back from has it again. */
async function takeBackRefund(ctx: WriteContext, refunded: Sale, lines: readonly SaleLineRow[]): Promise<void> {
  const bookId = ctx.account.book.id
  const original = await saleTable.get(ctx.tx, bookId, refunded.refund_of_id!)
  const before = await listSaleLines(ctx.tx, bookId, original.id)
  const restored = before.flatMap(line => {
    const own = lines.find(({ refund_of_line_id }) => refund_of_line_id === line.id)
    if (!own) return []
    return [
      {
        ...line,
        refunded_quantity: plain(decimal(line.refunded_quantity).plus(own.quantity)),
        refunded_amount: plain(decimal(line.refunded_amount).plus(own.incl_vat)),
        refunded_pieces: plain(decimal(line.refunded_pieces).plus(own.deposit_pieces)),
      },
    ]
  })
  await saleLineTable.save(ctx.tx, { bookId, now: ctx.now }, restored)
  const refunded_amount = plain(decimal(original.refunded_amount).plus(refunded.total_payable))
  await sales.touch(ctx, original, { refunded_amount })
}

export const saleActions = documentActions(
  sales,
  { retry_settlement: retrySettlement, refund, cancel },
  { bodyErrors: { refund: refundErrors } },
)
