/** Baskets of any kind: every amount of a sale is counted here once more in whole numbers. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundCash } from '../../src/domains/pos/desks/rounding.ts'
import {
  lineGross,
  mismatchOf,
  payableOf,
  priceWithVat,
  refundedGross,
  saleTotals,
} from '../../src/domains/pos/sales/rules.ts'
import { type Decimal, decimal, money } from '../../src/lib/decimal.ts'

/** Quantity and price in millionths, discount and rate in ten thousandths of a percent. */
interface Sold {
  quantity: bigint
  price: bigint
  discount: bigint | null
  rate: bigint
}

const scaled = (value: bigint, scale: number): Decimal => decimal(value.toString()).div(decimal(10).pow(scale))
const halers = (value: Decimal): bigint => BigInt(value.times(100).toFixed(0))
const halfUp = (value: bigint, divisor: bigint): bigint => (value * 2n + divisor) / (divisor * 2n)
const total = (values: readonly bigint[]): bigint => values.reduce((one, other) => one + other, 0n)

const rates = [210_000n, 120_000n, 0n, 100_000n, 55_000n]

const sold: fc.Arbitrary<Sold> = fc.record({
  quantity: fc.oneof(
    fc.bigInt(1n, 12n).map(pieces => pieces * 1_000_000n),
    fc.bigInt(1n, 99_999_999n),
  ),
  price: fc.oneof(
    fc.bigInt(0n, 9_999n).map(tens => tens * 100_000n),
    fc.bigInt(0n, 9_999_999_999n),
  ),
  discount: fc.option(fc.oneof(fc.constantFrom(100_000n, 50_000n), fc.bigInt(0n, 1_000_000n)), { nil: null }),
  rate: fc.constantFrom(...rates),
})

const grossOf = ({ quantity, price, discount }: Sold): bigint =>
  halfUp(quantity * price * (1_000_000n - (discount ?? 0n)), 10n ** 16n)

const lineOf = (line: Sold) => ({
  gross: lineGross({
    quantity: scaled(line.quantity, 6),
    unitPrice: scaled(line.price, 6),
    discountPct: line.discount === null ? null : scaled(line.discount, 4),
  }),
  ratePct: scaled(line.rate, 4),
})

/** A4: floors, then one haler each by the largest remainder, ties by order. */
function shared(vat: bigint, grosses: bigint[]): bigint[] {
  const whole = total(grosses)
  if (whole === 0n) return grosses.map(() => 0n)
  const floors = grosses.map(gross => (vat * gross) / whole)
  const left = Number(vat - total(floors))
  const order = grosses
    .map((gross, index) => ({ index, rest: (vat * gross) % whole }))
    .sort((one, other) => (one.rest === other.rest ? one.index - other.index : one.rest < other.rest ? 1 : -1))
  for (const { index } of order.slice(0, left)) floors[index] = floors[index]! + 1n
  return floors
}

/** Lines, then rates, then the whole, each gross, tax and base. */
function countAnew(lines: readonly Sold[]): string {
  const grosses = lines.map(grossOf)
  const vats = lines.map(() => 0n)
  const ofRates = rates
    .toSorted((one, other) => Number(other - one))
    .flatMap(rate => {
      const indexes = lines.flatMap((line, index) => (line.rate === rate ? [index] : []))
      if (indexes.length === 0) return []
      const own = indexes.map(index => grosses[index]!)
      const vat = halfUp(total(own) * rate, 1_000_000n + rate)
      for (const [nth, part] of shared(vat, own).entries()) vats[indexes[nth]!] = part
      return [[total(own), vat]] as const
    })
  const whole = [total(grosses), total(vats)] as const
  const ofLines = grosses.map((gross, index) => [gross, vats[index]!] as const)
  return [...ofLines, ...ofRates, whole].map(([gross, vat]) => `${gross} ${vat} ${gross - vat}`).join(', ')
}

const shownBy = ({ lines, rates: ofRates, ...whole }: ReturnType<typeof saleTotals>): string =>
  [...lines, ...ofRates, whole]
    .map(({ inclVat, vat, exclVat }) => [inclVat, vat, exclVat].map(halers).join(' '))
    .join(', ')

