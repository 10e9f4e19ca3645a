/** Use cases of invoices: create and change. */

import { invalidReference, type ProblemRow, problem, validationFailed } from '../../../contract/problems.ts'
import type { ExternalRef } from '../../../contract/schema.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { newId } from '../../../lib/ids.ts'
import { changedFields, keep } from '../../../lib/merge.ts'
import { findPartner, keepLabels, labelErrors, type Partner } from '../../core/index.ts'
import type { PaymentMethod } from '../../finance/index.ts'
import { keepsStock, warehouseOf } from '../orders/references.ts'
import { dateFaults, newDates, patchDates } from './dates.ts'
import { invoices } from './document.ts'
import { newLines } from './lines.ts'
import { atTaxPoint, recountAtTaxPoint } from './payer-status.ts'
import { newRate, patchRate, rateFaults } from './rates.ts'
import { requireEditable, requireKnownCurrency, requireSameParty } from './rules.ts'
import type { InvoiceCreate, InvoicePatch } from './schema.ts'
import { type Invoice, type InvoiceLineColumns, invoiceLineTable, invoiceTable, listInvoiceLines } from './store.ts'
import { type Uncounted, withTotals } from './totals.ts'

export async function addInvoice(ctx: WriteContext, body: InvoiceCreate): Promise<Invoice> {
  const { book } = ctx.account
  const rows: ProblemRow[] = []
  const [partner, named, labelRows] = await Promise.all([
    findPartner(ctx.tx, book.id, body.partner_id!),
    body.warehouse_id ? invoiceWarehouse(ctx, body.warehouse_id) : undefined,
    labelErrors(ctx, body),
  ])
  if (!partner?.is_active) rows.push(invalidReference('partner_id'))
  rows.push(...(named?.rows ?? []), ...labelRows)
  const currency = body.currency ?? homeCurrency
  const dates = newDates(body, ctx.today, partner?.payment_terms ?? 0)
  rows.push(...dateFaults(dates, body, ctx), ...rateFaults(currency, body))
  const lines = await newLines(ctx, body.lines ?? [], { currency, taxPoint: dates.tax_point_date, rows })
  if (!named && keepsStock(ctx)) throw problem('warehouse_required')
  requireKnownCurrency(body.currency)
  const draft = newInvoice(ctx, partner!, { ...body, warehouse_id: named?.warehouse?.id ?? null })
  return insertInvoice(ctx, draft, {
    lines: lines.map((line, index) => ({ invoice_id: draft.id, sort_order: index + 1, ...line })),
    ref: body.external_ref,
  })
}

/** Where no stock is kept, an invoice has no warehouse. */
const invoiceWarehouse: typeof warehouseOf = async (ctx, id) => {
  if (keepsStock(ctx)) return warehouseOf(ctx, id)
  const message = 'An account without the stock module has no warehouse on its invoices.'
  return { rows: [{ field: 'warehouse_id', code: 'unexpected_field', message }] }
}

interface Content<Line> {
  lines: readonly Line[]
  ref?: ExternalRef | undefined
}

/** Computes totals, saves, emits. */
export function insertInvoice(ctx: WriteContext, draft: Invoice, { lines, ref }: Content<Uncounted>): Promise<Invoice> {
  const counted = withTotals(draft, lines.map(atTaxPoint(ctx, draft)))
  return insertCounted(ctx, counted.invoice, { lines: counted.lines, ref })
}

export async function insertCounted(
  ctx: WriteContext,
  invoice: Invoice,
  { lines, ref }: Content<InvoiceLineColumns>,
): Promise<Invoice> {
  await invoices.insert(ctx, invoice, ref)
  await invoiceLineTable.insert(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, lines)
  return invoice
}

type Head = Omit<InvoiceCreate, 'lines' | 'order_id' | 'partner_id'> & {
  payment_method?: PaymentMethod | null
  order_id?: string | null
}

/** What is not there yet of a draft. */
const blank = {
  version: 1,
  document_type: 'invoice',
  original_id: null,
  number: null,
  status: 'draft',
  paid_at: null,
  total_excl_vat: '0',
  total_vat: '0',
  total_incl_vat: '0',
  total_deposit: '0',
  amount_paid: '0',
  amount_credited: '0',
  is_credited: false,
  variable_symbol: null,
  symbol_year: null,
  issued_at: null,
  reason: null,
} as const

