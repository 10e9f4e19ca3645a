/** The money of a document: which lines and which VAT together make the amount it says is payable. */
import { type Decimal, decimal, plain, round, sum, zero } from '../lib/decimal.ts'
import { contradictionsOf } from './contradictions.ts'
import { largestCorrection } from './lines.ts'
import type { ReadLine, ReadVat } from './model.ts'
import type { Stated, StatedLine } from './stated.ts'
import { cut } from './values.ts'

export interface Settled {
  lines: ReadLine[]
  vat: string | null
  vatRates: ReadVat[] | null
  payable: string | null
  remarks: string[]
}

/** The contract has that of rounding without its accent, and what others read is as it says. */
const words = { deposit: 'Odečet zálohy', rounding: 'Zaokrouhleni', correction: 'Oprava součtu' }

const hundred = decimal(100)
const cents = (value: Decimal): Decimal => round(value, 2)
const total = (lines: readonly StatedLine[]): Decimal => sum(lines.map(line => line.amount))

export function settle(stated: Stated): Settled {
  const sold = correctRounding(stated)
  const { extra, vat, remarks } = bestSettlement(stated, sold.lines)
  const lines = [...sold.lines, ...extra]
  const closing = correctionToPayable(stated, total(lines).plus(vat))
  const final = [...lines, ...closing.lines]
  return {
    lines: final.map(({ description, amount, ratePct }) => ({
      description,
      amount: plain(amount),
      vatRatePct: plain(ratePct),
    })),
    ...statedVat(stated, vat, final),
    payable: stated.payable === null ? null : plain(cents(stated.payable)),
    remarks: [...sold.remarks, ...remarks, ...closing.remarks, ...contradictionsOf(stated)],
  }
}

/** The VAT of the document where it is not ours; by rate, where the rates of the document make its sum. */
function statedVat({ rates }: Stated, vat: Decimal, lines: readonly StatedLine[]): Pick<Settled, 'vat' | 'vatRates'> {
  const ours = vatByRate(lines)
  const given = basesByRate(
    rates.map(rate => ({ description: '', amount: cents(rate.vat.minus(rate.claimedVat)), ratePct: rate.ratePct })),
  )
  if (rates.length === 0 || !vat.eq(sum([...given.values()])))
    return { vat: vat.eq(sum([...ours.values()])) ? null : plain(vat), vatRates: null }
  const others = [...new Set([...ours.keys(), ...given.keys()])]
    .map(rate => ({ ratePct: rate, vat: given.get(rate) ?? zero }))
    .filter(each => !each.vat.eq(ours.get(each.ratePct) ?? zero))
  if (others.length === 0) return { vat: null, vatRates: null }
  return { vat: plain(vat), vatRates: others.map(each => ({ ...each, vat: plain(each.vat) })) }
}

const basesByRate = (lines: readonly StatedLine[]): Map<string, Decimal> => {
  const bases = new Map<string, Decimal>()
  for (const { amount, ratePct } of lines) {
    const rate = plain(ratePct)
    bases.set(rate, amount.plus(bases.get(rate) ?? zero))
  }
  return bases
}

/** As the books count it: per rate on the sum of its lines. */
const vatByRate = (lines: readonly StatedLine[]): Map<string, Decimal> =>
  new Map([...basesByRate(lines)].map(([rate, base]) => [rate, cents(base.times(decimal(rate)).div(hundred))]))

const ownVat = (lines: readonly StatedLine[]): Decimal => sum([...vatByRate(lines).values()])

/** Zero lines are texts of the accounting system; they are kept only where there is nothing else. */
function withoutTexts(lines: readonly StatedLine[]): StatedLine[] {
  const kept = lines.map(line => ({ ...line, amount: cents(line.amount) }))
  const priced = kept.filter(line => !line.amount.eq(0))
  return priced.length > 0 ? priced : kept
}

/** The bases of the recapitulation win over the sums of the lines. A rate it does not name says nothing. */
function correctRounding({ lines, rates, currency }: Stated): { lines: StatedLine[]; remarks: string[] } {
  const kept = withoutTexts(lines)
  const bases = basesByRate(kept)
  const stated = basesByRate(rates.map(({ ratePct, base }) => ({ description: '', amount: base, ratePct })))
  const remarks: string[] = []
  for (const [rate, base] of stated) {
    const difference = cents(base).minus(bases.get(rate) ?? zero)
    if (difference.eq(0)) continue
    if (difference.abs().lte(largestCorrection))
      kept.push({ description: words.correction, amount: difference, ratePct: decimal(rate) })
    else
      remarks.push(
        `At ${rate} % the lines come to ${plain(bases.get(rate) ?? zero)} ${currency}, ` +
          `the tax summary to ${plain(cents(base))} ${currency}.`,
      )
  }
  return { lines: kept, remarks }
}

