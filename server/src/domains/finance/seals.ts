/** What a seal covers of received invoices and cash-flow documents. */
import { type SealedContent, sealInvariant } from '../../kernel/seal.ts'
import type { Invariant } from '../../kernel/verify.ts'
import type { CashflowRow } from './cashflows/store.ts'
import type { Received, ReceivedLine } from './received-invoices/store.ts'

/** Until it is exported a confirmed one may be edited; every edit seals it anew. */
export const receivedContent: SealedContent<Received, ReceivedLine> = {
  object: 'received_invoice',
  table: 'received_invoices',
  fields: {
    number: 'text',
    supplier_invoice_number: 'text',
    partner_id: 'text',
    partner_name: 'text',
    issue_date: 'text',
    tax_point_date: 'text',
    received_date: 'text',
    currency: 'text',
    exchange_rate: 'decimal',
    total_excl_vat: 'decimal',
    total_vat: 'decimal',
    total_incl_vat: 'decimal',
  },
  lines: {
    table: 'received_invoice_lines',
    owner: 'received_invoice_id',
    order: 'sort_order',
    fields: { id: 'text', description: 'text', amount: 'decimal', vat_rate_pct: 'decimal' },
  },
  isPosted: "r.status in ('confirmed', 'paid')",
  isOpen: "r.status = 'draft'",
}

export const cashflowContent: SealedContent<CashflowRow> = {
  object: 'cashflow',
  table: 'cashflows',
  fields: {
    number: 'text',
    type: 'text',
    date: 'text',
    description: 'text',
    amount: 'decimal',
    currency: 'text',
    payment_method: 'text',
    partner_id: 'text',
    partner_name: 'text',
    source_id: 'text',
  },
  isPosted: "r.status = 'confirmed'",
  isOpen: "r.status = 'draft'",
}

export const financeSeals: readonly Invariant[] = [sealInvariant(receivedContent), sealInvariant(cashflowContent)]
