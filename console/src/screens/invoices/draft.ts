/** An invoice as its form holds it, and the body it becomes. */
import type { Invoice } from '@cellarbook/sdk'
import { begunLines } from '../../format/begun-lines.ts'
import { isDayOrEmpty } from '../../format/days.ts'
import { newId } from '../../format/ids.ts'
import { blankInvoiceLine, bodyOfLine, type InvoiceLineDraft } from './line-draft.ts'

export type HeadDraft = {
  partner_id: string
  warehouse_id: string
  issue_date: string
  tax_point_date: string
  due_date: string
  currency: string
  exchange_rate: string
  customer_order_ref: string
  notes: string
  internal_notes: string
}

export interface GridLine extends InvoiceLineDraft {
  /** Of the form only. */
  key: string
}

export type InvoiceDraft = HeadDraft & { lines: GridLine[] }

export const blankGridLine = (): GridLine => ({ key: newId(), ...blankInvoiceLine })

export const blankInvoice = (warehouse_id: string): InvoiceDraft => ({
  partner_id: '',
  warehouse_id,
  issue_date: '',
  tax_point_date: '',
  due_date: '',
  currency: 'CZK',
  exchange_rate: '',
  customer_order_ref: '',
  notes: '',
  internal_notes: '',
  lines: [blankGridLine()],
})

export const headOf = (invoice: Invoice): HeadDraft => ({
  partner_id: invoice.partner.id,
  warehouse_id: invoice.warehouse_id ?? '',
  issue_date: invoice.issue_date,
  tax_point_date: invoice.tax_point_date,
  due_date: invoice.due_date ?? '',
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate ?? '',
  customer_order_ref: invoice.customer_order_ref ?? '',
  notes: invoice.notes ?? '',
  internal_notes: invoice.internal_notes ?? '',
})

/** Rows nobody filled in are not sent. */
export const sentLines = (lines: readonly GridLine[]): GridLine[] => begunLines(lines, blankGridLine())

/** What nobody filled in is left to the service. */
export function bodyOfInvoice({ lines, ...head }: InvoiceDraft): { partner_id?: string; lines: object[] } {
  const given = Object.entries(head).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(given), lines: sentLines(lines).map(bodyOfLine) }
}

/** Whether the service could count it: there is no use in asking before. */
export const isCountable = ({ partner_id, lines, ...head }: InvoiceDraft): boolean =>
  partner_id !== '' &&
  [head.issue_date, head.tax_point_date, head.due_date].every(isDayOrEmpty) &&
  sentLines(lines).every(line => line.description !== '' && line.quantity !== '' && line.unit_price !== '')
