/** Money that changes hands with its document: sales over the counter, packaging paid back, cash put in and taken out. */
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { PaymentMethod } from '../accounts/store.ts'
import { insertPayment, listStandingPayments, type Payment, type paidAtOnce, reversalOf } from '../payments/store.ts'
import { cashflows } from './document.ts'
import { insertCashflow, type Labels } from './recorded.ts'
import { type CashflowRow, listCashflowsOfPayments } from './store.ts'

export interface PaidAtOnce {
  object: (typeof paidAtOnce)[number]
  id: string
  account_id: string
  method: PaymentMethod
  paid_on: Day
  currency: string
  /** Negative when we pay. */
  amount: string
  /** amount + rounding is what it settles. */
  rounding?: string
  description: string
  partner?: { id: string; name: string } | null
  labels?: Labels
}

/** Records the payment and its cash-flow document. The caller has looked at the account. */
export async function payAtOnce(ctx: WriteContext, paid: PaidAtOnce): Promise<CashflowRow> {
  const { object, id, account_id, paid_on, currency, amount, rounding = '0' } = paid
  const number = await takeNumber(ctx, 'cashflow', paid_on)
  const payment = {
    id: newId(),
    object,
    document_id: id,
    account_id,
    paid_on,
    currency,
    amount: plain(decimal(amount)),
    rounding: plain(decimal(rounding)),
    reverses_id: null,
  }
  insertPayment(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, payment)
  const { method, description, partner = null, labels } = paid
  return insertCashflow(ctx, {
    number,
    payment,
    source: object,
    method,
    description,
    partner,
    ...(labels && { labels }),
  })
}

/** Takes back everything that was paid with a document; its cash-flow documents are cancelled. Answers what stood. */
export async function takeBackPaidAtOnce(ctx: WriteContext, documentId: string): Promise<Payment[]> {
  const bookId = ctx.account.book.id
  const payments = await listStandingPayments(ctx.tx, bookId, documentId)
  const known = await listCashflowsOfPayments(
    ctx.tx,
    bookId,
    payments.map(({ id }) => id),
  )
  for (const payment of payments) {
    insertPayment(ctx.tx, { bookId, now: ctx.now }, reversalOf(payment, { id: newId(), today: ctx.today }))
  }
  for (const row of known) {
    const changes = { paid_amount: '0', paid_at: null }
    await moveAutomatically(ctx, cashflows, { row, to: 'cancelled', changes, event: 'cancelled' })
  }
  return payments
}
