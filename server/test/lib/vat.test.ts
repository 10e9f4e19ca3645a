/** VAT and rounding: the golden examples, and that lines always add up. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Decimal, decimal, money, sum } from '../../src/lib/decimal.ts'
import { documentTotals, type VatLine } from '../../src/lib/vat.ts'

const line = (quantity: string, unitPrice: string, rate: string, discount?: string): VatLine => ({
  quantity: decimal(quantity),
  unitPrice: decimal(unitPrice),
  vatRatePct: decimal(rate),
  discountPct: discount === undefined ? null : decimal(discount),
})

const shown = (values: Decimal[]): string[] => values.map(money)

describe('golden examples', () => {
  test('10 lines x 0.33 at 21 %: base 3.30, VAT 0.69; nine lines show 0.07, one 0.06', () => {
    const { exclVat, vat, lines } = documentTotals(Array.from({ length: 10 }, () => line('1', '0.33', '21')))
    expect([money(exclVat), money(vat)]).toEqual(['3.30', '0.69'])
    expect(shown(lines.map(each => each.vat)).toSorted()).toEqual(['0.06', ...Array(9).fill('0.07')])
  })

  test('two rates and a discount: 11 285.10 in all', () => {
    const totals = documentTotals([
      line('7', '1234.50', '21'),
      line('24', '18.35', '21', '7.5'),
      line('3', '99.99', '12'),
    ])
    expect(shown(totals.lines.map(({ exclVat }) => exclVat))).toEqual(['8641.50', '407.37', '299.97'])
    expect(totals.rates.map(({ base, vat }) => [money(base), money(vat)])).toEqual([
      ['9048.87', '1900.26'],
      ['299.97', '36.00'],
    ])
    expect(money(totals.inclVat)).toBe('11285.10')
  })

  test.each([
    [[line('1', '55.55', '23'), line('1', '11.11', '23')], '15.33'],
    [[line('16', '348.35', '22', '4')], '1177.15'],
    [[line('1', '4.50', '21')], '0.95'],
  ])('%#: the VAT is %s', (lines, vat) => {
    expect(money(documentTotals(lines).vat)).toBe(vat)
  })

  test('16 x 348.35 less 4 % at 22 %: 5 350.66 + 1 177.15 = 6 527.81', () => {
    const { exclVat, inclVat } = documentTotals([line('16', '348.35', '22', '4')])
    expect([money(exclVat), money(inclVat)]).toEqual(['5350.66', '6527.81'])
  })

  test('a credit is the mirror of its original', () => {
    const lines = [line('3', '0.33', '21'), line('7', '1.17', '21'), line('1', '9.99', '12')]
    const mirror = lines.map(each => ({ ...each, quantity: each.quantity.times(-1) }))
    const [original, credit] = [documentTotals(lines), documentTotals(mirror)]
    expect(shown(credit.lines.map(({ vat }) => vat))).toEqual(shown(original.lines.map(({ vat }) => vat.times(-1))))
    expect(money(credit.inclVat)).toBe(money(original.inclVat.times(-1)))
  })
})

const cents = (digits: number, most: number) =>
  fc.integer({ min: 0, max: most }).map(whole => (whole / 10 ** digits).toFixed(digits))

test('lines always sum to the document, whatever they are', () => {
  const any = fc.record({
    quantity: fc.integer({ min: 1, max: 999_999 }).map(whole => (whole / 1_000).toFixed(3)),
    price: cents(4, 99_999_999),
    rate: fc.constantFrom('21', '12', '0', '15.5'),
    discount: fc.option(cents(2, 10_000), { nil: undefined }),
  })
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), rows => {
      const totals = documentTotals(rows.map(row => line(row.quantity, row.price, row.rate, row.discount)))
      expect(money(sum(totals.lines.map(({ exclVat }) => exclVat)))).toBe(money(totals.exclVat))
      expect(money(sum(totals.lines.map(({ vat }) => vat)))).toBe(money(totals.vat))
      expect(money(sum(totals.lines.map(({ inclVat }) => inclVat)))).toBe(money(totals.inclVat))
      expect(totals.lines.every(({ vat }) => vat.gte(0))).toBe(true)
      for (const { ratePct, base, vat } of totals.rates) {
        expect(money(vat)).toBe(money(base.times(ratePct).div(100)))
      }
    }),
  )
})
