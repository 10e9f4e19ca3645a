/** What a paper is made of, before a word of it is chosen: the parties, the lines, the amounts. Pure, and plain data. */
import type { CompanyRow } from '../../core/company/store.ts'
import type { CountryRow } from '../../core/countries/store.ts'
import type { Partner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { FinanceAccountRow } from '../../finance/accounts/store.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'

export type PartyCountry = Pick<CountryRow, 'code' | 'name_cs' | 'name_en'>

export interface Party {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
  country: PartyCountry | null
  email: string | null
  phone: string | null
  web: string | null
  registerNote: string | null
  /** The picture it had then: pictures are kept for ever. */
  logoId: string | null
  /** `#rrggbb`. */
  accentColor: string | null
}

export type PaperAccount = Pick<FinanceAccountRow, 'account_number' | 'iban' | 'bic'>

export interface InvoiceFacts {
  invoice: Invoice
  lines: readonly InvoiceLineRow[]
  supplier: Party
  customer: Party
  isVatPayer: boolean
  /** The account customers pay to. */
  account: PaperAccount | null
  /** What a credit note corrects. */
  original: Pick<Invoice, 'id' | 'number' | 'issue_date'> | null
  orderNumber: string | null
  /** What returnable packaging is called, by the id of its deposit. */
  depositNames: Readonly<Record<string, string>>
  /** The person or the key that issued it. */
  issuedBy: string | null
  /** The logo of the supplier as a data URI. */
  logo: string | null
  isLive: boolean
}

/** Blanks are nothing. */
export const filled = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

const countryOf = (country: CountryRow | undefined): PartyCountry | null =>
  country === undefined ? null : { code: country.code, name_cs: country.name_cs, name_en: country.name_en }

export const supplierOf = (company: CompanyRow, country: CountryRow | undefined): Party => ({
  name: company.name,
  ico: filled(company.ico),
  dic: filled(company.dic),
  street: filled(company.street),
  city: filled(company.city),
  zip: filled(company.zip),
  country: countryOf(country),
  email: filled(company.email),
  phone: filled(company.phone),
  web: filled(company.web),
  registerNote: filled(company.register_note),
  logoId: company.logo_id,
  accentColor: company.accent_color,
})

export const customerOf = (partner: Partner, country: CountryRow | undefined): Party => ({
  name: partner.name,
  ico: filled(partner.ico),
  dic: filled(partner.dic),
  street: filled(partner.street),
  city: filled(partner.city),
  zip: filled(partner.zip),
  country: countryOf(country),
  email: filled(partner.email),
  phone: filled(partner.phone ?? partner.mobile),
  web: null,
  registerNote: null,
  logoId: null,
  accentColor: null,
})

export const accountOf = ({ account_number, iban, bic }: FinanceAccountRow): PaperAccount => ({
  account_number,
  iban,
  bic,
})

export const isForeign = ({ currency }: Pick<Invoice, 'currency'>): boolean => currency !== homeCurrency

export const isCredit = ({ document_type }: Pick<Invoice, 'document_type'>): boolean => document_type === 'credit_note'

/** Where the customer pays to. Nobody transfers what is paid in cash or by card, nor a credit note. */
export const payAccountOf = ({ invoice, account }: Pick<InvoiceFacts, 'invoice' | 'account'>): PaperAccount | null =>
  invoice.payment_method === 'bank_transfer' && !isCredit(invoice) ? account : null

/** Lines that sell something; those of a credit note may take back packaging alone. */
export const soldLines = ({ lines }: Pick<InvoiceFacts, 'lines'>): readonly InvoiceLineRow[] =>
  lines.filter(({ quantity }) => quantity !== '0')

/** The name a paper is saved under; a draft has no number yet. */
export const fileName = (number: string | null, id: string, ending: string): string =>
  `${(number ?? `draft-${id}`).replace(/[^A-Za-z0-9._-]/g, '-')}.${ending}`
