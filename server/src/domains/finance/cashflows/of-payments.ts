/** The payment of an invoice as a cash-flow document: money is found in one place, whatever it was paid for. */

import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { moveAutomatically } from '../../../kernel/transitions.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import type { FinanceAccountRow, PaymentMethod } from '../accounts/store.ts'
import { type Paid, type PayableDocument, pay, takeBackPayment } from '../payments/actions.ts'
import type { PaymentBody } from '../payments/schema.ts'
import type { Payment } from '../payments/store.ts'
import { sealCashflow } from './actions.ts'
import { cashflows } from './document.ts'
import { type CashflowRow, findCashflowOfPayment } from './store.ts'

export interface PayableInvoice extends PayableDocument {
  object: 'invoice' | 'received_invoice'
  partner: { id: string; name: string }
  /** What the cash-flow document says it is for. */
  description: string
}

const methodOf: Record<FinanceAccountRow['type'], PaymentMethod> = {
  bank: 'bank_transfer',
  cash: 'cash',
  card: 'card',
}

/** Records the payment and its cash-flow document, which is paid from the beginning. */
export async function payInvoice(ctx: WriteContext, invoice: PayableInvoice, body: PaymentBody): Promise<Paid> {
  // A number that is taken for a payment that is refused goes back with it.
  const [paid, number] = await Promise.all([pay(ctx, invoice, body), takeNumber(ctx, 'cashflow', body.paid_at)])
  const amount = plain(decimal(paid.payment.amount).abs())
  const cashflow: CashflowRow = {
    id: newId(),
    version: 1,
    number,
    type: invoice.isOutgoing ? 'expense' : 'income',
    status: 'confirmed',
    date: body.paid_at,
    description: invoice.description,
    amount,
    currency: invoice.currency,
    payment_method: methodOf[paid.account.type],
    partner_id: invoice.partner.id,
    partner_name: invoice.partner.name,
    category_id: null,
    event_id: null,
    activity_id: null,
    paid_at: body.paid_at,
    source_object: invoice.object,
    source_id: invoice.id,
    payment_id: paid.payment.id,
    paid_amount: amount,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  sealCashflow(ctx, cashflow)
  cashflows.emit(ctx, await cashflows.insert(ctx, cashflow), { name: 'paid' })
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