describe('A1 to A4', () => {
  test('lines, tax per rate and its shares agree with whole numbers', () => {
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 8 }), lines => {
        const counted = saleTotals(lines.map(lineOf))
        expect(shownBy(counted)).toBe(countAnew(lines))
      }),
      { numRuns: 400 },
    )
  })

  test('a refund of everything is the exact mirror', () => {
    fc.assert(
      fc.property(fc.array(sold, { minLength: 1, maxLength: 6 }), lines => {
        const there = saleTotals(lines.map(lineOf))
        const back = saleTotals(lines.map(lineOf).map(({ gross, ratePct }) => ({ gross: gross.times(-1), ratePct })))
        expect(back.lines.map(({ vat }) => vat.times(-1).toFixed(2))).toEqual(
          there.lines.map(({ vat }) => vat.toFixed(2)),
        )
        expect(back.inclVat.plus(there.inclVat).eq(0)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

describe('A6 and A7', () => {
  const steps = ['0.01', '0.05', '0.10', '0.50', '1.00', '5.00']

  test('only cash is rounded, to the nearest coin, and the sum has to be exact', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 200_000n), fc.bigInt(0n, 200_000n), fc.constantFrom(...steps), (due, card, step) => {
        const coin = halers(decimal(step))
        const owed = scaled(due, 2)
        const byCard = { method: 'card', amount: scaled(card, 2) }
        const open = due - card
        const size = open < 0n ? -open : open
        const rounded = halfUp(size, coin) * coin * (open < 0n ? -1n : 1n)
        const cash = step === '0.05' && open > 0n && rounded === 0n ? 5n : rounded
        const counted = payableOf(owed, [byCard, { method: 'cash', amount: decimal(0) }], decimal(step))
        expect([counted.payable, counted.cash].map(halers)).toEqual([card + cash, cash])
        expect(payableOf(owed, [byCard], decimal(step)).payable.eq(owed)).toBe(true)
        const asked = mismatchOf(owed, [byCard, { method: 'cash', amount: scaled(cash, 2) }], decimal(step))
        expect(asked === undefined).toBe(cash > 0n)
        const wrong = mismatchOf(owed, [byCard, { method: 'cash', amount: scaled(cash + 1n, 2) }], decimal(step))
        expect(wrong && halers(wrong)).toBe(card + cash)
      }),
      { numRuns: 600 },
    )
  })
})

test('the parts of a line that come back add up to it, whatever they are', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 99_999n), fc.array(fc.bigInt(1n, 9n), { minLength: 1, maxLength: 8 }), (cost, parts) => {
      const line = { quantity: scaled(total(parts), 0), gross: scaled(cost, 2) }
      let before = { quantity: decimal(0), gross: decimal(0) }
      for (const part of parts) {
        const gross = refundedGross(line, before, scaled(part, 0))
        expect(gross.gte(0)).toBe(true)
        before = { quantity: before.quantity.plus(part.toString()), gross: before.gross.plus(gross) }
      }
      expect(before.gross.eq(line.gross)).toBe(true)
    }),
    { numRuns: 250 },
  )
})

describe('G1', () => {
  const basket = [
    { quantity: '2', unitPrice: '55.00', discountPct: null, ratePct: '21' },
    { quantity: '6', unitPrice: '38.90', discountPct: '10', ratePct: '21' },
    { quantity: '3', unitPrice: '24.90', discountPct: null, ratePct: '12' },
    { quantity: '0.350', unitPrice: '289.00', discountPct: null, ratePct: '12' },
  ].map(line => ({
    gross: lineGross({
      quantity: decimal(line.quantity),
      unitPrice: decimal(line.unitPrice),
      discountPct: line.discountPct === null ? null : decimal(line.discountPct),
    }),
    ratePct: decimal(line.ratePct),
  }))
  const counted = saleTotals(basket)
  const due = counted.inclVat.plus('18.00').minus('12.00')

  test('the basket', () => {
    expect(counted.lines.map(({ inclVat, vat }) => [money(inclVat), money(vat)])).toEqual([
      ['110.00', '19.09'],
      ['210.06', '36.46'],
      ['74.70', '8.00'],
      ['101.15', '10.84'],
    ])
    expect(counted.rates.map(rate => [rate.exclVat, rate.vat, rate.inclVat].map(money))).toEqual([
      ['264.51', '55.55', '320.06'],
      ['157.01', '18.84', '175.85'],
    ])
    expect([counted.exclVat, counted.vat, counted.inclVat, due].map(money)).toEqual([
      '421.52',
      '74.39',
      '495.91',
      '501.91',
    ])
  })

  test('in cash, by card, by both, in euros', () => {
    const payable = (...payments: { method: string; amount: Decimal }[]) =>
      money(payableOf(due, payments, decimal('1.00')).payable)
    const cash = { method: 'cash', amount: decimal(0) }
    expect(payable(cash)).toBe('502.00')
    expect(payable({ method: 'card', amount: due })).toBe('501.91')
    expect(payable({ method: 'card', amount: decimal('300.00') }, cash)).toBe('502.00')
    expect(['12.42', '12.43'].map(each => money(roundCash(decimal(each), decimal('0.05'))))).toEqual(['12.40', '12.45'])
  })

  test('two of six bottles back, the other four later', () => {
    const line = { quantity: decimal(6), gross: decimal('210.06') }
    const first = refundedGross(line, { quantity: decimal(0), gross: decimal(0) }, decimal(2))
    const { vat, exclVat } = saleTotals([{ gross: first, ratePct: decimal(21) }])
    expect([first, vat, exclVat].map(money)).toEqual(['70.02', '12.15', '57.87'])
    expect(money(refundedGross(line, { quantity: decimal(2), gross: first }, decimal(4)))).toBe('140.04')
  })

  test('a price with VAT is kept by a net price of six decimals', () => {
    expect(money(priceWithVat(decimal('45.454545'), decimal(21)))).toBe('55.00')
  })
})
