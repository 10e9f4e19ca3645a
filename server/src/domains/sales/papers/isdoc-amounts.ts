/** Amounts as ISDOC wants them: in crowns, beside them in the currency of the invoice, and never negative. Pure. */
import { type Decimal, decimal, money, plain, round } from '../../../lib/decimal.ts'
import { spread } from '../../../lib/spread.ts'
import type { InvoiceLineRow } from '../invoices/store.ts'
import { payableOf } from '../invoices/totals.ts'
import { type Amounts, type DepositFacts, depositsOf, type RateFacts, ratesOf, totalOf } from './amounts.ts'
import { type InvoiceFacts, isCredit, isForeign } from './facts.ts'

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

type Part = Amounts & { home: Amounts | undefined }

const twinsOf = (part: Part): TwinAmounts => twins(positive(part), part.home && positive(part.home))

const twinsOfAll = (parts: readonly Part[], invoice: InvoiceFacts['invoice']): TwinAmounts =>
  twinsOf({ ...totalOf(parts), home: isForeign(invoice) ? totalOf(parts.map(({ home }) => home!)) : undefined })

export const twinRates = (facts: InvoiceFacts): (TwinAmounts & Pick<RateFacts, 'ratePct' | 'exemption'>)[] =>
  ratesOf(facts).map(rate => ({ ratePct: rate.ratePct, exemption: rate.exemption, ...twinsOf(rate) }))

/** Goods and packaging together: that is what the document asks for. */
export const twinTotal = (facts: InvoiceFacts): TwinAmounts =>
  twinsOfAll([...ratesOf(facts), ...depositsOf(facts)], facts.invoice)

/** All packaging; nothing where there is none. */
export function twinDeposits(facts: InvoiceFacts): TwinAmounts | undefined {
  const deposits = depositsOf(facts)
  return deposits.length === 0 ? undefined : twinsOfAll(deposits, facts.invoice)
}

/** V6: only crowns are rounded, so a rounding has no twin. */
export function twinPayable(facts: InvoiceFacts): { payable: Twin; rounding: string | undefined } {
  const { total } = twinTotal(facts)
  const { payable, rounding } = payableOf(facts.invoice)
  if (rounding.eq(0)) return { payable: total, rounding: undefined }
  const own = isCredit(facts.invoice) ? rounding.times(-1) : rounding
  return { payable: { home: money(payable.abs()), foreign: undefined }, rounding: money(own) }
}

/** In crowns the lines of a rate are spread so that they add up to it, as the tax is in V3. */
export function twinLines(facts: InvoiceFacts): { line: InvoiceLineRow; amounts: LineAmounts }[] {
  const written = new Map<string, LineAmounts>()
  for (const rate of ratesOf(facts)) {
    const amounts = rate.lines.map(line =>
      positive({ base: decimal(line.excl_vat), vat: decimal(line.vat), total: decimal(line.incl_vat) }),
    )
    const home = rate.home && spreadHome(positive(rate.home), amounts)
    for (const [index, line] of rate.lines.entries()) {
      written.set(line.id, { ...twins(amounts[index]!, home?.[index]), ...beforeDiscount(facts, line) })
    }
  }
  return facts.lines.flatMap(line => {
    const amounts = written.get(line.id)
    return amounts ? [{ line, amounts }] : []
  })
}

/** Packaging, a line of its own for each kind: it has no tax. */
export const twinDepositLines = (facts: InvoiceFacts): { deposit: DepositFacts; amounts: LineAmounts }[] =>
  depositsOf(facts).map(deposit => {
    const each = plain(round(inHome(facts, deposit.each), 6))
    const amounts = { ...twinsOf(deposit), unitPrice: each, unitPriceInclVat: each, beforeDiscount: undefined }
    return { deposit, amounts }
  })

function spreadHome(whole: Amounts, parts: readonly Amounts[]): Amounts[] {
  const share = (name: 'base' | 'vat') =>
    spread(
      whole[name],
      parts.map(part => part[name]),
      2,
    )
  const [bases, vats] = [share('base'), share('vat')]
  return parts.map((_, index) => {
    const [base, vat] = [bases[index]!, vats[index]!]
    return { base, vat, total: base.plus(vat) }
  })
}

const inHome = ({ invoice }: InvoiceFacts, amount: Decimal): Decimal =>
  amount.times(isForeign(invoice) ? invoice.exchange_rate! : 1)

/** The price of one unit as it was agreed, and the line before its discount, where there is one. */
function beforeDiscount(
  facts: InvoiceFacts,
  line: InvoiceLineRow,
): Pick<LineAmounts, 'unitPrice' | 'unitPriceInclVat' | 'beforeDiscount'> {
  const price = inHome(facts, decimal(line.unit_price))
  const withVat = (amount: Decimal) => amount.times(decimal(line.vat_rate_pct).plus(100)).div(100)
  const whole = price.times(decimal(line.quantity).abs())
  return {
    unitPrice: plain(round(price, 6)),
    unitPriceInclVat: plain(round(withVat(price), 6)),
    beforeDiscount: line.discount_pct === null ? undefined : { base: money(whole), total: money(withVat(whole)) },
  }
}
