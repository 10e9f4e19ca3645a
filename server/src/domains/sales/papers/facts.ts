/** What a paper is made of, before a word of it is chosen: the parties, the lines, the amounts. Pure, and plain data. */
import { homeCurrency } from '../../../lib/currencies.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'
import type { InvoiceParties, PaperAccount } from '../parties/store.ts'

/** What is said of others comes from the seal of what is issued, and from the records of now for a draft. */
export interface InvoiceFacts extends InvoiceParties {
  invoice: Invoice
  lines: readonly InvoiceLineRow[]
  /** What its payments rounded: a part of `amount_paid` that nobody handed over. */
  paidRounding: string
  /** The logo of the supplier as a data URI. */
  logo: string | null
  isLive: boolean
}

export const isForeign = ({ currency }: Pick<Invoice, 'currency'>): boolean => currency !== homeCurrency

export const isCredit = ({ document_type }: Pick<Invoice, 'document_type'>): boolean => document_type === 'credit_note'

/** Where the customer pays to. Nobody transfers what is paid in cash or by card, nor a credit note. */
export const payAccountOf = ({ invoice, account }: Pick<InvoiceFacts, 'invoice' | 'account'>): PaperAccount | null =>
  invoice.payment_method === 'bank_transfer' && !isCredit(invoice) ? account : null

/** Lines that sell something; those of a credit note may take back packaging alone. */
export const soldLines = ({ lines }: Pick<InvoiceFacts, 'lines'>): readonly InvoiceLineRow[] =>
  lines.filter(({ quantity }) => quantity !== '0')
