/** What a credit note takes back: golden examples, and any parts in any order, with some called off between. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  restOf,
  type Share,
  type SoldLine,
  shareCredits,
  type Wanted,
} from '../../src/domains/sales/invoices/credit-rules.ts'
import { decimal, plain, sum } from '../../src/lib/decimal.ts'
import { documentTotals } from '../../src/lib/vat.ts'

interface Sold {
  quantity: string
  price: string
  rate: string
  pieces?: string
  amount?: string
}

/** The lines of an invoice as they are counted when it is written. */
function invoiceOf(lines: readonly Sold[]): SoldLine[] {
  const totals = documentTotals(
    lines.map(({ quantity, price, rate }) => ({
      quantity: decimal(quantity),
      unitPrice: decimal(price),
      discountPct: null,
      vatRatePct: decimal(rate),
    })),
  )
  return lines.map(({ quantity, rate, pieces = '0', amount = '0' }, index) => ({
    lineId: String(index),
    ratePct: decimal(rate),
    quantity: decimal(quantity),
    base: totals.lines[index]!.exclVat,
    vat: totals.lines[index]!.vat,
    pieces: decimal(pieces),
    deposit: decimal(pieces).times(amount),
  }))
}

const wish = (lineId: string, quantity: string, pieces: string | null = null): Wanted => ({
  lineId,
  quantity: decimal(quantity),
  pieces: pieces === null ? null : decimal(pieces),
})

const amounts = ['quantity', 'base', 'vat', 'pieces', 'deposit'] as const
const totalOf = (shares: readonly Share[], name: (typeof amounts)[number]) => plain(sum(shares.map(each => each[name])))
const written = (shares: readonly Share[]) => shares.map(({ base, vat }) => `${plain(base)} ${plain(vat)}`)

/** Each wish is a credit note of its own. */
function oneByOne(sold: SoldLine[], wishes: Wanted[]): Share[] {
  const taken: Share[] = []
  for (const each of wishes) taken.push(...shareCredits(sold, taken, [each]))
  return taken
}

describe('golden examples', () => {
  test('10 x 0.33 at 21 %: the tenth piece is credited too, and the tax is that of what is left', () => {
    const taken = oneByOne(invoiceOf([{ quantity: '10', price: '0.33', rate: '21' }]), Array(10).fill(wish('0', '1')))
    expect(written(taken)).toEqual([
      ...['0.33 0.07', '0.33 0.07', '0.33 0.06', '0.33 0.07', '0.33 0.07'],
      ...['0.33 0.07', '0.33 0.07', '0.33 0.07', '0.33 0.07', '0.33 0.07'],
    ])
    expect([totalOf(taken, 'base'), totalOf(taken, 'vat')]).toEqual(['3.3', '0.69'])
  })

  test('3 x 3.333: nothing is left of the rounding', () => {
    const taken = oneByOne(invoiceOf([{ quantity: '3', price: '3.333', rate: '0' }]), Array(3).fill(wish('0', '1')))
    expect(written(taken)).toEqual(['3.33 0', '3.34 0', '3.33 0'])
  })

  test('a piece called off comes back at what was left', () => {
    const sold = invoiceOf([{ quantity: '3', price: '3.333', rate: '21' }])
    const [first, second] = oneByOne(sold, Array(2).fill(wish('0', '1')))
    const [again] = shareCredits(sold, [second!], [wish('0', '1')])
    const [last] = shareCredits(sold, [second!, again!], [wish('0', '1')])
    expect(written([first!, second!, again!, last!])).toEqual(['3.33 0.7', '3.34 0.7', '3.33 0.7', '3.33 0.7'])
    expect(totalOf([second!, again!, last!], 'base')).toBe('10')
  })

  test('the tax of one note is shared by its lines, by rate', () => {
    const sold = invoiceOf([
      { quantity: '1', price: '55.55', rate: '23' },
      { quantity: '1', price: '11.11', rate: '23' },
      { quantity: '1', price: '100', rate: '12' },
    ])
    const shares = shareCredits(sold, [], [wish('2', '1'), wish('1', '1'), wish('0', '1')])
    expect(written(shares)).toEqual(['100 12', '11.11 2.56', '55.55 12.77'])
  })

  test('packaging follows in whole pieces, and alone it brings no goods', () => {
    const sold = invoiceOf([{ quantity: '4', price: '1', rate: '21', pieces: '3', amount: '1000' }])
    const taken = oneByOne(sold, [wish('0', '1'), wish('0', '0', '1'), wish('0', '1', '0'), wish('0', '2')])
    expect(taken.map(({ pieces, deposit }) => `${plain(pieces)} ${plain(deposit)}`)).toEqual([
      '0 0',
      '1 1000',
      '0 0',
      '2 2000',
    ])
    expect(plain(taken[1]!.base)).toBe('0')
    expect(restOf(sold, taken)).toEqual([])
  })

  test('shares rounded up and kept, while those rounded down are called off, never make a negative one', () => {
    const sold = invoiceOf([{ quantity: '8', price: '0.005', rate: '21' }])
    const pieces = oneByOne(sold, Array(8).fill(wish('0', '1')))
    expect(pieces.map(({ base }) => plain(base))).toEqual(['0.01', '0', '0.01', '0', '0.01', '0', '0.01', '0'])
    const kept = pieces.filter(({ base }) => base.gt(0))
    const rest = shareCredits(sold, kept, [wish('0', '1'), wish('0', '3')])
    expect(rest.map(({ base }) => plain(base))).toEqual(['0', '0'])
    expect(totalOf([...kept, ...rest], 'vat')).toBe(totalOf(sold, 'vat'))
  })
})

