/** VAT of a document, exactly: lines are rounded, tax is counted per rate, and shown on lines so that they add up. */
import { type Decimal, decimal, round, sum, zero } from './decimal.ts'
import { spread } from './spread.ts'

export interface VatLine {
  quantity: Decimal
  unitPrice: Decimal
  /** Null for none. */
  discountPct: Decimal | null
  vatRatePct: Decimal
}

export interface LineTotals {
  exclVat: Decimal
  vat: Decimal
  inclVat: Decimal
}

export interface RateTotals {
  ratePct: Decimal
  base: Decimal
  vat: Decimal
}

export interface DocumentTotals extends LineTotals {
  lines: LineTotals[]
  /** The highest rate first. */
  rates: RateTotals[]
}

const hundred = decimal(100)

/** V1: the line without VAT; the only rounding of a line. */
export const lineBase = ({ quantity, unitPrice, discountPct }: VatLine): Decimal => {
  const full = quantity.times(unitPrice)
  return round(discountPct === null ? full : full.times(hundred.minus(discountPct)).div(hundred), 2)
}

/** V2: base and tax per rate. V3: the tax of a rate spread over its lines by the largest remainder. */
export function documentTotals(lines: readonly VatLine[]): DocumentTotals {
  const bases = lines.map(lineBase)
  const shown: LineTotals[] = bases.map(base => ({ exclVat: base, vat: zero, inclVat: base }))
  const rates = ratesOf(lines).map(ratePct => {
    const indexes = lines.flatMap(({ vatRatePct }, index) => (vatRatePct.eq(ratePct) ? [index] : []))
    const base = sum(indexes.map(index => bases[index]!))
    const vat = round(base.times(ratePct).div(hundred), 2)
    spreadVat(
      vat,
      indexes.map(index => bases[index]!),
    ).forEach((part, nth) => {
      const index = indexes[nth]!
      shown[index] = { exclVat: bases[index]!, vat: part, inclVat: bases[index]!.plus(part) }
    })
    return { ratePct, base, vat }
  })
  const exclVat = sum(bases)
  const vat = sum(rates.map(rate => rate.vat))
  return { lines: shown, rates, exclVat, vat, inclVat: exclVat.plus(vat) }
}

function ratesOf(lines: readonly VatLine[]): Decimal[] {
  const rates = lines.map(({ vatRatePct }) => vatRatePct)
  return rates
    .filter((rate, index) => rates.findIndex(other => other.eq(rate)) === index)
    .sort((one, other) => other.cmp(one))
}

/** V8: a credit is the mirror of the original. */
function spreadVat(vat: Decimal, bases: Decimal[]): Decimal[] {
  const isNegative = sum(bases).lt(0)
  const sign = isNegative ? -1 : 1
  return spread(
    vat.times(sign),
    bases.map(base => base.times(sign)),
    2,
  ).map(part => part.times(sign))
}
