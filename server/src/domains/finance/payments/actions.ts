/** Payments of any document: to which account, how much, and what cash rounds away. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type Problem, problem, validationFailed } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal, money, plain, round, scaleOf } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import {
  type FinanceAccountRow,
  findDefaultAccount,
  findFinanceAccount,
  type PaymentMethod,
} from '../accounts/store.ts'
import type { PaymentBody } from './schema.ts'
import { findLastPayment, insertPayment, type PaidObject, type Payment, reversalOf } from './store.ts'

export interface PayableDocument {
  object: PaidObject
  id: string
  currency: string
  method: PaymentMethod
  /** Positive, whichever way the money goes. */
  remaining: Decimal
  /** Paid by us: the amounts of the ledger are negative. */
  isOutgoing?: boolean
}

export interface Paid {
  /** What the payment settles, positive whichever way the money goes. */
  settled: Decimal
  payment: Payment
  account: FinanceAccountRow
}

export async function pay(ctx: WriteContext, document: PayableDocument, body: PaymentBody): Promise<Paid> {
  const faults = tooFarAhead('paid_at', body.paid_at, ctx.today)
  if (faults.length > 0) throw validationFailed(faults)
  const account = await accountFor(ctx, document, body.account_id ?? null)
  const amount = amountOf(body.amount, document, account)
  const settled = settledBy(amount, document, account)
  const signed = (value: Decimal) => (document.isOutgoing ? value.times(-1) : value)
  const payment: Payment = {
    id: newId(),
    object: document.object,
    document_id: document.id,
    account_id: account.id,
    paid_on: body.paid_at,
    currency: document.currency,
    amount: plain(signed(amount)),
    rounding: plain(signed(settled.minus(amount))),
    reverses_id: null,
  }
  insertPayment(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, payment)
  return { settled, payment, account }
}

/** The account that was sent, else the default one of the method and currency. */
async function accountFor(
  ctx: WriteContext,
  { method, currency }: PayableDocument,
  accountId: string | null,
): Promise<FinanceAccountRow> {
  const bookId = ctx.account.book.id
  if (accountId === null) {
    const account = await findDefaultAccount(ctx.tx, bookId, { method, currency })
    if (!account) throw problem('account_required')
    return account
  }
  const account = await findFinanceAccount(ctx.tx, bookId, accountId)
  if (!account?.is_active || account.currency !== currency) throw validationFailed([invalidReference('account_id')])
  return account
}

/** Coins are whole crowns. */
const isInCoins = ({ currency }: PayableDocument, { type }: FinanceAccountRow): boolean =>
  type === 'cash' && currency === homeCurrency

/** All that remains by default; in coins that is whole crowns, unless there is not even one. */
function amountOf(sent: string | undefined, document: PayableDocument, account: FinanceAccountRow): Decimal {
  const { remaining } = document
  if (sent === undefined) {
    const coins = round(remaining, 0)
    return isInCoins(document, account) && coins.gt(0) ? coins : remaining
  }
  const amount = decimal(sent)
  if (amount.lte(0) || scaleOf(sent) > 2) throw problem('invalid_amount')
  return amount
}

function settledBy(amount: Decimal, document: PayableDocument, account: FinanceAccountRow): Decimal {
  const { remaining } = document
  if (isInCoins(document, account) && closesInCoins(amount, remaining)) return remaining
  if (amount.gt(remaining)) throw overpay(remaining, document.currency)
  return amount
}

function overpay(remaining: Decimal, currency: string): Problem {
  const amount = money(remaining)
  return problem('overpay', { amount_remaining: amount, ...because('remains', { amount, currency }) })
}

/** V6: within half a crown of what remains. A rest below one crown is not closed by less than itself. */
function closesInCoins(amount: Decimal, remaining: Decimal): boolean {
  if (amount.minus(remaining).abs().gt('0.50')) return false
  return remaining.gte(1) || amount.eq(remaining) || amount.eq(1)
}

/** Takes the last payment back: a row of its own, the mirror of the first. */
export async function takeBackPayment(ctx: WriteContext, documentId: string): Promise<Payment> {
  const bookId = ctx.account.book.id
  const last = await findLastPayment(ctx.tx, bookId, documentId)
  if (!last) throw problem('conflict', because('no_payment'))
  insertPayment(ctx.tx, { bookId, now: ctx.now }, reversalOf(last, { id: newId(), today: ctx.today }))
  return last
}
