/** What is read from an invoice file, whatever its format, and why a file is not read. */

export interface ReadParty {
  name: string | null
  /** Without white space; Czech and Slovak ones with their leading zeros. */
  ico: string | null
  /** Without white space, in capitals. */
  dic: string | null
}

export interface ReadSupplier extends ReadParty {
  name: string
  street: string | null
  city: string | null
  zip: string | null
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null
  email: string | null
  phone: string | null
}

export interface ReadLine {
  description: string
  /** Without VAT, at most two decimals; negative for a deposit. */
  amount: string
  vatRatePct: string
}

/** The VAT of one rate as the document states it. */
export interface ReadVat {
  ratePct: string
  vat: string
}

/** How to pay it, as the supplier wrote it. */
export interface ReadPayment {
  /** Raw text: ISDOC does not hold it to ten digits. */
  variableSymbol: string | null
  constantSymbol: string | null
  account: string | null
  bankCode: string | null
  /** As written, or made of a Czech or Slovak account and bank code; never one that fails its check digits. */
  iban: string | null
}

export interface ReadInvoice extends ReadPayment {
  format: 'isdoc' | 'ubl'
  /** Lower case. UBL without one of its own: made of the supplier with its country, number and issue date. */
  uuid: string
  /** As it was made before the country was part of it; null where the document has its own. */
  formerUuid: string | null
  number: string
  issueDate: string
  taxPointDate: string | null
  /** The earliest of several. */
  dueDate: string | null
  currency: string
  /** The supplier's, which need not be ours. */
  localCurrency: string
  /** Local currency for one unit of the currency, at most six decimals; null when there is only one currency. */
  exchangeRate: string | null
  supplier: ReadSupplier
  recipient: ReadParty
  lines: ReadLine[]
  /** The document's own VAT where counting it gives another, in sum or in a rate. Lines and VAT are what is payable. */
  vat: string | null
  /** The rates that differ; null where none does, or where the rates of the document do not make its sum. */
  vatRates: ReadVat[] | null
  payable: string | null
  notes: string[]
  /** What a person should look at before confirming. */
  remarks: string[]
}

export type UnreadableReason =
  | 'unsupported_format'
  | 'file_too_large'
  | 'no_invoice_in_archive'
  | 'invalid_xml'
  | 'unsupported_document_type'
  | 'no_lines'
  | 'currency_not_supported'

export interface InvoiceFile {
  name: string
  bytes: Uint8Array
}

/** `uuid` where the document could be told by it, though not read: the same one may have been imported before. */
export type ReadRefusal = { ok: false; reason: UnreadableReason; detail: string; uuid?: string }
export type Reading = { ok: true; invoice: ReadInvoice; pdf: InvoiceFile | null } | ReadRefusal

/** Ends the reading of a file; the detail is for the person who sent it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  readonly reason: UnreadableReason
  readonly uuid: string | undefined

  constructor(reason: UnreadableReason, detail: string, uuid?: string) {
    super(detail)
    this.reason = reason
    this.uuid = uuid
  }
}

export const refusal = (reason: UnreadableReason, detail: string, uuid?: string): ReadRefusal => ({
  ok: false,
  reason,
  detail,
  ...(uuid !== undefined && { uuid }),
})
