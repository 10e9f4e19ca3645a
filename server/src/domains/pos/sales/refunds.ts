/** Refunds: some of a sale comes back, at the price that was paid, in the session that pays it. */
import { Problem, problem } from '../../../contract/problems.ts'
import type { ExternalRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { resolveReference } from '../../../kernel/external-refs.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { type Decimal, decimal, plain, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { emitLevels, type MovedPart, requireUnlocked } from '../../stock/index.ts'
import { type Desk, findDesk } from '../desks/store.ts'
import { findReturnables } from '../packaging/deposits.ts'
import { writeMovements } from '../packaging/movements/actions.ts'
import { sessionFor } from '../sessions/open.ts'
import { blankSale, deskColumns, totalColumns } from './creating.ts'
import { type SaleTransition, sales } from './document.ts'
import { effectsOf } from './effects.ts'
import { partiesOfRefund, sealSale } from './parties.ts'
import { judgePayments, type Payable, sentPayments } from './paying.ts'
import { restock } from './posting.ts'
import { piecesAtHand, refuseReturned, wantedOf } from './refund-lines.ts'
import { costOf, type GivenBack, giveBack } from './refund-rules.ts'
import { movesStock, refuseWithoutStock } from './rights.ts'
import { type SaleTotals, saleTotals } from './rules.ts'
import type { RefundBody } from './schema.ts'
import { pay } from './settling.ts'
import { listCostsLeft, listSaleLines, type Sale, type SaleLineRow, saleLineTable, salePaymentTable } from './store.ts'

export async function refund(ctx: WriteContext, sale: Sale, body: RefundBody): Promise<SaleTransition> {
  const bookId = ctx.account.book.id
  await resolveReference(ctx, { family: 'pos_sale', object: 'pos_sale', ref: body.external_ref, onConflict: undefined })
  const lines = await listSaleLines(ctx.tx, bookId, sale.id)
  const wanted = await wantedOf(ctx, lines, body)
  refuseWithoutStock(ctx, { goods: wanted.some(({ line }) => movesStock(line)), empties: false })
  const desk = (await findDesk(ctx.tx, bookId, sale.cash_desk_id))!
  const sessionId = sessionFor(desk)
  const atHand = await piecesAtHand(ctx, sale, lines)
  const given = giveBack(wanted, atHand)
  refuseReturned(given, atHand)
  const totals = saleTotals(
    given.map(({ gross, line }) => ({ gross: gross.times(-1), ratePct: decimal(line.vat_rate_pct) })),
  )
  const deposit = sum(given.map(each => each.deposit))
  const id = newId()
  const due = deposit.minus(totals.inclVat)
  const payable = judgePayments(sentPayments(body), { due, desk, saleId: id })
  const draft = await newRefund(ctx, sale, { id, desk, sessionId, totals, deposit, payable, body })
  return finish(ctx, sale, { draft, given, totals, payable, ref: body.external_ref })
}

interface Head {
  id: string
  desk: Desk
  sessionId: string | null
  totals: SaleTotals
  deposit: Decimal
  payable: Payable
  body: RefundBody
}

async function newRefund(ctx: WriteContext, sale: Sale, head: Head): Promise<Sale> {
  const { payable, body } = head
  return {
    ...blankSale,
    ...deskColumns(head.desk),
    ...totalColumns(head.totals),
    id: head.id,
    number: await takeNumber(ctx, 'pos_sale', ctx.today),
    kind: 'refund',
    session_id: head.sessionId,
    sold_at: ctx.now,
    sold_on: ctx.today,
    is_offline: false,
    partner_id: sale.partner_id,
    partner_name: sale.partner_name,
    total_deposit: plain(head.deposit.times(-1)),
    total_returned: '0',
    total_rounding: plain(payable.rounding.times(-1)),
    total_payable: plain(payable.payable.times(-1)),
    settled_at: ctx.now,
    refund_of_id: sale.id,
    has_rest: false,
    cashier: sale.cashier,
    category_id: sale.category_id,
    event_id: sale.event_id,
    activity_id: sale.activity_id,
    notes: body.reason ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
    payments: payable.payments,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

interface Refunding {
  draft: Sale
  given: GivenBack[]
  totals: SaleTotals
  payable: Payable
  ref: ExternalRef | undefined
}

/** The refund with what it moves, then what it leaves of the sale. */
async function finish(
  ctx: WriteContext,
  sale: Sale,
  { draft, given, totals, payable, ref }: Refunding,
): Promise<SaleTransition> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const lines = given.map((each, index) => refundLine(draft, each, { index, totals, now: ctx.now }))
  await sales.insert(ctx, draft, ref)
  await saleLineTable.insert(ctx.tx, at, lines)
  sealSale(ctx, draft, { lines, parties: await partiesOfRefund(ctx, draft, sale) })
  const payments = payable.payments.map(payment => ({
    ...payment,
    rounding: plain(decimal(payment.rounding).times(-1)),
  }))
  await salePaymentTable.insert(ctx.tx, at, payments)
  await takePiecesBack(ctx, draft, lines)
  const receipt = await restockGoods(ctx, draft, { given, lines })
  emitLevels(ctx, receipt?.levels ?? [])
  const paid = await pay(ctx, { sale: draft, payments })
  const answer = await sales.save(ctx, { ...draft, goods_receipt_id: receipt?.row.id ?? null, payments: paid })
  await saleLineTable.save(ctx.tx, at, given.map(noteRefunded))
  const depositIds = [...new Set(lines.flatMap(({ deposit_id }) => deposit_id ?? []))]
  const moved = { levels: receipt?.levels ?? [], allocations: [], partnerId: sale.partner_id, depositIds }
  const effects = await effectsOf(ctx, moved)
  const refunded_amount = plain(decimal(sale.refunded_amount).plus(payable.payable))
  return { answer, lines, changes: { refunded_amount }, effects: () => effects }
}

function refundLine(
  refundRow: Sale,
  { line, quantity, pieces, deposit, isRestocked }: GivenBack,
  { index, totals, now }: { index: number; totals: SaleTotals; now: string },
): SaleLineRow {
  const { exclVat, vat, inclVat } = totals.lines[index]!
  return {
    ...line,
    id: newId(),
    sale_id: refundRow.id,
    sort_order: index + 1,
    quantity: plain(quantity.times(-1)),
    excl_vat: plain(exclVat),
    vat: plain(vat),
    incl_vat: plain(inclVat),
    deposit_pieces: plain(pieces.times(-1)),
    deposit_total: plain(deposit.times(-1)),
    refund_of_line_id: line.id,
    is_restocked: isRestocked,
    refunded_quantity: '0',
    refunded_amount: '0',
    refunded_pieces: '0',
    taps: [],
    notes: null,
    created_at: now,
    updated_at: now,
  }
}

const noteRefunded = ({ line, quantity, gross, pieces }: GivenBack): SaleLineRow => ({
  ...line,
  refunded_quantity: plain(decimal(line.refunded_quantity).plus(quantity)),
  refunded_amount: plain(decimal(line.refunded_amount).plus(gross)),
  refunded_pieces: plain(decimal(line.refunded_pieces).plus(pieces)),
})

/** A partner who holds fewer has returned them. */
async function takePiecesBack(ctx: WriteContext, draft: Sale, lines: readonly SaleLineRow[]): Promise<void> {
  const packed = lines.filter(({ deposit_pieces }) => !decimal(deposit_pieces).eq(0))
  const deposits = await findReturnables(
    ctx,
    packed.map(({ deposit_id }) => ({ deposit_id: deposit_id! })),
  )
  const movements = packed.map(line => ({
    kind: 'refund' as const,
    date: draft.sold_on,
    partner_id: draft.partner_id,
    deposit_id: line.deposit_id!,
    item_id: deposits.get(line.deposit_id!)!.item_id,
    pieces: line.deposit_pieces,
    deposit_amount: deposits.get(line.deposit_id!)!.amount,
    document: { object: 'pos_sale', id: draft.id, number: draft.number },
    line_id: line.id,
  }))
  await writeMovements(ctx, movements).catch(error => {
    const isShort = error instanceof Problem && error.code === 'packaging_return_exceeds_balance'
    throw isShort ? problem('sale_kegs_partially_returned') : error
  })
}

/** At what their issue took. What was sold without stock being kept has no cost, and no place to go back to. */
async function restockGoods(
  ctx: WriteContext,
  draft: Sale,
  { given, lines }: { given: readonly GivenBack[]; lines: readonly SaleLineRow[] },
): Promise<MovedPart | undefined> {
  const back = given.flatMap((each, index) => (each.isRestocked ? [{ each, line: lines[index]! }] : []))
  if (back.length === 0) return undefined
  const itemIds = back.map(({ line }) => line.item_id)
  await requireUnlocked(ctx, { warehouse_id: draft.warehouse_id, date: draft.sold_on }, { itemIds })
  const costs = await listCostsLeft(
    ctx.tx,
    ctx.account.book.id,
    back.map(({ each }) => each.line.id),
  )
  const goods = back.map(({ each: { line: sold, quantity }, line: { id, item_id } }) => {
    const left = costs.find(cost => cost.id === sold.id)!
    return { id, item_id, quantity: plain(quantity), value: plain(costOf(left, quantity)) }
  })
  return restock(ctx, draft, goods)
}
