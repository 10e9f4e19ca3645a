/** What a seal covers of stock documents. */
import { type SealedContent, sealInvariant } from '../../kernel/seal.ts'
import type { Invariant } from '../../kernel/verify.ts'
import type { StockDocument, StockLineRow } from './documents/store.ts'

export const stockContent: SealedContent<StockDocument, StockLineRow> = {
  object: 'stock_document',
  table: 'stock_documents',
  fields: {
    movement_type: 'text',
    movement_purpose: 'text',
    number: 'text',
    date: 'text',
    warehouse_id: 'text',
    warehouse_name: 'text',
    target_warehouse_id: 'text',
    target_name: 'text',
    partner_id: 'text',
    partner_name: 'text',
    order_id: 'text',
    additional_cost: 'decimal',
    total_cost: 'decimal',
    notes: 'text',
  },
  lines: {
    table: 'stock_lines',
    owner: 'document_id',
    order: 'line_order',
    fields: {
      id: 'text',
      item_id: 'text',
      item_code: 'text',
      item_name: 'text',
      unit_symbol: 'text',
      unit_decimals: 'text',
      quantity: 'decimal',
      issued_quantity: 'decimal',
      unit_price: 'decimal',
      value: 'decimal',
      lot_id: 'text',
      lot_number: 'text',
      expiry_date: 'text',
      notes: 'text',
    },
  },
  isPosted: "r.status = 'confirmed'",
  isOpen: "r.status = 'draft'",
}

export const stockSeals: readonly Invariant[] = [sealInvariant(stockContent)]
