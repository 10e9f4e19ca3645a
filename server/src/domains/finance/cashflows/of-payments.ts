/** The payment of an invoice as a cash-flow document: money is found in one place, whatever it was paid for. */

import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { methodOf } from '../accounts/store.ts'
import { type Paid, type PayableDocument, pay, takeBackPayment } from '../payments/actions.ts'
import type { PaymentBody } from '../payments/schema.ts'
import type { Payment } from '../payments/store.ts'
import { cashflows } from './document.ts'
import { insertCashflow } from './recorded.ts'
import { findCashflowOfPayment } from './store.ts'

export interface PayableInvoice extends PayableDocument {
  object: 'invoice' | 'received_invoice'
  partner: { id: string; name: string }
  /** What the cash-flow document says it is for. */
  description: string
}

/** Records the payment and its cash-flow document, which is paid from the beginning. */
export async function payInvoice(ctx: WriteContext, invoice: PayableInvoice, body: PaymentBody): Promise<Paid> {
  // A number that is taken for a payment that is refused goes back with it.
  const [paid, number] = await Promise.all([pay(ctx, invoice, body), takeNumber(ctx, 'cashflow', body.paid_at)])
  await insertCashflow(ctx, {
    number,
    payment: paid.payment,
    source: invoice.object,
    method: methodOf[paid.account.type],
    description: invoice.description,
    partner: invoice.partner,
  })
  return paid
}

/** Takes the last payment back; its cash-flow document is cancelled. Books of older versions may have none. */
export async function takeBackInvoicePayment(ctx: WriteContext, invoiceId: string): Promise<Payment> {
  const bookId = ctx.account.book.id
  const payment = await takeBackPayment(ctx, invoiceId)
  const known = await findCashflowOfPayment(ctx.tx, bookId, payment.id)
  if (!known) return payment
  const changes = { paid_amount: '0', paid_at: null }
  await moveAutomatically(ctx, cashflows, { row: known, to: 'cancelled', changes, event: 'cancelled' })
  return payment
}
