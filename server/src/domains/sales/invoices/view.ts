/** Invoices as the wire shows them. */
import { money, moneyText } from '../../../lib/decimal.ts'
import type { InvoiceLine, InvoiceListed, Invoice as InvoiceRecord } from './schema.ts'
import type { Invoice, InvoiceLineRow } from './store.ts'
import { payableOf, remainingOf } from './totals.ts'
import { openActions } from './workflow.ts'

const shownView = (invoice: Invoice, orderId: string | null, livemode: boolean): InvoiceListed => ({
  object: 'invoice',
  id: invoice.id,
  document_type: invoice.document_type,
  original_invoice_id: invoice.original_id,
  number: invoice.number,
  status: invoice.status,
  partner: { id: invoice.partner_id, name: invoice.partner_name },
  order_id: orderId,
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
  external_ref: invoice.external_system === null ? null : { system: invoice.external_system, id: invoice.external_id! },
  reason: invoice.reason,
  allowed_actions: openActions(invoice),
  livemode,
  created_at: invoice.created_at,
  updated_at: invoice.updated_at,
})

/** `order_id` is null in lists. */
export const listedView = (invoice: Invoice, livemode: boolean): InvoiceListed => shownView(invoice, null, livemode)

export const detailView = (invoice: Invoice, lines: InvoiceLineRow[], livemode: boolean): InvoiceRecord => ({
  ...shownView(invoice, invoice.order_id, livemode),
  lines: lines.map(lineView),
})

export const lineView = (line: InvoiceLineRow): InvoiceLine => ({
  object: 'invoice_line',
  id: line.id,
  invoice_id: line.invoice_id,
  item: line.item_id === null ? null : { id: line.item_id, code: line.item_code, name: line.item_name! },
  description: line.description,
  quantity: line.quantity,
  unit: unitOfLine(line),
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

export const unitOfLine = (line: InvoiceLineRow) =>
  line.unit_id === null
    ? null
    : {
        id: line.unit_id,
        code: line.unit_code!,
        symbol: line.unit_symbol!,
        dimension: line.unit_dimension!,
        decimals: line.unit_decimals,
      }