export function newInvoice(
  ctx: WriteContext,
  partner: Pick<Partner, 'id' | 'name' | 'payment_terms'>,
  head: Head,
): Invoice {
  const currency = head.currency ?? homeCurrency
  return {
    id: newId(),
    partner_id: partner.id,
    partner_name: partner.name,
    order_id: head.order_id ?? null,
    warehouse_id: head.warehouse_id ?? null,
    ...keepLabels(head),
    ...newDates(head, ctx.today, partner.payment_terms),
    currency,
    exchange_rate: newRate(currency, head),
    customer_order_ref: head.customer_order_ref ?? null,
    payment_method: head.payment_method ?? 'bank_transfer',
    notes: head.notes ?? null,
    internal_notes: head.internal_notes ?? null,
    external_system: head.external_ref?.system ?? null,
    external_id: head.external_ref?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
    ...blank,
  }
}

export async function changeInvoice(ctx: WriteContext, before: Invoice, body: InvoicePatch): Promise<Invoice> {
  if (Object.keys(body).length > 0) requireEditable(before, Object.keys(body))
  requireSameParty(before, body)
  const after = await patchInvoice(ctx, before, body)
  const names = changedFields(before, after)
  const isOtherDay = after.tax_point_date !== before.tax_point_date
  if (names.some(name => !unseen.includes(name))) {
    return invoices.touch(ctx, before, isOtherDay ? (await recountAtTaxPoint(ctx, after)).invoice : after)
  }
  if (names.length > 0) {
    await invoiceTable.save(ctx.tx, { bookId: ctx.account.book.id, now: after.updated_at }, [after])
  }
  return after
}

/** A date sent as it was is given from now on; nobody sees that, so it is no other version. */
const unseen: (keyof Invoice)[] = ['is_due_date_given', 'is_tax_point_given']

/** Deposits are in the currency of the invoice. */
async function requireNoDeposits(ctx: WriteContext, before: Invoice, { currency }: InvoicePatch): Promise<void> {
  if (currency === undefined || currency === before.currency) return
  const lines = await listInvoiceLines(ctx.tx, ctx.account.book.id, before.id)
  if (lines.every(({ deposit_id }) => deposit_id === null)) return
  throw problem('conflict', { detail: `Lines have deposits in ${before.currency}: remove them first.` })
}

async function patchInvoice(ctx: WriteContext, before: Invoice, body: InvoicePatch): Promise<Invoice> {
  const rows: ProblemRow[] = []
  const partnerId = body.partner_id ?? before.partner_id
  const isNewPartner = partnerId !== before.partner_id
  const partner = isNewPartner ? await findPartner(ctx.tx, ctx.account.book.id, partnerId) : undefined
  if (isNewPartner && !partner?.is_active) rows.push(invalidReference('partner_id'))
  rows.push(...(await labelErrors(ctx, body, before)), ...(await warehouseFaults(ctx, before, body)))
  const original = before.original_id
    ? await invoiceTable.get(ctx.tx, ctx.account.book.id, before.original_id)
    : undefined
  const dates = patchDates(before, body, { newTerms: partner?.payment_terms, original })
  rows.push(...dateFaults(dates, body, { today: ctx.today, original }))
  rows.push(...rateFaults(body.currency ?? before.currency, body))
  if (rows.length > 0) throw validationFailed(rows)
  requireKnownCurrency(body.currency)
  await requireNoDeposits(ctx, before, body)
  return {
    ...before,
    partner_id: partnerId,
    partner_name: partner?.name ?? before.partner_name,
    warehouse_id: keep(body.warehouse_id, before.warehouse_id),
    ...keepLabels(body, before),
    ...dates,
    customer_order_ref: keep(body.customer_order_ref, before.customer_order_ref),
    notes: keep(body.notes, before.notes),
    internal_notes: keep(body.internal_notes, before.internal_notes),
    currency: body.currency ?? before.currency,
    exchange_rate: patchRate(before, body),
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
    if (keepsStock(ctx)) throw problem('warehouse_required')
    return []
  }
  return (await invoiceWarehouse(ctx, warehouse_id)).rows
}
