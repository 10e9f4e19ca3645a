/** What a seal covers of orders and issued invoices. */
import { type SealedContent, sealInvariant } from '../../kernel/seal.ts'
import type { Invariant } from '../../kernel/verify.ts'
import type { Invoice, InvoiceLineRow } from './invoices/store.ts'
import type { Order, OrderLineRow } from './orders/store.ts'

/** The terms of a confirmed order. While they may still be edited, every edit seals them anew. */
export const orderContent: SealedContent<Order, OrderLineRow> = {
  object: 'order',
  table: 'orders',
  fields: {
    number: 'text',
    order_date: 'text',
    partner_id: 'text',
    partner_name: 'text',
    currency: 'text',
    total_excl_vat: 'decimal',
    total_vat: 'decimal',
    total_incl_vat: 'decimal',
    total_deposit: 'decimal',
  },
  lines: {
    table: 'order_lines',
    owner: 'order_id',
    order: 'sort_order',
    fields: {
      id: 'text',
      item_id: 'text',
      item_code: 'text',
      item_name: 'text',
      item_volume_l: 'decimal',
      unit_symbol: 'text',
      unit_decimals: 'text',
      quantity: 'decimal',
      unit_price: 'decimal',
      vat_rate_pct: 'decimal',
      discount_pct: 'decimal',
      excl_vat: 'decimal',
      vat: 'decimal',
      incl_vat: 'decimal',
      deposit_id: 'text',
      deposit_pieces: 'decimal',
      deposit_total: 'decimal',
      vat_exemption: 'text',
    },
  },
  isPosted: "r.status not in ('draft', 'cancelled')",
  isOpen: "r.status = 'draft'",
}

/** Notes, labels and the due date of an issued invoice may still be changed. */
export const invoiceContent: SealedContent<Invoice, InvoiceLineRow> = {
  object: 'invoice',
  table: 'invoices',
  fields: {
    document_type: 'text',
    original_id: 'text',
    number: 'text',
    variable_symbol: 'text',
    partner_id: 'text',
    partner_name: 'text',
    order_id: 'text',
    issue_date: 'text',
    tax_point_date: 'text',
    currency: 'text',
    exchange_rate: 'decimal',
    total_excl_vat: 'decimal',
    total_vat: 'decimal',
    total_incl_vat: 'decimal',
    total_deposit: 'amount',
    customer_order_ref: 'text',
    payment_method: 'text',
    reason: 'text',
  },
  lines: {
    table: 'invoice_lines',
    owner: 'invoice_id',
    order: 'sort_order',
    fields: {
      id: 'text',
      item_id: 'text',
      item_code: 'text',
      item_name: 'text',
      unit_symbol: 'text',
      unit_decimals: 'text',
      description: 'text',
      quantity: 'decimal',
      unit_price: 'decimal',
      vat_rate_pct: 'decimal',
      discount_pct: 'decimal',
      excl_vat: 'decimal',
      vat: 'decimal',
      incl_vat: 'decimal',
      source_stock_issue_id: 'text',
      deposit_id: 'text',
      deposit_pieces: 'amount',
      deposit_total: 'amount',
      original_line_id: 'text',
      vat_exemption: 'text',
    },
  },
  isPosted: 'r.number is not null',
  isOpen: "r.status = 'draft'",
}

export const salesSeals: readonly Invariant[] = [sealInvariant(orderContent), sealInvariant(invoiceContent)]
