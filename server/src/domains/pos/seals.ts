/** What a seal covers of sales, closed sessions and packaging returns. Those of older versions have none. */
import { type SealedContent, sealInvariant } from '../../kernel/seal.ts'
import type { Invariant } from '../../kernel/verify.ts'
import type { PackagingReturn, ReturnLineColumns } from './packaging/returns/store.ts'
import type { Sale, SaleLineRow } from './sales/store.ts'
import type { Session } from './sessions/store.ts'

/** A receipt is never edited; what was refunded of it is told beside it. */
export const saleContent: SealedContent<Sale, SaleLineRow> = {
  object: 'pos_sale',
  table: 'pos_sales',
  fields: {
    number: 'text',
    kind: 'text',
    cash_desk_name: 'text',
    sold_on: 'text',
    partner_id: 'text',
    partner_name: 'text',
    currency: 'text',
    total_excl_vat: 'decimal',
    total_vat: 'decimal',
    total_incl_vat: 'decimal',
    total_deposit: 'decimal',
    total_returned: 'decimal',
    total_rounding: 'decimal',
    total_payable: 'decimal',
    refund_of_id: 'text',
    cashier: 'text',
    notes: 'text',
  },
  lines: {
    table: 'pos_sale_lines',
    owner: 'sale_id',
    order: 'sort_order',
    fields: {
      id: 'text',
      item_id: 'text',
      item_code: 'text',
      item_name: 'text',
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
    },
  },
  isPosted: 'false',
  isOpen: 'false',
}

export const sessionContent: SealedContent<Session & { report: string }> = {
  object: 'cash_desk_session',
  table: 'cash_desk_sessions',
  fields: { number: 'text', cash_desk_name: 'text', report: 'text' },
  isPosted: 'false',
  isOpen: "r.status = 'open'",
}

export const returnContent: SealedContent<PackagingReturn, ReturnLineColumns> = {
  object: 'packaging_return',
  table: 'packaging_returns',
  fields: {
    number: 'text',
    date: 'text',
    partner_id: 'text',
    partner_name: 'text',
    cash_desk_name: 'text',
    warehouse_id: 'text',
    warehouse_name: 'text',
    currency: 'text',
    total_pieces: 'decimal',
    total_deposit: 'decimal',
    total_rounding: 'decimal',
    refund_method: 'text',
    refund_amount: 'decimal',
    notes: 'text',
  },
  lines: {
    table: 'packaging_return_lines',
    owner: 'return_id',
    order: 'sort_order',
    fields: {
      id: 'text',
      deposit_id: 'text',
      deposit_code: 'text',
      deposit_name: 'text',
      item_id: 'text',
      item_code: 'text',
      item_name: 'text',
      pieces: 'decimal',
      deposit_amount: 'decimal',
      total: 'decimal',
    },
  },
  isPosted: 'false',
  isOpen: 'false',
}

export const posSeals: readonly Invariant[] = [
  sealInvariant(saleContent),
  sealInvariant(sessionContent),
  sealInvariant(returnContent),
]
