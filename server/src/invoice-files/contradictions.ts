/** What a document says twice, and not the same: nothing of it is refused, but nobody should have to find it alone. */
import { type Decimal, plain, round, sum } from '../lib/decimal.ts'
import { largestCorrection } from './lines.ts'
import type { Stated } from './stated.ts'

const cents = (value: Decimal): Decimal => round(value, 2)
const isFar = (one: Decimal, other: Decimal): boolean => cents(one).minus(cents(other)).abs().gt(largestCorrection)

export const contradictionsOf = (stated: Stated): string[] => [
  ...vatTwice(stated),
  ...totalTwice(stated),
  ...moreDecimals(stated),
]

/** Some write the sum before the VAT of deposits was taken off, some after it. */
function vatTwice({ vatTotal, rates, currency }: Stated): string[] {
  if (vatTotal === null || rates.length === 0) return []
  const before = sum(rates.map(({ vat }) => vat))
  const after = before.minus(sum(rates.map(({ claimedVat }) => claimedVat)))
  if (!isFar(vatTotal, before) || !isFar(vatTotal, after)) return []
  return [`The document says its VAT is ${amount(vatTotal, currency)}, its rates come to ${amount(after, currency)}.`]
}

/** With deposits the two differ, and writers disagree about how. */
function totalTwice({ payable, taxInclusive, rounding, taxedDeposits, paidDeposits, currency }: Stated): string[] {
  const hasDeposits = !paidDeposits.eq(0) || taxedDeposits.some(deposit => !deposit.amount.eq(0))
  if (payable === null || taxInclusive === null || hasDeposits) return []
  if (!isFar(taxInclusive, payable) || !isFar(taxInclusive.plus(rounding), payable)) return []
  return [
    `The document comes to ${amount(taxInclusive, currency)} with VAT, and ${amount(payable, currency)} is payable.`,
  ]
}

/** The books keep two. */
function moreDecimals({ lines, payable }: Stated): string[] {
  const stated = [...lines.map(line => line.amount), ...(payable === null ? [] : [payable])]
  const cut = stated.filter(each => !each.eq(cents(each)))
  return cut.length === 0 ? [] : [`${cut.length} amounts with more than two decimals were rounded.`]
}

const amount = (value: Decimal, currency: string): string => `${plain(cents(value))} ${currency}`
