/** The actions of an invoice. */
import { invalidReference, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { decimal, plain, sum } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { findPartner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import { payInvoice, takeBackInvoicePayment } from '../../finance/cashflows/of-payments.ts'
import type { PaymentBody } from '../../finance/payments/actions.ts'
import { insertInvoice, newInvoice, touch } from './actions.ts'
import { returnOrder, showPaymentOnOrder } from './from-order.ts'
import { recountedAtTaxPoint } from './payer-status.ts'
import type { CreditBody } from './schema.ts'
import { findInvoice, type Invoice, listCreditsOf, listInvoiceLines } from './store.ts'
import { remainingOf, type Uncounted } from './totals.ts'
import { listedView } from './view.ts'

const say = (ctx: WriteContext, name: 'issued' | 'paid' | 'payment_reverted' | 'cancelled', invoice: Invoice): void =>
  ctx.emit(`invoice.${name}`, listedView(invoice, ctx.account.book.isLive))

/** The last ten digits of the number, as banks take them. */
export const variableSymbolOf = (number: string): string => number.replace(/\D/g, '').slice(-10)

export async function issueInvoice(ctx: WriteContext, draft: Invoice): Promise<Invoice> {
  const invoice = await recountedAtTaxPoint(ctx, draft)
  const lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (lines.length === 0) throw problem('no_lines')
  if (invoice.currency !== homeCurrency && invoice.exchange_rate === null) throw problem('missing_exchange_rate')
  const kind = invoice.document_type === 'credit_note' ? 'credit_note' : 'invoice'
  const number = await takeNumber(ctx, kind, invoice.issue_date)
  const issued = await touch(ctx, {
    ...invoice,
    status: 'issued',
    number,
    variable_symbol: variableSymbolOf(number),
    issued_at: ctx.now,
  })
  say(ctx, 'issued', issued)
  return issued
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
  const isWhole = paid.eq(invoice.total_incl_vat)
  const after = await touch(ctx, {
    ...invoice,
    amount_paid: plain(paid),
    status: isWhole ? 'paid' : 'issued',
    paid_at: isWhole ? body.paid_at : null,
  })
  if (isWhole) say(ctx, 'paid', after)
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function revertPayment(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.amount_paid).minus(last.amount).minus(last.rounding)
  const after = await touch(ctx, { ...invoice, amount_paid: plain(paid), status: 'issued', paid_at: null })
  say(ctx, 'payment_reverted', after)
  await showPaymentOnOrder(ctx, after)
  return after
}

export async function cancelInvoice(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const credits = await listCreditsOf(ctx.tx, ctx.account.book.id, invoice.id)
  if (credits.length > 0) {
    throw problem('conflict', { detail: 'Credit notes correct this invoice.', blockers: credits.map(blockerOf) })
  }
  const after = await touch(ctx, { ...invoice, status: 'cancelled' })
  await returnOrder(ctx, after)
  say(ctx, 'cancelled', after)
  return after
}

const blockerOf = ({ id, status, number }: Invoice) => ({ object: 'invoice', id, status, ...(number && { number }) })

/** V8: the mirror of the original, or of some of its lines; never more than is left of it. */
export async function creditInvoice(ctx: WriteContext, original: Invoice, body: CreditBody): Promise<Invoice> {
  const { book } = ctx.account
  const lines = await listInvoiceLines(ctx.tx, book.id, original.id)
  const wanted = creditedLines(lines, body)
  const credits = await listCreditsOf(ctx.tx, book.id, original.id)
  const partner = await findPartner(ctx.tx, book.id, original.partner_id)
  const draft: Invoice = {
    ...newInvoice(ctx, partner!, {
      warehouse_id: original.warehouse_id,
      category_id: original.category_id,
      event_id: original.event_id,
      activity_id: original.activity_id,
      issue_date: body.issue_date ?? ctx.today,
      currency: original.currency,
      exchange_rate: original.exchange_rate,
      customer_order_ref: original.customer_order_ref,
      payment_method: original.payment_method,
      notes: body.notes ?? null,
    }),
    document_type: 'credit_note',
    original_id: original.id,
  }
  const credit = await insertInvoice(
    ctx,
    draft,
    wanted.map((line, place) => ({ ...line, id: newId(), invoice_id: draft.id, sort_order: place + 1 })),
  )
  const left = sum([original, ...credits, credit].map(({ total_incl_vat }) => decimal(total_incl_vat)))
  if (left.lt(0)) {
    throw problem('conflict', {
      detail: 'More would be credited than was invoiced.',
      blockers: credits.map(blockerOf),
    })
  }
  return (await findInvoice(ctx.tx, book.id, credit.id))!
}

function creditedLines(lines: Awaited<ReturnType<typeof listInvoiceLines>>, { lines: asked }: CreditBody): Uncounted[] {
  const negative = (quantity: string) => plain(decimal(quantity).times(-1))
  if (!asked) return lines.map(line => ({ ...line, quantity: negative(line.quantity) }))
  const rows = asked.flatMap(({ line_id }, place) => {
    const line = lines.find(({ id }) => id === line_id)
    if (!line) return [invalidReference(`lines[${place}].line_id`)]
    const message = `At most ${line.quantity} was invoiced.`
    const field = `lines[${place}].quantity`
    const quantities = asked.filter(each => each.line_id === line_id).map(({ quantity }) => decimal(quantity))
    return sum(quantities).gt(line.quantity) ? [{ field, code: 'not_allowed' as const, message }] : []
  })
  if (rows.length > 0) throw validationFailed(rows)
  return asked.map(({ line_id, quantity }) => ({
    ...lines.find(({ id }) => id === line_id)!,
    quantity: negative(quantity),
  }))
}
