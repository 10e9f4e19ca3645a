/** The actions of an invoice. */

import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { yearOf } from '../../../lib/days.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { type PaymentBody, payInvoice, purposeText, takeBackInvoicePayment } from '../../finance/index.ts'
import { findInvoiceParties, type InvoiceParties, paysVat } from '../parties/store.ts'
import { invoiceContent } from '../seals.ts'
import { creditLineErrors } from './body-errors.ts'
import { blockerOf, creditInvoice } from './credits.ts'
import { refuseUncharged } from './deposit-credits.ts'
import { invoices } from './document.ts'
import { effectsOfIssue, type IssueEffects } from './effects.ts'
import { returnOrder, showPaymentOnOrder } from './from-order.ts'
import { groupIssues } from './grouping.ts'
import { recountAtTaxPoint } from './payer-status.ts'
import type { InvoiceStatus } from './schema.ts'
import { readRelated, settle, settleWithout } from './set-off.ts'
import { type Invoice, type InvoiceLineRow, listCreditsOf, listInvoiceLines } from './store.ts'
import { takeSymbol } from './symbols.ts'
import { remainingOf } from './totals.ts'

type InvoiceTransition = Transition<Invoice, InvoiceStatus, InvoiceLineRow>

async function issueInvoice(
  ctx: WriteContext,
  draft: Invoice,
): Promise<Transition<Invoice, InvoiceStatus, InvoiceLineRow, IssueEffects>> {
  // A number that is taken for an invoice that is refused goes back with it.
  const [recounted, parties, related, number] = await Promise.all([
    recountAtTaxPoint(ctx, draft),
    findInvoiceParties(ctx, draft, ctx.actor),
    readRelated(ctx, draft),
    takeNumber(ctx, draft.document_type, draft.issue_date),
  ])
  const { invoice, lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, draft.id) } = recounted
  if (lines.length === 0) throw problem('no_lines')
  if (invoice.currency !== homeCurrency && invoice.exchange_rate === null) throw problem('missing_exchange_rate')
  const issued: Invoice = {
    ...invoice,
    number,
    variable_symbol: await takeSymbol(ctx, number, invoice.issue_date),
    symbol_year: yearOf(invoice.issue_date),
    issued_at: ctx.now,
  }
  sealInvoice(ctx, issued, { lines, parties })
  const { saveOthers, ...settled } = await settle(ctx, issued, related)
  return { ...settled, lines, afterwards: saveOthers, effects: () => effectsOfIssue(issued, parties) }
}

/** From now on the invoice and its papers say what they say today. */
function sealInvoice(
  ctx: WriteContext,
  invoice: Invoice,
  { lines, parties }: { lines: InvoiceLineRow[]; parties: InvoiceParties },
): void {
  // The lines were recounted meanwhile.
  const isVatPayer = paysVat(ctx.account, invoice, parties.original)
  const seal = sealOf(invoiceContent, invoice, { lines, parties: JSON.stringify({ ...parties, isVatPayer }) })
  saveSeal(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, seal)
}

async function markPaid(ctx: WriteContext, invoice: Invoice, body: PaymentBody): Promise<InvoiceTransition> {
  const remaining = remainingOf(invoice)
  const isRefund = remaining.lt(0)
  // A credit note is paid back: the payment is the mirror of one that comes in.
  const paying = payInvoice(
    ctx,
    {
      object: 'invoice',
      id: invoice.id,
      partner: { id: invoice.partner_id, name: invoice.partner_name },
      description: purposeText(ctx, isRefund ? 'credit_note' : 'invoice', invoice.number!),
      currency: invoice.currency,
      method: invoice.payment_method,
      remaining: remaining.abs(),
      isOutgoing: isRefund,
    },
    body,
  )
  const [{ settled }, lines] = await Promise.all([paying, listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)])
  const paid = decimal(invoice.amount_paid).plus(isRefund ? settled.times(-1) : settled)
  const isWhole = remaining.abs().eq(settled)
  return {
    changes: { amount_paid: plain(paid), paid_at: isWhole ? body.paid_at : null },
    to: isWhole ? 'paid' : 'issued',
    isSilent: !isWhole,
    lines,
    afterwards: after => showPaymentOnOrder(ctx, after),
  }
}

async function revertPayment(ctx: WriteContext, invoice: Invoice): Promise<InvoiceTransition> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.amount_paid).minus(last.amount).minus(last.rounding)
  const { saveOthers, ...settled } = await settle(ctx, { ...invoice, amount_paid: plain(paid), paid_at: null })
  return {
    ...settled,
    async afterwards(after) {
      await saveOthers()
      await showPaymentOnOrder(ctx, after)
    },
  }
}

async function cancelInvoice(ctx: WriteContext, invoice: Invoice): Promise<InvoiceTransition> {
  const credits = await listCreditsOf(ctx.tx, ctx.account.book.id, invoice.id)
  if (credits.length > 0) {
    throw problem('conflict', { ...because('has_credit_notes'), blockers: credits.map(blockerOf) })
  }
  await refuseUnchargedPieces(ctx, invoice)
  return {
    changes: { amount_credited: '0' },
    async afterwards(after) {
      await returnOrder(ctx, after)
      if (invoice.original_id !== null) await settleWithout(ctx, invoice, invoice.original_id)
    },
  }
}

/** A draft has charged nobody, and a credit note gives back. */
async function refuseUnchargedPieces(ctx: WriteContext, invoice: Invoice): Promise<void> {
  if (invoice.status === 'draft' || !decimal(invoice.total_deposit).gt(0)) return
  const lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, invoice.id)
  const charged = lines.map(line => ({ deposit_id: line.deposit_id, pieces: decimal(line.deposit_pieces) }))
  await refuseUncharged(ctx, invoice.partner_id, charged)
}

export const invoiceActions = documentActions(
  invoices,
  {
    issue: issueInvoice,
    mark_paid: markPaid,
    revert_payment: revertPayment,
    cancel: cancelInvoice,
    group_stock_issues: groupIssues,
    credit: creditInvoice,
  },
  { bodyErrors: { credit: creditLineErrors } },
)
