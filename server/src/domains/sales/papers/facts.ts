/** What a paper is made of, before a word of it is chosen: the parties, the lines, the amounts. Pure. */
import { type Decimal, decimal, rounded, sum, zero } from '../../../lib/decimal.ts'
import type { CompanyRow } from '../../core/company/store.ts'
import type { CountryRow } from '../../core/countries/store.ts'
import type { Partner } from '../../core/partners/store.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { FinanceAccountRow } from '../../finance/accounts/store.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'

export interface Party {
  name: string
  ico: string | null
  dic: string | null
  street: string | null
  city: string | null
  zip: string | null
  country: CountryRow | undefined
  email: string | null
  phone: string | null
  web: string | null
  registerNote: string | null
}

export interface Amounts {
  base: Decimal
  vat: Decimal
  total: Decimal
}

export interface RateFacts extends Amounts {
  ratePct: string
  /** V7: in CZK, on a paper of another currency whose rate is known. */
  home: Amounts | undefined
}

export interface InvoiceFacts {
  invoice: Invoice
  lines: readonly InvoiceLineRow[]
  /** The highest first. */
  rates: readonly RateFacts[]
  supplier: Party
  customer: Party
  isVatPayer: boolean
  /** The account customers pay to. */
  account: FinanceAccountRow | undefined
  /** What a credit note corrects. */
  original: Pick<Invoice, 'id' | 'number' | 'issue_date'> | undefined
  orderNumber: string | undefined
  isLive: boolean
}

const filled = (text: string | null): string | null => (text?.trim() ? text.trim() : null)

export const supplierOf = (company: CompanyRow, country: CountryRow | undefined): Party => ({
  name: company.name,
  ico: filled(company.ico),
  dic: filled(company.dic),
  street: filled(company.street),
  city: filled(company.city),
  zip: filled(company.zip),
  country,
  email: filled(company.email),
  phone: filled(company.phone),
  web: filled(company.web),
  registerNote: filled(company.register_note),
})

export const customerOf = (partner: Partner, country: CountryRow | undefined): Party => ({
  name: partner.name,
  ico: filled(partner.ico),
  dic: filled(partner.dic),
  street: filled(partner.street),
  city: filled(partner.city),
  zip: filled(partner.zip),
  country,
  email: filled(partner.email),
  phone: filled(partner.phone ?? partner.mobile),
  web: null,
  registerNote: null,
})

export const isForeign = ({ currency }: Pick<Invoice, 'currency'>): boolean => currency !== homeCurrency

const amounts = (base: Decimal, vat: Decimal): Amounts => ({ base, vat, total: base.plus(vat) })

/** Base and tax per rate, from the lines as they are stored: they add up to the totals (V3). */
export function ratesOf(invoice: Invoice, lines: readonly InvoiceLineRow[]): RateFacts[] {
  const rates = [...new Set(lines.map(({ vat_rate_pct }) => vat_rate_pct))]
  return rates
    .toSorted((one, other) => decimal(other).cmp(decimal(one)))
    .map(ratePct => {
      const own = lines.filter(line => line.vat_rate_pct === ratePct)
      const whole = amounts(sum(own.map(line => decimal(line.excl_vat))), sum(own.map(line => decimal(line.vat))))
      return { ratePct, ...whole, home: homeAmounts(invoice, whole) }
    })
}

/** V7: each base and each tax by the exchange rate, rounded to hellers. */
function homeAmounts(invoice: Invoice, { base, vat }: Amounts): Amounts | undefined {
  if (!isForeign(invoice) || invoice.exchange_rate === null) return undefined
  const inHome = (amount: Decimal) => rounded(amount.times(invoice.exchange_rate!), 2)
  return amounts(inHome(base), inHome(vat))
}

export const totalOf = (parts: readonly Amounts[]): Amounts =>
  parts.reduce((whole, part) => amounts(whole.base.plus(part.base), whole.vat.plus(part.vat)), amounts(zero, zero))

/** The name a paper is saved under; a draft has no number yet. */
export const fileName = (number: string | null, id: string, ending: string): string =>
  `${(number ?? `draft-${id}`).replace(/[^A-Za-z0-9._-]/g, '-')}.${ending}`
