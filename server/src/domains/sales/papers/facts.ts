/** What a paper is made of, before a word of it is chosen: the parties, the lines, the amounts. Pure. */
import { type Decimal, decimal, rounded, sum, zero } from '../../../lib/decimal.ts'
import { homeCurrency } from '../../core/prices/store.ts'
import type { Invoice, InvoiceLineRow } from '../invoices/store.ts'
import type { InvoiceParties } from '../parties/store.ts'

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

/** What is said of others comes from the seal of what is issued, and from the records of now for a draft. */
export interface InvoiceFacts extends InvoiceParties {
  invoice: Invoice
  lines: readonly InvoiceLineRow[]
  /** The highest first. */
  rates: readonly RateFacts[]
  isLive: boolean
}

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
