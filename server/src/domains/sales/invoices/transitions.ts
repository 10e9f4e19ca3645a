/** The actions of an invoice. */
import { problem } from '../../../contract/problems.ts'
import { isVatPayerOn } from '../../../kernel/account.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import { yearOf } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import { payInvoice, takeBackInvoicePayment } from '../../finance/cashflows/of-payments.ts'
import type { PaymentBody } from '../../finance/payments/actions.ts'
import { findInvoiceParties } from '../parties/store.ts'
import { invoiceContent } from '../seals.ts'
import { sayInvoice, touch } from './actions.ts'
import { blockerOf } from './credits.ts'
import { returnOrder, showPaymentOnOrder } from './from-order.ts'
import { recountedAtTaxPoint } from './payer-status.ts'
import { settle, settleWithout } from './set-off.ts'
import { type Invoice, type InvoiceLineRow, listCreditsOf, listInvoiceLines } from './store.ts'
import { takeSymbol } from './symbols.ts'
import { remainingOf } from './totals.ts'

export async function issueInvoice(ctx: WriteContext, draft: Invoice): Promise<Invoice> {
  const invoice = await recountedAtTaxPoint(ctx, draft)
  const lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (lines.length === 0) throw problem('no_lines')
  if (invoice.currency !== homeCurrency && invoice.exchange_rate === null) throw problem('missing_exchange_rate')
  const kind = invoice.document_type === 'credit_note' ? 'credit_note' : 'invoice'
  const number = await takeNumber(ctx, kind, invoice.issue_date)
  const issued: Invoice = {
    ...invoice,
    status: 'issued',
    number,
    variable_symbol: await takeSymbol(ctx, number, invoice.issue_date),
    symbol_year: yearOf(invoice.issue_date),
    issued_at: ctx.now,
  }
  await sealInvoice(ctx, issued, lines)
  return settle(ctx, issued, 'issued')
}

/** From now on the invoice and its papers say what they say today. */
async function sealInvoice(ctx: WriteContext, invoice: Invoice, lines: InvoiceLineRow[]): Promise<void> {
  const isVatPayer = isVatPayerOn(ctx.account.tenant, invoice.tax_point_date) || !decimal(invoice.total_vat).eq(0)
  const parties = await findInvoiceParties(ctx.tx, ctx.account, invoice, { actor: ctx.actor, isVatPayer })
  const seal = sealOf(invoiceContent, invoice, lines, JSON.stringify(parties))
  await saveSeal(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, seal)
}

export async function markPaid(ctx: WriteContext, invoice: Invoice, body: PaymentBody): Promise<Invoice> {
  const remaining = remainingOf(invoice)
  const isRefund = remaining.lt(0)
  // A credit note is paid back: the payment is the mirror of one that comes in.
  const { settled } = await payInvoice(
    ctx,
    {
      object: 'invoice',
      id: invoice.id,
      partner: { id: invoice.partner_id, name: invoice.partner_name },
      description: `${isRefund ? 'Credit note' : 'Invoice'} ${invoice.number}`,
      currency: invoice.currency,
      method: invoice.payment_method,
      remaining: remaining.abs(),
      isOutgoing: isRefund,
    },
    body,
  )
  const paid = decimal(invoice.amount_paid).plus(isRefund ? settled.times(-1) : settled)
  const isWhole = remaining.abs().eq(settled)
  const after = await touch(ctx, {
    ...invoice,
    amount_paid: plain(paid),
    status: isWhole ? 'paid' : 'issued',
    paid_at: isWhole ? body.paid_at : null,
  })
  if (isWhole) sayInvoice(ctx, 'paid', after)
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function revertPayment(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.amount_paid).minus(last.amount).minus(last.rounding)
  const reverted: Invoice = { ...invoice, amount_paid: plain(paid), status: 'issued', paid_at: null }
  const after = await settle(ctx, reverted, 'payment_reverted')
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function cancelInvoice(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const credits = await listCreditsOf(ctx.tx, ctx.account.book.id, invoice.id)
  if (credits.length > 0) {
    throw problem('conflict', { detail: 'Credit notes correct this invoice.', blockers: credits.map(blockerOf) })
  }
  const after = await touch(ctx, { ...invoice, status: 'cancelled', amount_credited: '0' })
  await returnOrder(ctx, after)
  sayInvoice(ctx, 'cancelled', after)
  if (invoice.document_type === 'credit_note') await settleWithout(ctx, invoice)
  return after
}
