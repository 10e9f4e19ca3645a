/** What is paid for a sale, or given back for a refund: by the methods of the desk, and to the last coin. */
import { type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import { type Decimal, decimal, plain, plainText, scaleOf, sum, zero } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { accountOf } from '../desks/accounts.ts'
import type { Desk, DeskMethod } from '../desks/store.ts'
import { mismatchOf, payableOf } from './rules.ts'
import type { OnePayment, PaymentInput } from './schema.ts'
import type { SalePaymentRow } from './store.ts'

export interface Payable {
  /** What changes hands, and what of it is rounding; never negative. */
  payable: Decimal
  rounding: Decimal
  payments: SalePaymentRow[]
}

export const sentPayments = (body: { payment?: OnePayment; payments?: OnePayment[] }): OnePayment[] =>
  body.payments ?? (body.payment ? [body.payment] : [])

/** One that names no amount pays what the others leave of all there is to pay; nothing to pay needs no payment. */
function withAmounts(sent: readonly OnePayment[], due: Decimal, step: Decimal): PaymentInput[] {
  const others = sent.flatMap(({ method, amount }) =>
    amount === undefined ? [] : [{ method, amount: decimal(amount) }],
  )
  return sent.flatMap(({ amount, ...payment }) => {
    if (amount !== undefined) return [{ ...payment, amount }]
    const left = payableOf(due, [...others, { method: payment.method, amount: zero }], step)
    const open = payment.method === 'cash' ? left.cash : due.minus(sum(others.map(other => other.amount)))
    return open.eq(0) ? [] : [{ ...payment, amount: open.toFixed(2) }]
  })
}

const missing: ProblemRow = { field: 'payment', code: 'required', message: 'Send what was paid.' }

/** A6, A7: `due` is what is owed before cash is rounded. */
export function judgePayments(
  named: readonly OnePayment[],
  { due, desk, saleId }: { due: Decimal; desk: Desk; saleId: string },
): Payable {
  for (const { method } of named) {
    if (!desk.payment_methods.some(known => known === method)) throw problem('payment_method_not_supported')
  }
  const step = decimal(desk.cash_rounding)
  const sent = withAmounts(named, due, step)
  for (const { amount } of sent) {
    if (decimal(amount).lte(0) || scaleOf(amount) > 2) throw problem('invalid_amount')
  }
  if (sent.length === 0 && due.gt(0)) throw validationFailed([missing])
  const paid = sent.map(({ method, amount }) => ({ method, amount: decimal(amount) }))
  const expected = mismatchOf(due, paid, step)
  if (expected) throw problem('payment_amount_mismatch', { expected_amount: expected.toFixed(2) })
  const { payable } = payableOf(due, paid, step)
  const rounding = payable.minus(due)
  return {
    payable,
    rounding,
    payments: sent.map((payment, index) => ({
      id: newId(),
      sale_id: saleId,
      sort_order: index + 1,
      method: payment.method as DeskMethod,
      amount: plainText(payment.amount),
      rounding: plain(payment.method === 'cash' ? rounding : zero),
      tendered: payment.tendered === undefined ? null : plainText(payment.tendered),
      account_id: accountOf(desk, payment.method as DeskMethod),
      cashflow_id: null,
    })),
  }
}
