/** What is refused of an invoice, whatever the rest of the request says. */
import { problem } from '../../../contract/problems.ts'
import { isCurrency } from '../../../lib/currencies.ts'
import { invoices } from './document.ts'
import type { InvoicePatch } from './schema.ts'
import type { Invoice } from './store.ts'

/** What may still be noted when the invoice is out. */
const remarks = ['notes', 'internal_notes', 'category_id', 'event_id', 'activity_id', 'due_date']

/** A draft may change; of an issued invoice only remarks, when nothing else is named. */
export function requireEditable(invoice: Invoice, names: readonly string[] = []): void {
  const { status } = invoice
  if (status === 'draft') return
  const isRemark = status === 'issued' && names.length > 0 && names.every(name => remarks.includes(name))
  if (!isRemark) throw invoices.notNow(invoice)
}

export function requireKnownCurrency(currency: string | undefined): void {
  if (currency !== undefined && !isCurrency(currency)) throw problem('currency_not_supported')
}

/** A credit note is for whom and in what its invoice was, and is not due. */
export function requireSameParty({ document_type }: Invoice, body: InvoicePatch): void {
  if (document_type !== 'credit_note') return
  if (body.due_date !== undefined) throw problem('conflict', { detail: 'A credit note has no due date.' })
  const isOther = body.partner_id !== undefined || body.currency !== undefined || body.exchange_rate !== undefined
  if (!isOther) return
  throw problem('conflict', { detail: 'A credit note keeps the partner, the currency and the rate of its invoice.' })
}

/** Else it would no longer be the mirror, and could give back more than was invoiced. */
export function requireOwnLines({ document_type }: Invoice): void {
  if (document_type !== 'credit_note') return
  throw problem('conflict', { detail: 'A credit note mirrors lines of its invoice: cancel it and create a new one.' })
}
