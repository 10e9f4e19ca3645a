/** Use cases of received invoices: create, change, actions. */

import { tooFarAhead } from '../../../contract/dates.ts'
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { ExternalRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { daysAfter } from '../../../lib/days.ts'
import { decimal, plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { keep } from '../../../lib/merge.ts'
import { findPartner, lineLabelErrors } from '../../core/index.ts'
import { payInvoice, takeBackInvoicePayment } from '../cashflows/of-payments.ts'
import { purposeText } from '../cashflows/words.ts'
import type { PaymentBody } from '../payments/schema.ts'
import { receivedContent } from '../seals.ts'
import { receivedInvoices } from './document.ts'
import { dateFaults, keptRate, lacksRate, rateFaults, refuseCurrency, refuseMoney } from './rules.ts'
import type { ReceivedInvoiceCreate, ReceivedInvoicePatch, ReceivedLineCreate } from './schema.ts'
import {
  listReceivedLines,
  type Received,
  type ReceivedLineColumns,
  receivedLineTable,
  receivedTable,
} from './store.ts'
import { computeTotals } from './totals.ts'

export async function addReceived(ctx: WriteContext, body: ReceivedInvoiceCreate): Promise<Received> {
  const { book } = ctx.account
  const rows: ProblemRow[] = [
    ...tooFarAhead('issue_date', body.issue_date, ctx.today),
    ...tooFarAhead('received_date', body.received_date, ctx.today),
  ]
  const partner = await findPartner(ctx.tx, book.id, body.partner_id)
  if (!partner?.is_active) rows.push(invalidReference('partner_id'))
  const lines = body.lines ?? []
  rows.push(...(await lineLabelErrors(ctx, lines, index => `lines[${index}].`)))
  const { issue_date, due_date = issue_date, currency = homeCurrency, exchange_rate = null } = body
  rows.push(...dateFaults({ issue_date, due_date }), ...rateFaults(currency, exchange_rate))
  if (rows.length > 0) throw validationFailed(rows)
  refuseCurrency(body.currency)
  const draft = newReceived(ctx, partner!, {
    supplier_invoice_number: body.supplier_invoice_number,
    issue_date,
    due_date: body.due_date ?? daysAfter(issue_date, partner!.payment_terms),
    tax_point_date: body.tax_point_date ?? issue_date,
    received_date: body.received_date ?? ctx.today,
    currency,
    exchange_rate: keptRate(currency, exchange_rate),
    variable_symbol: body.variable_symbol ?? null,
    notes: body.notes ?? null,
    internal_notes: body.internal_notes ?? null,
    external_system: body.external_ref?.system ?? null,
    external_id: body.external_ref?.id ?? null,
  })
  return insertReceived(ctx, draft, { lines, ref: body.external_ref })
}

type FreshFields = Pick<
  Received,
  'supplier_invoice_number' | 'issue_date' | 'due_date' | 'tax_point_date' | 'received_date' | 'currency'
> &
  Partial<Received>

/** A draft with nothing in it but what is given. */
export const newReceived = (
  ctx: WriteContext,
  partner: { id: string; name: string },
  fields: FreshFields,
): Received => ({
  id: newId(),
  version: 1,
  number: null,
  status: 'draft',
  partner_id: partner.id,
  partner_name: partner.name,
  paid_at: null,
  exchange_rate: null,
  total_excl_vat: '0',
  total_vat: '0',
  total_incl_vat: '0',
  given_vat: null,
  given_vat_rates: null,
  warnings: [],
  variable_symbol: null,
  notes: null,
  internal_notes: null,
  supplier_account: null,
  supplier_iban: null,
  attachment_ids: [],
  isdoc_uuid: null,
  exported_at: null,
  external_system: null,
  external_id: null,
  paid_amount: '0',
  created_at: ctx.now,
  updated_at: ctx.now,
  ...fields,
})

export async function insertReceived(
  ctx: WriteContext,
  draft: Received,
  { lines, ref }: { lines: readonly ReceivedLineCreate[]; ref?: ExternalRef | undefined },
): Promise<Received> {
  const fresh = lines.map((line, index) => newLine(draft.id, index + 1, line))
  const invoice = await receivedInvoices.insert(ctx, computeTotals(draft, fresh), ref)
  await receivedLineTable.insert(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, fresh)
  return invoice
}

/** A file was tied to the invoice: it shows it, so it is another version of it. */
export async function noteAttachment(ctx: WriteContext, id: string): Promise<void> {
  const invoice = await receivedTable.find(ctx.tx, ctx.account.book.id, id)
  if (!invoice) return
  requireEditable(invoice)
  await receivedInvoices.touch(ctx, invoice)
}

export const newLine = (invoiceId: string, sortOrder: number, line: ReceivedLineCreate): ReceivedLineColumns => ({
  id: newId(),
  received_invoice_id: invoiceId,
  sort_order: sortOrder,
  description: line.description,
  amount: plainText(line.amount),
  vat_rate_pct: plainText(line.vat_rate_pct),
  category_id: line.category_id ?? null,
})

/** After the export and after a cancellation nothing changes any more. */
export function requireEditable(invoice: Received): void {
  if (receivedInvoices.lock?.(invoice)) throw receivedInvoices.notNow(invoice)
}

export async function changeReceived(
  ctx: WriteContext,
  before: Received,
  body: ReceivedInvoicePatch,
): Promise<Received> {
  requireEditable(before)
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  const after = applyPatch(before, body, partner)
  const rows = [
    ...(isNewPartner && !partner?.is_active ? [invalidReference('partner_id')] : []),
    ...tooFarAhead('issue_date', body.issue_date === before.issue_date ? undefined : body.issue_date, ctx.today),
    ...dateFaults(after, before),
    ...rateFaults(after.currency, body.exchange_rate ?? null),
  ]
  if (rows.length > 0) throw validationFailed(rows)
  refuseCurrency(body.currency)
  refuseMoney(before, after)
  const names = Object.keys(after) as (keyof Received)[]
  if (names.every(name => after[name] === before[name])) return before
  const saved = await receivedInvoices.touch(ctx, before, after)
  await sealReceived(ctx, saved)
  return saved
}

/** What is confirmed keeps what it says; an edit it still allows seals it anew. */
export async function sealReceived(ctx: WriteContext, invoice: Received): Promise<void> {
  if (invoice.status === 'draft') return
  const bookId = ctx.account.book.id
  const lines = await listReceivedLines(ctx.tx, bookId, invoice.id)
  saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(receivedContent, invoice, { lines }))
}

function applyPatch(before: Received, body: ReceivedInvoicePatch, partner: { name: string } | undefined): Received {
  const { currency = before.currency } = body
  // A rate belongs to its currency.
  const rate = keep(body.exchange_rate, currency === before.currency ? before.exchange_rate : null)
  return {
    ...before,
    supplier_invoice_number: body.supplier_invoice_number ?? before.supplier_invoice_number,
    partner_id: body.partner_id ?? before.partner_id,
    partner_name: partner?.name ?? before.partner_name,
    issue_date: body.issue_date ?? before.issue_date,
    due_date: body.due_date ?? before.due_date,
    tax_point_date: body.tax_point_date ?? before.tax_point_date,
    variable_symbol: keep(body.variable_symbol, before.variable_symbol),
    currency,
    exchange_rate: keptRate(currency, rate),
    notes: keep(body.notes, before.notes),
    internal_notes: keep(body.internal_notes, before.internal_notes),
  }
}

type ReceivedTransition = Transition<Received, Received['status']>

async function confirmReceived(ctx: WriteContext, invoice: Received): Promise<ReceivedTransition> {
  const lines = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (lines.length === 0) throw problem('no_lines')
  if (lacksRate(invoice)) throw problem('missing_exchange_rate')
  const number = await takeNumber(ctx, 'received_invoice', invoice.received_date)
  return { changes: { number }, afterwards: after => sealReceived(ctx, after) }
}

/** A correction below zero is paid by the supplier: the payment is the mirror of one that goes out. */
async function markPaid(ctx: WriteContext, invoice: Received, body: PaymentBody): Promise<ReceivedTransition> {
  const remaining = decimal(invoice.total_incl_vat).minus(invoice.paid_amount)
  const isRefund = remaining.lt(0)
  const { settled } = await payInvoice(
    ctx,
    {
      object: 'received_invoice',
      id: invoice.id,
      partner: { id: invoice.partner_id, name: invoice.partner_name },
      description: purposeText(ctx, 'received_invoice', invoice.supplier_invoice_number),
      currency: invoice.currency,
      method: 'bank_transfer',
      remaining: remaining.abs(),
      isOutgoing: !isRefund,
    },
    body,
  )
  const paid = decimal(invoice.paid_amount).plus(isRefund ? settled.times(-1) : settled)
  const isWhole = paid.eq(invoice.total_incl_vat)
  return {
    changes: { paid_amount: plain(paid), paid_at: isWhole ? body.paid_at : null },
    to: isWhole ? 'paid' : 'confirmed',
    isSilent: !isWhole,
  }
}

async function revertPayment(ctx: WriteContext, invoice: Received): Promise<ReceivedTransition> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.paid_amount).plus(last.amount).plus(last.rounding)
  return { changes: { paid_amount: plain(paid), paid_at: null } }
}

export const receivedActions = documentActions(receivedInvoices, {
  confirm: confirmReceived,
  mark_paid: markPaid,
  revert_payment: revertPayment,
  cancel: async () => ({}),
  export: async ctx => ({ changes: { exported_at: ctx.now } }),
})