interface Settlement {
  extra: StatedLine[]
  vat: Decimal
  remarks: string[]
}

/** One way of reading a part of the document: the lines it adds, and what to say when it is not the usual way. */
interface Way {
  lines: StatedLine[]
  remark?: string
}

/**
 * Writers differ in the sign of deposits, in whether deposits and rounding stand among the lines as well, and in
 * whether their VAT is before or after deposits. The first way that comes to the payable amount is the right one; when
 * none does, the one of the standard.
 */
function bestSettlement(stated: Stated, lines: readonly StatedLine[]): Settlement {
  const target = stated.payable ?? stated.taxInclusive
  const base = total(lines)
  const vats = statedVats(stated)
  let usual: Settlement | undefined
  for (const rounding of roundingWays(stated))
    for (const taxed of taxedWays(stated))
      for (const paid of paidWays(stated)) {
        const ways = [taxed, paid, rounding]
        const extra = ways.flatMap(way => way.lines)
        const remarks = ways.flatMap(way => way.remark ?? [])
        for (const vat of vats.length > 0 ? vats : [ownVat([...lines, ...extra])]) {
          const settlement = { extra, vat, remarks }
          usual ??= settlement
          if (target === null || base.plus(total(extra)).plus(vat).eq(cents(target))) return settlement
        }
      }
  return usual!
}

/** The total wins over the rates; without either the lines are counted. */
function statedVats({ vatTotal, rates }: Stated): Decimal[] {
  const ofRates = rates.length > 0 ? [sum(rates.map(rate => rate.vat.minus(rate.claimedVat)))] : []
  return [...(vatTotal === null ? [] : [vatTotal]), ...ofRates].map(cents)
}

const extraLine = (description: string, amount: Decimal, ratePct: Decimal = zero): StatedLine[] =>
  cents(amount).eq(0) ? [] : [{ description, amount: cents(amount), ratePct }]

function roundingWays({ rounding, currency }: Stated): Way[] {
  const lines = extraLine(words.rounding, rounding)
  if (lines.length === 0) return [{ lines }]
  const remark = `The document states a rounding of ${plain(cents(rounding))} ${currency} that its sums do not count.`
  return [{ lines }, { lines: [], remark }]
}

function taxedWays({ taxedDeposits, currency }: Stated): Way[] {
  const lines = taxedDeposits.flatMap(({ description, amount, ratePct }) =>
    extraLine(cut(`${words.deposit} ${description}`.trim(), 500), amount.abs().times(-1), ratePct),
  )
  if (lines.length === 0) return [{ lines }]
  const remark = `The document states taxed deposits of ${plain(total(lines).abs())} ${currency} that its sums do not count.`
  return [{ lines }, { lines: [], remark }]
}

function paidWays({ paidDeposits, currency }: Stated): Way[] {
  const amount = paidDeposits.abs()
  const lines = extraLine(words.deposit, amount.times(-1))
  if (lines.length === 0) return [{ lines }]
  const paid = `${plain(cents(amount))} ${currency}`
  return [
    { lines },
    { lines: [], remark: `The document states paid deposits of ${paid} that its sums do not count.` },
    {
      lines: extraLine(words.deposit, amount),
      remark: `The document adds paid deposits of ${paid} to what is payable.`,
    },
  ]
}

function correctionToPayable(
  { payable, taxInclusive, currency }: Stated,
  reached: Decimal,
): Way & { remarks: string[] } {
  const target = payable ?? taxInclusive
  if (target === null) return { lines: [], remarks: [] }
  const difference = cents(target).minus(reached)
  if (difference.abs().lte(largestCorrection)) return { lines: extraLine(words.correction, difference), remarks: [] }
  const remark =
    `The lines and the VAT come to ${plain(reached)} ${currency}, ` +
    `the document says ${plain(cents(target))} ${currency} ${payable === null ? 'in total' : 'is payable'}.`
  return { lines: [], remarks: [remark] }
}
