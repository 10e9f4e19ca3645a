/** Amounts as ISDOC wants them: in crowns, beside them in the currency of the invoice, and never negative. Pure. */
import { type Decimal, decimal, money, plain, rounded } from '../../../lib/decimal.ts'
import { spread } from '../../../lib/spread.ts'
import { type Amounts, type InvoiceFacts, isForeign, type RateFacts, totalOf } from './facts.ts'

/** One amount in both currencies; an invoice in crowns has only the first. */
export interface Twin {
  home: string
  foreign: string | undefined
}

export type TwinAmounts = Record<keyof Amounts, Twin>

export interface LineAmounts extends TwinAmounts {
  /** In crowns, of one unit before any discount. */
  unitPrice: string
  unitPriceInclVat: string
  beforeDiscount: { base: string; total: string } | undefined
}

/** A credit note is written in positive amounts: its type says which way the money goes. */
const positive = ({ base, vat, total }: Amounts): Amounts => ({ base: base.abs(), vat: vat.abs(), total: total.abs() })

const twins = (own: Amounts, home: Amounts | undefined): TwinAmounts => {
  const twin = (name: keyof Amounts): Twin => ({
    home: money((home ?? own)[name]),
    foreign: home === undefined ? undefined : money(own[name]),
  })
  return { base: twin('base'), vat: twin('vat'), total: twin('total') }
}

const twinsOfRate = (rate: RateFacts): TwinAmounts => twins(positive(rate), rate.home && positive(rate.home))

export const twinRates = ({ rates }: InvoiceFacts): (TwinAmounts & { ratePct: string })[] =>
  rates.map(rate => ({ ratePct: rate.ratePct, ...twinsOfRate(rate) }))

export function twinTotal({ invoice, rates }: InvoiceFacts): TwinAmounts {
  const home = isForeign(invoice) ? positive(totalOf(rates.map(rate => rate.home!))) : undefined
  return twins(positive(totalOf(rates)), home)
}

/** In crowns the lines of a rate are spread so that they add up to it, as the tax is in V3. */
export function twinLines(facts: InvoiceFacts): LineAmounts[] {
  const { lines, rates } = facts
  const written = new Map<string, LineAmounts>()
  for (const rate of rates) {
    const own = lines.filter(line => line.vat_rate_pct === rate.ratePct)
    const amounts = own.map(line =>
      positive({ base: decimal(line.excl_vat), vat: decimal(line.vat), total: decimal(line.incl_vat) }),
    )
    const home = rate.home && spreadHome(positive(rate.home), amounts)
    for (const [place, line] of own.entries()) {
      const before = beforeDiscount(facts, line)
      written.set(line.id, { ...twins(amounts[place]!, home?.[place]), ...before })
    }
  }
  return lines.map(({ id }) => written.get(id)!)
}

function spreadHome(whole: Amounts, parts: readonly Amounts[]): Amounts[] {
  const share = (name: 'base' | 'vat') =>
    spread(
      whole[name],
      parts.map(part => part[name]),
      2,
    )
  const [bases, vats] = [share('base'), share('vat')]
  return parts.map((_, place) => {
    const [base, vat] = [bases[place]!, vats[place]!]
    return { base, vat, total: base.plus(vat) }
  })
}

/** The price of one unit as it was agreed, and the line before its discount, where there is one. */
function beforeDiscount(
  { invoice }: InvoiceFacts,
  line: InvoiceFacts['lines'][number],
): Pick<LineAmounts, 'unitPrice' | 'unitPriceInclVat' | 'beforeDiscount'> {
  const price = decimal(line.unit_price).times(isForeign(invoice) ? invoice.exchange_rate! : 1)
  const withVat = (amount: Decimal) => amount.times(decimal(line.vat_rate_pct).plus(100)).div(100)
  const whole = price.times(decimal(line.quantity).abs())
  return {
    unitPrice: plain(rounded(price, 6)),
    unitPriceInclVat: plain(rounded(withVat(price), 6)),
    beforeDiscount: line.discount_pct === null ? undefined : { base: money(whole), total: money(withVat(whole)) },
  }
}
