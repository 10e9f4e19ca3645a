/** Received invoices as the wire shows them. */
import { referenceOf } from '../../../contract/schema.ts'
import { decimal, money, moneyText } from '../../../lib/decimal.ts'
import type { ReceivedInvoiceLine } from './schema.ts'
import type { Received, ReceivedLine } from './store.ts'

export const receivedView = (invoice: Received) => ({
  number: invoice.number,
  supplier_invoice_number: invoice.supplier_invoice_number,
  status: invoice.status,
  partner_id: invoice.partner_id,
  partner: { id: invoice.partner_id, name: invoice.partner_name },
  issue_date: invoice.issue_date,
  due_date: invoice.due_date,
  tax_point_date: invoice.tax_point_date,
  received_date: invoice.received_date,
  paid_at: invoice.paid_at,
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate,
  totals: {
    excl_vat: moneyText(invoice.total_excl_vat),
    vat: moneyText(invoice.total_vat),
    incl_vat: moneyText(invoice.total_incl_vat),
  },
  paid_amount: moneyText(invoice.paid_amount),
  amount_remaining: money(decimal(invoice.total_incl_vat).minus(invoice.paid_amount)),
  variable_symbol: invoice.variable_symbol,
  notes: invoice.notes,
  internal_notes: invoice.internal_notes,
  supplier_account: invoice.supplier_account,
  supplier_iban: invoice.supplier_iban,
  attachment_ids: invoice.attachment_ids,
  isdoc_uuid: invoice.isdoc_uuid,
  exported_at: invoice.exported_at,
  external_ref: referenceOf(invoice),
  warnings: invoice.warnings,
})

export const lineView = (line: ReceivedLine): ReceivedInvoiceLine => ({
  object: 'received_invoice_line',
  id: line.id,
  received_invoice_id: line.received_invoice_id,
  description: line.description,
  amount: moneyText(line.amount),
  vat_rate_pct: line.vat_rate_pct,
  category_id: line.category_id,
  sort_order: line.sort_order,
  created_at: line.created_at,
})
