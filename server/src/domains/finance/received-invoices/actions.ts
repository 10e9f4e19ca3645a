/** Use cases of received invoices: create, change, actions. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { claimReference } from '../../../kernel/external-refs.ts'
import { takeNumber } from '../../../kernel/numbering.ts'
import { saveSeal, sealOf } from '../../../kernel/seal.ts'
import { daysAfter } from '../../../lib/days.ts'
import { decimal, plain, plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { keep } from '../../../lib/merge.ts'
import { lineLabelFaults } from '../../core/categories/references.ts'
import { findPartner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import { payInvoice, takeBackInvoicePayment } from '../cashflows/of-payments.ts'
import type { PaymentBody } from '../payments/actions.ts'
import { receivedContent } from '../seals.ts'
import { dateFaults, keptRate, lacksRate, rateFaults, refuseCurrency, refuseMoney } from './rules.ts'
import { lockOf, type ReceivedInvoiceCreate, type ReceivedInvoicePatch, type ReceivedLineCreate } from './schema.ts'
import {
  findReceived,
  listReceivedLines,
  type Received,
  type ReceivedLineColumns,
  saveReceived,
  saveReceivedLines,
} from './store.ts'
import { counted } from './totals.ts'
import { listedView } from './view.ts'

type EventName = 'created' | 'confirmed' | 'paid' | 'payment_reverted' | 'cancelled'

export const say = (ctx: WriteContext, name: EventName, invoice: Received): void =>
  ctx.emit(`received_invoice.${name}`, listedView(invoice, ctx.account.book.isLive))

export async function addReceived(ctx: WriteContext, body: ReceivedInvoiceCreate): Promise<Received> {
  const { book } = ctx.account
  const rows: ProblemRow[] = []
  const partner = await findPartner(ctx.tx, book.id, body.partner_id)
  if (!partner?.isActive) rows.push(invalidReference('partner_id'))
  const lines = body.lines ?? []
  rows.push(...(await lineLabelFaults(ctx, lines, place => `lines[${place}].`)))
  const { issue_date, due_date = issue_date, currency = homeCurrency, exchange_rate = null } = body
  rows.push(...dateFaults({ issue_date, due_date }), ...rateFaults(currency, exchange_rate))
  if (rows.length > 0) throw validationFailed(rows)
  refuseCurrency(body.currency)
  const draft = newReceived(ctx, partner!, {
    supplier_invoice_number: body.supplier_invoice_number,
    issue_date,
    due_date: body.due_date ?? daysAfter(issue_date, partner!.paymentTerms),
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
  const invoice = await insertReceived(ctx, draft, lines)
  await claimReference(ctx, 'received_invoice', body.external_ref, {
    object: 'received_invoice',
    object_id: invoice.id,
  })
  return invoice
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
  lines: readonly ReceivedLineCreate[],
): Promise<Received> {
  const bookId = ctx.account.book.id
  const fresh = lines.map((line, place) => newLine(draft.id, place + 1, line))
  const invoice = counted(draft, fresh)
  await saveReceived(ctx.tx, bookId, invoice)
  await saveReceivedLines(ctx.tx, { bookId, now: ctx.now }, fresh)
  say(ctx, 'created', invoice)
  return invoice
}

/** A file was tied to the invoice: it shows it, so it is another version of it. */
export async function noteAttachment(ctx: WriteContext, id: string): Promise<void> {
  const invoice = await findReceived(ctx.tx, ctx.account.book.id, id)
  if (!invoice) return
  refuseLocked(invoice)
  await touch(ctx, invoice)
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
export function refuseLocked(invoice: Received): void {
  const reason = lockOf(invoice)
  if (reason) throw problem('invalid_transition', { allowed_actions: [], reason })
}

export async function changeReceived(
  ctx: WriteContext,
  before: Received,
  body: ReceivedInvoicePatch,
): Promise<Received> {
  refuseLocked(before)
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  const after = patched(before, body, partner)
  const rows = [
    ...(isNewPartner && !partner?.isActive ? [invalidReference('partner_id')] : []),
    ...dateFaults(after, before),
    ...rateFaults(after.currency, body.exchange_rate ?? null),
  ]
  if (rows.length > 0) throw validationFailed(rows)
  refuseCurrency(body.currency)
  refuseMoney(before, after)
  const names = Object.keys(after) as (keyof Received)[]
  if (names.every(name => after[name] === before[name])) return before
  const saved = await touch(ctx, after)
  await sealReceived(ctx, saved)
  return saved
}

/** What is confirmed keeps what it says; an edit it still allows seals it anew. */
export async function sealReceived(ctx: WriteContext, invoice: Received): Promise<void> {
  if (invoice.status === 'draft') return
  const bookId = ctx.account.book.id
  const lines = await listReceivedLines(ctx.tx, bookId, invoice.id)
  await saveSeal(ctx.tx, { bookId, now: ctx.now }, sealOf(receivedContent, invoice, lines))
}

function patched(before: Received, body: ReceivedInvoicePatch, partner: { name: string } | undefined): Received {
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

export async function touch(ctx: WriteContext, invoice: Received): Promise<Received> {
  const after = { ...invoice, version: invoice.version + 1, updated_at: ctx.now }
  await saveReceived(ctx.tx, ctx.account.book.id, after)
  return after
}

export async function confirmReceived(ctx: WriteContext, invoice: Received): Promise<Received> {
  const lines = await listReceivedLines(ctx.tx, ctx.account.book.id, invoice.id)
  if (lines.length === 0) throw problem('no_lines')
  if (lacksRate(invoice)) throw problem('missing_exchange_rate')
  const number = await takeNumber(ctx, 'received_invoice', invoice.received_date)
  const after = await touch(ctx, { ...invoice, status: 'confirmed', number })
  await sealReceived(ctx, after)
  say(ctx, 'confirmed', after)
  return after
}

/** A correction below zero is paid by the supplier: the payment is the mirror of one that goes out. */
export async function markPaid(ctx: WriteContext, invoice: Received, body: PaymentBody): Promise<Received> {
  const remaining = decimal(invoice.total_incl_vat).minus(invoice.paid_amount)
  const isRefund = remaining.lt(0)
  const { settled } = await payInvoice(
    ctx,
    {
      object: 'received_invoice',
      id: invoice.id,
      partner: { id: invoice.partner_id, name: invoice.partner_name },
      description: `Received invoice ${invoice.supplier_invoice_number}`,
      currency: invoice.currency,
      method: 'bank_transfer',
      remaining: remaining.abs(),
      isOutgoing: !isRefund,
    },
    body,
  )
  const paid = decimal(invoice.paid_amount).plus(isRefund ? settled.times(-1) : settled)
  const isWhole = paid.eq(invoice.total_incl_vat)
  const after = await touch(ctx, {
    ...invoice,
    paid_amount: plain(paid),
    status: isWhole ? 'paid' : 'confirmed',
    paid_at: isWhole ? body.paid_at : null,
  })
  if (isWhole) say(ctx, 'paid', after)
  return after
}

export async function revertPayment(ctx: WriteContext, invoice: Received): Promise<Received> {
  const last = await takeBackInvoicePayment(ctx, invoice.id)
  const paid = decimal(invoice.paid_amount).plus(last.amount).plus(last.rounding)
  const after = await touch(ctx, { ...invoice, paid_amount: plain(paid), status: 'confirmed', paid_at: null })
  say(ctx, 'payment_reverted', after)
  return after
}

export async function cancelReceived(ctx: WriteContext, invoice: Received): Promise<Received> {
  const after = await touch(ctx, { ...invoice, status: 'cancelled' })
  say(ctx, 'cancelled', after)
  return after
}

/** No event type exists for it. */
export const exportReceived = (ctx: WriteContext, invoice: Received): Promise<Received> =>
  touch(ctx, { ...invoice, exported_at: ctx.now })