const money = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 10_000_000 }))

const soldLine: fc.Arbitrary<Sold> = fc.record({
  quantity: fc.oneof(
    fc.integer({ min: 1, max: 40 }).map(String),
    fc.integer({ min: 1, max: 99_999 }).map(parts => plain(decimal(parts).div(1000))),
  ),
  price: money.map(parts => plain(decimal(parts).div(1000))),
  rate: fc.constantFrom('21', '12', '0', '15.5', '100'),
  pieces: fc.integer({ min: 0, max: 20 }).map(String),
  amount: fc.integer({ min: 0, max: 99_999 }).map(halers => plain(decimal(halers).div(100))),
})

/** A step credits a part of some lines, or calls the credit note of that place off. */
const step = fc.record({
  isCancel: fc.boolean(),
  place: fc.nat(),
  parts: fc.array(
    fc.record({ line: fc.nat(), share: fc.integer({ min: 0, max: 100 }), pieces: fc.option(fc.nat(20)) }),
    { minLength: 1, maxLength: 4 },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Wishes that may be asked for: never above what is left, nor nothing at all. */
function wishesOf({ parts }: Step, sold: SoldLine[], taken: Share[]): Wanted[] {
  const wishes: Wanted[] = []
  for (const { line, share, pieces } of parts) {
    const left = restOf(sold, [...taken, ...shareCredits(sold, taken, wishes)])
    const rest = left[line % Math.max(left.length, 1)]
    if (!rest) break
    const quantity = rest.quantity.times(share).div(100).round(3, 'cut')
    const own = pieces === null ? null : decimal(pieces).gt(rest.pieces) ? rest.pieces : decimal(pieces)
    if (quantity.eq(0) && (own === null || own.eq(0))) continue
    wishes.push({ lineId: rest.lineId, quantity, pieces: own })
  }
  return wishes
}

function expectWithin(sold: Share[], taken: Share[]): void {
  for (const share of taken) for (const name of amounts) expect(share[name].gte(0), name).toBe(true)
  for (const { lineId, ...line } of sold) {
    const own = taken.filter(each => each.lineId === lineId)
    for (const name of ['quantity', 'base', 'pieces', 'deposit'] as const) {
      expect(sum(own.map(each => each[name])).lte(line[name]), name).toBe(true)
    }
  }
}

test('any credits of the whole are exactly the whole: base, VAT per rate, packaging', () => {
  fc.assert(
    fc.property(
      fc.array(soldLine, { minLength: 1, maxLength: 6 }),
      fc.array(step, { maxLength: 12 }),
      (lines, steps) => {
        const sold = invoiceOf(lines)
        const notes: Share[][] = []
        for (const each of steps) {
          const taken = notes.flat()
          if (each.isCancel && notes.length > 0) notes.splice(each.place % notes.length, 1)
          else notes.push(shareCredits(sold, taken, wishesOf(each, sold, taken)))
          expectWithin(sold, notes.flat())
        }
        notes.push(shareCredits(sold, notes.flat(), restOf(sold, notes.flat())))
        const taken = notes.flat()
        expectWithin(sold, taken)
        expect(restOf(sold, taken)).toEqual([])
        for (const { lineId, ...line } of sold) {
          const own = taken.filter(each => each.lineId === lineId)
          for (const name of ['quantity', 'base', 'pieces', 'deposit'] as const) {
            expect(totalOf(own, name), name).toBe(plain(line[name]))
          }
        }
        for (const rate of new Set(lines.map(each => each.rate))) {
          const ofRate = (shares: Share[]) => shares.filter(({ ratePct }) => ratePct.eq(rate))
          expect(totalOf(ofRate(taken), 'vat')).toBe(totalOf(ofRate(sold), 'vat'))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('without a cancellation the tax of a note is that of the base before less that of the base after', () => {
  fc.assert(
    fc.property(soldLine, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 }), (line, shares) => {
      const sold = invoiceOf([line])
      const taken: Share[] = []
      const vatOf = (base: Share['base']) => base.times(line.rate).div(100).round(2, 'half_up')
      for (const share of shares) {
        const rest = restOf(sold, taken)[0]?.quantity.times(share).div(100).round(3, 'cut')
        if (!rest || rest.eq(0)) break
        const before = sold[0]!.base.minus(totalOf(taken, 'base'))
        const [part] = shareCredits(sold, taken, [wish('0', plain(rest))])
        expect(plain(part!.vat)).toBe(plain(vatOf(before).minus(vatOf(before.minus(part!.base)))))
        taken.push(part!)
      }
    }),
    { numRuns: 300 },
  )
})
