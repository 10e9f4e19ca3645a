/** The arithmetic of a sale, exactly: prices hold VAT, tax is taken out of the gross per rate, cash comes in coins. Pure. */
import { type Decimal, decimal, round, sum, zero } from '../../../lib/decimal.ts'
import { spread } from '../../../lib/spread.ts'
import type { LineTotals } from '../../../lib/vat.ts'
import { roundCash } from '../desks/rounding.ts'

const hundred = decimal(100)

/** A1: what a net price comes to at the counter. */
export const priceWithVat = (net: Decimal, ratePct: Decimal): Decimal =>
  round(net.times(hundred.plus(ratePct)).div(hundred), 2)

/** A2: the only rounding of a line. */
export const lineGross = (line: { quantity: Decimal; unitPrice: Decimal; discountPct: Decimal | null }): Decimal => {
  const full = line.quantity.times(line.unitPrice)
  return round(line.discountPct === null ? full : full.times(hundred.minus(line.discountPct)).div(hundred), 2)
}

export interface GrossLine {
  gross: Decimal
  ratePct: Decimal
}

export interface RateGross extends LineTotals {
  ratePct: Decimal
}

export interface SaleTotals extends LineTotals {
  lines: LineTotals[]
  /** The highest rate first. */
  rates: RateGross[]
}

/** A3 and A4: the tax of a rate once for all its lines, then shared by them so that they add up. */
export function saleTotals(lines: readonly GrossLine[]): SaleTotals {
  const shown: LineTotals[] = lines.map(({ gross }) => ({ exclVat: gross, vat: zero, inclVat: gross }))
  const rates = ratesOf(lines).map(ratePct => {
    const indexes = lines.flatMap((line, index) => (line.ratePct.eq(ratePct) ? [index] : []))
    const total = totalsOfRate(sum(indexes.map(index => lines[index]!.gross)), ratePct)
    const parts = shareVat(
      total.vat,
      indexes.map(index => lines[index]!.gross),
    )
    parts.forEach((vat, nth) => {
      const { gross } = lines[indexes[nth]!]!
      shown[indexes[nth]!] = { exclVat: gross.minus(vat), vat, inclVat: gross }
    })
    return total
  })
  return {
    lines: shown,
    rates,
    exclVat: sum(rates.map(rate => rate.exclVat)),
    vat: sum(rates.map(rate => rate.vat)),
    inclVat: sum(rates.map(rate => rate.inclVat)),
  }
}

/** V4: the tax is taken out of the gross. */
function totalsOfRate(gross: Decimal, ratePct: Decimal): RateGross {
  const vat = round(gross.times(ratePct).div(hundred.plus(ratePct)), 2)
  return { ratePct, exclVat: gross.minus(vat), vat, inclVat: gross }
}

function ratesOf(lines: readonly GrossLine[]): Decimal[] {
  const rates = lines.map(({ ratePct }) => ratePct)
  return rates
    .filter((rate, index) => rates.findIndex(other => other.eq(rate)) === index)
    .sort((one, other) => other.cmp(one))
}

/** A refund is the mirror of a sale. */
function shareVat(vat: Decimal, grosses: Decimal[]): Decimal[] {
  const sign = sum(grosses).lt(0) ? -1 : 1
  return spread(
    vat.times(sign),
    grosses.map(gross => gross.times(sign)),
    2,
  ).map(part => part.times(sign))
}

export interface Paid {
  method: string
  amount: Decimal
}

/** A6: coins concern the cash part alone, which is what cards leave open. */
export function payableOf(due: Decimal, payments: readonly Paid[], step: Decimal): { payable: Decimal; cash: Decimal } {
  const byCard = sum(payments.filter(({ method }) => method !== 'cash').map(({ amount }) => amount))
  if (!payments.some(({ method }) => method === 'cash')) return { payable: due, cash: zero }
  const cash = roundCash(due.minus(byCard), step)
  return { payable: byCard.plus(cash), cash }
}

/** A7: what has to be paid for this split, when it is not what is paid. */
export function mismatchOf(due: Decimal, payments: readonly Paid[], step: Decimal): Decimal | undefined {
  const { payable, cash } = payableOf(due, payments, step)
  const paid = sum(payments.map(({ amount }) => amount))
  const isCashless = !payments.some(({ method }) => method === 'cash')
  return paid.eq(payable) && (isCashless || cash.gt(0)) ? undefined : payable
}

/** What a part of a line is worth when it comes back; the last part takes what is left. */
export function refundedGross(
  line: { quantity: Decimal; gross: Decimal },
  before: { quantity: Decimal; gross: Decimal },
  quantity: Decimal,
): Decimal {
  const left = line.gross.minus(before.gross)
  if (before.quantity.plus(quantity).eq(line.quantity)) return left
  const share = round(line.gross.times(quantity).div(line.quantity), 2)
  return share.gt(left) ? left : share
}
