/** A received invoice as its form holds it, and the body it becomes. */
import type { ReceivedInvoice, ReceivedInvoiceLine } from '@cellarbook/sdk'
import { begunLines } from '../../format/begun-lines.ts'
import { newId } from '../../format/ids.ts'

export type HeadDraft = {
  partner_id: string
  supplier_invoice_number: string
  issue_date: string
  due_date: string
  tax_point_date: string
  variable_symbol: string
  currency: string
  exchange_rate: string
  notes: string
  internal_notes: string
}

export type LineDraft = { description: string; amount: string; vat_rate_pct: string; category_id: string }

/** Of the form only. */
export type GridLine = LineDraft & { key: string }

export type ReceivedDraft = HeadDraft & { received_date: string; lines: GridLine[] }

export const blankLine: LineDraft = { description: '', amount: '', vat_rate_pct: '21', category_id: '' }
export const blankGridLine = (): GridLine => ({ key: newId(), ...blankLine })

export const blankReceived = (issue_date: string): ReceivedDraft => ({
  partner_id: '',
  supplier_invoice_number: '',
  issue_date,
  received_date: '',
  due_date: '',
  tax_point_date: '',
  variable_symbol: '',
  currency: 'CZK',
  exchange_rate: '',
  notes: '',
  internal_notes: '',
  lines: [blankGridLine()],
})

export const headOf = (invoice: ReceivedInvoice): HeadDraft => ({
  partner_id: invoice.partner_id,
  supplier_invoice_number: invoice.supplier_invoice_number,
  issue_date: invoice.issue_date,
  due_date: invoice.due_date,
  tax_point_date: invoice.tax_point_date,
  variable_symbol: invoice.variable_symbol ?? '',
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate ?? '',
  notes: invoice.notes ?? '',
  internal_notes: invoice.internal_notes ?? '',
})

export const draftOfLine = (line: ReceivedInvoiceLine): LineDraft => ({
  description: line.description,
  amount: line.amount,
  vat_rate_pct: line.vat_rate_pct,
  category_id: line.category_id ?? '',
})

export const bodyOfLine = ({ description, amount, vat_rate_pct, category_id }: LineDraft): object => ({
  description,
  amount,
  vat_rate_pct,
  category_id: category_id || null,
})

/** Rows nobody filled in are not sent. */
export const sentLines = (lines: readonly GridLine[]): GridLine[] => begunLines(lines, blankGridLine())

/** What nobody filled in is left to the service. */
export function bodyOfReceived({ lines, ...head }: ReceivedDraft): object {
  const given = Object.entries(head).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(given), lines: sentLines(lines).map(bodyOfLine) }
}

/** Whether the service could count it: there is no use in asking before. */
export const isCountable = ({ partner_id, supplier_invoice_number, issue_date, lines }: ReceivedDraft): boolean =>
  partner_id !== '' &&
  supplier_invoice_number !== '' &&
  issue_date !== '' &&
  sentLines(lines).every(line => line.description !== '' && line.amount !== '' && line.vat_rate_pct !== '')
