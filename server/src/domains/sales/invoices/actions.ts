/** Use cases of invoices: create and change. */
import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { isCurrency } from '../../../lib/currencies.ts'
import { type Day, daysAfter, daysBetween } from '../../../lib/days.ts'
import { plainText } from '../../../lib/decimal.ts'
import { newId } from '../../../lib/ids.ts'
import { keep } from '../../../lib/merge.ts'
import { labelFaults } from '../../core/categories/references.ts'
import { findPartner, type Partner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { PaymentMethod } from '../../finance/accounts/store.ts'
import { warehouseOf } from '../orders/references.ts'
import { newLines } from './lines.ts'
import { atTaxPoint, recountedAtTaxPoint } from './payer-status.ts'
import type { InvoiceCreate, InvoicePatch } from './schema.ts'
import { type Invoice, saveInvoice, saveInvoiceLines } from './store.ts'
import { type Uncounted, withTotals } from './totals.ts'
import { listedView } from './view.ts'
import { openActions } from './workflow.ts'

/** Either the invoice of an order and nothing else, or a free one that names its partner. */
export function shapeFaults(body: Record<string, unknown>): ProblemRow[] {
  if (body.order_id !== undefined) {
    return Object.keys(InvoiceOfOrder)
      .filter(name => body[name] !== undefined)
      .map(field => ({ field, code: 'unexpected_field', message: 'It comes from the order.' }))
  }
  const rows: ProblemRow[] =
    body.partner_id === undefined
      ? [{ field: 'partner_id', code: 'required', message: 'Required without order_id.' }]
      : []
  const lines = Array.isArray(body.lines) ? body.lines : []
  return [...rows, ...lines.flatMap((line, place) => lineFaults(line, `lines[${place}].`))]
}

/** What the order says itself. */
const InvoiceOfOrder: Record<string, true> = {
  partner_id: true,
  warehouse_id: true,
  category_id: true,
  event_id: true,
  activity_id: true,
  issue_date: true,
  due_date: true,
  tax_point_date: true,
  customer_order_ref: true,
  notes: true,
  internal_notes: true,
  currency: true,
  exchange_rate: true,
  lines: true,
}

/** A unit goes with an item and never without it. */
export function lineFaults(line: unknown, prefix = ''): ProblemRow[] {
  if (typeof line !== 'object' || line === null) return []
  const { item_id, unit } = line as Record<string, unknown>
  const hasItem = item_id !== undefined && item_id !== null
  const field = `${prefix}unit`
  if (hasItem && unit === undefined) {
    return [{ field, code: 'unit_required', message: 'A quantity of an item is sent with its unit.' }]
  }
  if (hasItem || unit === undefined) return []
  return [{ field, code: 'unexpected_field', message: 'A line without an item has no unit.' }]
}

export async function addInvoice(ctx: WriteContext, body: InvoiceCreate): Promise<Invoice> {
  const { tenant, book } = ctx.account
  const rows: ProblemRow[] = []
  const partner = await findPartner(ctx.tx, book.id, body.partner_id!)
  if (!partner?.isActive) rows.push(invalidReference('partner_id'))
  const named = body.warehouse_id ? await warehouseOf(ctx, body.warehouse_id) : undefined
  rows.push(...(named?.rows ?? []), ...(await labelFaults(ctx, body)))
  const lines = await newLines(ctx, body.lines ?? [], rows)
  if (!named && tenant.modules.includes('stock')) throw problem('warehouse_required')
  refuseCurrency(body.currency)
  const draft = newInvoice(ctx, partner!, { ...body, warehouse_id: named?.warehouse?.id ?? null })
  return insertInvoice(
    ctx,
    draft,
    lines.map((line, place) => ({ ...line, invoice_id: draft.id, sort_order: place + 1 })),
  )
}

export function refuseCurrency(currency: string | undefined): void {
  if (currency !== undefined && !isCurrency(currency)) throw problem('currency_not_supported')
}

/** Counted, kept and told. */
export async function insertInvoice(ctx: WriteContext, draft: Invoice, wanted: Uncounted[]): Promise<Invoice> {
  const { book } = ctx.account
  const { invoice, lines } = withTotals(draft, atTaxPoint(ctx, draft, wanted))
  await saveInvoice(ctx.tx, book.id, invoice)
  await saveInvoiceLines(ctx.tx, { bookId: book.id, now: ctx.now }, lines)
  ctx.emit('invoice.created', listedView(invoice, book.isLive))
  return invoice
}

type Head = Omit<InvoiceCreate, 'lines' | 'order_id' | 'partner_id'> & {
  payment_method?: PaymentMethod | null
  order_id?: string | null
}

export function newInvoice(
  ctx: WriteContext,
  partner: Pick<Partner, 'id' | 'name' | 'paymentTerms'>,
  head: Head,
): Invoice {
  const issueDate = head.issue_date ?? ctx.today
  return {
    id: newId(),
    version: 1,
    document_type: 'invoice',
    original_id: null,
    number: null,
    status: 'draft',
    partner_id: partner.id,
    partner_name: partner.name,
    order_id: head.order_id ?? null,
    warehouse_id: head.warehouse_id ?? null,
    category_id: head.category_id ?? null,
    event_id: head.event_id ?? null,
    activity_id: head.activity_id ?? null,
    issue_date: issueDate,
    due_date: head.due_date ?? dueDate(issueDate, partner),
    tax_point_date: head.tax_point_date ?? issueDate,
    paid_at: null,
    currency: head.currency ?? homeCurrency,
    exchange_rate: head.exchange_rate ? plainText(head.exchange_rate) : null,
    total_excl_vat: '0',
    total_vat: '0',
    total_incl_vat: '0',
    amount_paid: '0',
    variable_symbol: null,
    customer_order_ref: head.customer_order_ref ?? null,
    payment_method: head.payment_method ?? 'bank_transfer',
    notes: head.notes ?? null,
    internal_notes: head.internal_notes ?? null,
    external_system: head.external_ref?.system ?? null,
    external_id: head.external_ref?.id ?? null,
    issued_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

const dueDate = (issueDate: Day, { paymentTerms }: Pick<Partner, 'paymentTerms'>): Day =>
  daysAfter(issueDate, paymentTerms)

/** What may still be noted when the invoice is out. */
const remarks = ['notes', 'internal_notes', 'category_id', 'event_id', 'activity_id', 'due_date']

export function refuseClosed(invoice: Invoice, names: readonly string[] = []): void {
  const { status } = invoice
  if (status === 'draft') return
  const isRemark = status === 'issued' && names.length > 0 && names.every(name => remarks.includes(name))
  if (!isRemark) throw problem('invalid_transition', { allowed_actions: openActions(invoice) })
}

export async function changeInvoice(ctx: WriteContext, before: Invoice, body: InvoicePatch): Promise<Invoice> {
  if (Object.keys(body).length > 0) refuseClosed(before, Object.keys(body))
  refuseMirror(before, body)
  const after = await patched(ctx, before, body)
  const names = Object.keys(after) as (keyof Invoice)[]
  if (names.every(name => after[name] === before[name])) return before
  const isOtherDay = after.tax_point_date !== before.tax_point_date
  return touch(ctx, isOtherDay ? await recountedAtTaxPoint(ctx, after) : after)
}

/** A credit note is for whom and in what its invoice was. */
function refuseMirror({ document_type }: Invoice, body: InvoicePatch): void {
  const isOther = body.partner_id !== undefined || body.currency !== undefined || body.exchange_rate !== undefined
  if (document_type === 'credit_note' && isOther) {
    throw problem('conflict', { detail: 'A credit note keeps the partner, the currency and the rate of its invoice.' })
  }
}

async function patched(ctx: WriteContext, before: Invoice, body: InvoicePatch): Promise<Invoice> {
  const rows: ProblemRow[] = []
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (isNewPartner && !partner?.isActive) rows.push(invalidReference('partner_id'))
  rows.push(...(await labelFaults(ctx, body, before)), ...(await warehouseFaults(ctx, before, body)))
  if (rows.length > 0) throw validationFailed(rows)
  refuseCurrency(body.currency)
  const dates = patchedDates(before, body)
  return {
    ...before,
    partner_id: partnerId,
    partner_name: partner?.name ?? before.partner_name,
    warehouse_id: keep(body.warehouse_id, before.warehouse_id),
    category_id: keep(body.category_id, before.category_id),
    event_id: keep(body.event_id, before.event_id),
    activity_id: keep(body.activity_id, before.activity_id),
    ...dates,
    customer_order_ref: keep(body.customer_order_ref, before.customer_order_ref),
    notes: keep(body.notes, before.notes),
    internal_notes: keep(body.internal_notes, before.internal_notes),
    currency: body.currency ?? before.currency,
    exchange_rate: body.exchange_rate ? plainText(body.exchange_rate) : keep(body.exchange_rate, before.exchange_rate),
  }
}

/** Another issue date takes the due date along, and the tax point that was the same day. */
function patchedDates(
  before: Invoice,
  body: InvoicePatch,
): Pick<Invoice, 'issue_date' | 'due_date' | 'tax_point_date'> {
  const issueDate = body.issue_date ?? before.issue_date
  const isSameDay = before.tax_point_date === before.issue_date
  return {
    issue_date: issueDate,
    due_date: body.due_date ?? daysAfter(before.due_date, daysBetween(before.issue_date, issueDate)),
    tax_point_date: body.tax_point_date ?? (isSameDay ? issueDate : before.tax_point_date),
  }
}

/** It can be set, never cleared, once stock is kept. */
async function warehouseFaults(
  ctx: WriteContext,
  before: Invoice,
  { warehouse_id }: InvoicePatch,
): Promise<ProblemRow[]> {
  if (warehouse_id === undefined || warehouse_id === before.warehouse_id) return []
  if (warehouse_id === null) {
    if (ctx.account.tenant.modules.includes('stock')) throw problem('warehouse_required')
    return []
  }
  return (await warehouseOf(ctx, warehouse_id)).rows
}

/** The next version. */
export async function touch(ctx: WriteContext, invoice: Invoice): Promise<Invoice> {
  const after = { ...invoice, version: invoice.version + 1, updated_at: ctx.now }
  await saveInvoice(ctx.tx, ctx.account.book.id, after)
  return after
}
