/** Invoices as the wire shows them. */

import { referenceOf } from '../../../contract/schema.ts'
import { money, moneyText } from '../../../lib/decimal.ts'
import { namesItem, unitOf } from '../../core/index.ts'
import type { InvoiceLine } from './schema.ts'
import type { Invoice, InvoiceLineRow } from './store.ts'
import { payableOf, remainingOf } from './totals.ts'

export const invoiceView = (invoice: Invoice) => ({
  document_type: invoice.document_type,
  original_invoice_id: invoice.original_id,
  number: invoice.number,
  status: invoice.status,
  partner: { id: invoice.partner_id, name: invoice.partner_name },
  // Only its own address shows it.
  order_id: null,
  warehouse_id: invoice.warehouse_id,
  category_id: invoice.category_id,
  event_id: invoice.event_id,
  activity_id: invoice.activity_id,
  issue_date: invoice.issue_date,
  due_date: invoice.document_type === 'credit_note' ? null : invoice.due_date,
  tax_point_date: invoice.tax_point_date,
  paid_at: invoice.paid_at,
  currency: invoice.currency,
  exchange_rate: invoice.exchange_rate,
  totals: {
    excl_vat: moneyText(invoice.total_excl_vat),
    vat: moneyText(invoice.total_vat),
    incl_vat: moneyText(invoice.total_incl_vat),
    deposit: moneyText(invoice.total_deposit),
  },
  payable: money(payableOf(invoice).payable),
  rounding: money(payableOf(invoice).rounding),
  amount_paid: moneyText(invoice.amount_paid),
  amount_credited: moneyText(invoice.amount_credited),
  amount_remaining: money(remainingOf(invoice)),
  variable_symbol: invoice.variable_symbol,
  customer_order_ref: invoice.customer_order_ref,
  notes: invoice.notes,
  internal_notes: invoice.internal_notes,
  external_ref: referenceOf(invoice),
  reason: invoice.reason,
})

export const lineView = (line: InvoiceLineRow): InvoiceLine => ({
  object: 'invoice_line',
  id: line.id,
  invoice_id: line.invoice_id,
  item: namesItem(line) ? { id: line.item_id, code: line.item_code, name: line.item_name } : null,
  description: line.description,
  quantity: line.quantity,
  unit: namesItem(line) ? unitOf(line) : null,
  unit_price: line.unit_price,
  vat_rate_pct: line.vat_rate_pct,
  discount_pct: line.discount_pct,
  totals: {
    excl_vat: moneyText(line.excl_vat),
    vat: moneyText(line.vat),
    incl_vat: moneyText(line.incl_vat),
  },
  deposit: { id: line.deposit_id, pieces: line.deposit_pieces, total: moneyText(line.deposit_total) },
  category_id: line.category_id,
  event_id: line.event_id,
  activity_id: line.activity_id,
  source_stock_issue_id: line.source_stock_issue_id,
  sort_order: line.sort_order,
  created_at: line.created_at,
  vat_exemption: line.vat_exemption,
})
