/** Makes a received invoice of a document that was read: its supplier found or created, its files tied to it. */

import { problem } from '../../../contract/problems.ts'
import type { ReadInvoice } from '../../../invoice-files/model.ts'
import { icoOf } from '../../../invoice-files/values.ts'
import type { FindContext, WriteContext } from '../../../kernel/context.ts'
import { homeCurrency } from '../../../lib/currencies.ts'
import { type Day, daysAfter } from '../../../lib/days.ts'
import { type CompanyRow, findNamedPartner, getCompany, type Partner } from '../../core/index.ts'
import { insertReceived, keptRate, newReceived, type Received } from '../../finance/index.ts'
import { type KeptFile, keepFile, refuseBytes } from '../attachments/actions.ts'
import { type AttachmentRow, saveAttachment } from '../attachments/store.ts'
import { findImported, type ReadDocument, supplierOf } from './supplier.ts'
import { warningsOf } from './warnings.ts'

export interface ImportedFiles {
  original: AttachmentRow
  /** The visual form, stored already; null when there is none. */
  pdf: KeptFile | null
}

export interface Imported {
  invoice: Received
  isPdfAttached: boolean
}

/** What the book knows of a document. */
export interface KnownOf {
  invoice: Received | undefined
  company: CompanyRow
  partner: Partner | undefined
}

/** Nothing of it depends on anything else of it, so all is asked at once. */
export async function lookUpDocument({ db, account }: FindContext, document: ReadDocument): Promise<KnownOf> {
  const [invoice, company, partner] = await Promise.all([
    findImported(db, account, document),
    getCompany(db, account),
    findNamedPartner(db, account, document.supplier),
  ])
  return { invoice, company, partner }
}

/** The refusals come before the first row is written, so that the inbox may go on after one. */
export async function importInvoice(
  ctx: WriteContext,
  document: ReadDocument,
  { known, files }: { known: KnownOf; files: ImportedFiles },
): Promise<Imported> {
  const { invoice: read } = document
  const { company } = known
  if (known.invoice) throw problem('duplicate', { existing_id: known.invoice.id })
  if (files.pdf) await refuseBytes(ctx, files.pdf.size)
  const supplier = await supplierOf(ctx, document, known.partner)
  const fields = fieldsOf(ctx, read, { partner: supplier.partner, company })
  const warnings = await warningsOf(ctx, supplier, {
    ...fields,
    supplierName: read.supplier.name,
    account: { account: fields.supplier_account, iban: fields.supplier_iban },
  })
  const draft = newReceived(ctx, supplier.partner, { ...fields, warnings })
  const attachments = await tieFiles(ctx, draft.id, files)
  const invoice = await insertReceived(
    ctx,
    { ...draft, attachment_ids: attachments.map(({ id }) => id) },
    {
      lines: read.lines.map(({ description, amount, vatRatePct }) => ({
        description,
        amount,
        vat_rate_pct: vatRatePct,
      })),
    },
  )
  return { invoice, isPdfAttached: files.pdf !== null }
}

function fieldsOf(
  ctx: WriteContext,
  read: ReadInvoice,
  { partner, company }: { partner: Partner; company: CompanyRow },
) {
  const issued = read.issueDate as Day
  const remarks = [...read.remarks, ...recipientRemarks(read, company), ...inactiveRemark(partner)]
  return {
    supplier_invoice_number: read.number,
    issue_date: issued,
    due_date: (read.dueDate as Day | null) ?? daysAfter(issued, partner.payment_terms),
    tax_point_date: (read.taxPointDate as Day | null) ?? issued,
    received_date: ctx.today,
    currency: read.currency,
    // A rate to the supplier's own currency says nothing about ours.
    exchange_rate: keptRate(read.currency, read.localCurrency === homeCurrency ? read.exchangeRate : null),
    given_vat: read.vat,
    given_vat_rates: read.vatRates?.map(({ ratePct, vat }) => ({ rate_pct: ratePct, vat })) ?? null,
    variable_symbol: read.variableSymbol,
    supplier_account: read.account === null ? null : [read.account, read.bankCode].filter(Boolean).join('/'),
    supplier_iban: read.iban,
    notes: textOf(read.notes),
    internal_notes: textOf(remarks),
    isdoc_uuid: read.uuid,
  }
}

const textOf = (lines: string[]): string | null =>
  lines.length === 0 ? null : [...lines.join('\n')].slice(0, 4_000).join('')

/** Another recipient is a note, not a refusal: firms change their names, and people send copies. */
function recipientRemarks({ recipient, supplier }: ReadInvoice, company: CompanyRow): string[] {
  const read = ({ ico }: { ico: string | null }) => ico && icoOf(ico, company.country)
  const ours = read(company)
  if (!ours) return []
  if (read(supplier) === ours) return ['The supplier is this company itself.']
  const theirs = read(recipient)
  return theirs && theirs !== ours ? [`The recipient is ${recipient.name ?? ''} (${theirs}).`] : []
}

const inactiveRemark = ({ is_active }: Partner): string[] => (is_active ? [] : ['The supplier is out of use.'])

/** A file that belongs to another record already stays there. */
async function tieFiles(ctx: WriteContext, invoiceId: string, files: ImportedFiles): Promise<AttachmentRow[]> {
  const pdf = files.pdf && (await keepFile(ctx, files.pdf))
  const fresh = [files.original, ...(pdf ? [pdf] : [])].filter(({ entity_id }) => entity_id === null)
  const tied = fresh.map(file => ({
    ...file,
    entity_type: 'received_invoice' as const,
    entity_id: invoiceId,
    updated_at: ctx.now,
  }))
  for (const file of tied) await saveAttachment(ctx.tx, ctx.account.book.id, file)
  return tied
}
