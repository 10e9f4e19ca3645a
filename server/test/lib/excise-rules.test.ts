/** The three roundings of excise, which rate holds, and the days of a month. */
import { describe, expect, test } from 'vitest'
import { dueDateOf, lastDayOf, monthAfter, monthBefore } from '../../src/domains/excise/months.ts'
import { categoryOn, rateOn } from '../../src/domains/excise/rates/rules.ts'
import { reportLines, taxOf, totalsOf } from '../../src/domains/excise/reports/rules.ts'

const none = { produced_hl: '0', received_hl: '0', released_hl: '0', losses_hl: '0' }
const line = (plato: number, released_hl: string, rate = '16') =>
  reportLines([{ plato, hl: '100' }], [{ ...none, plato, released_hl }], rate)[0]!

describe('tax', () => {
  test.each([
    ['37.5', 12, '16', '7200.00'],
    ['37.5', 12, '32', '14400.00'],
    ['3.6663', 15, '16', '879.91'],
    // Half up, to the haléř.
    ['0.0003125', 10, '16', '0.05'],
    ['0.000312499', 10, '16', '0.05'],
    ['0.00028125', 10, '16', '0.05'],
    ['0.00028124', 10, '16', '0.04'],
    ['0', 12, '16', '0.00'],
    ['5', 0, '16', '0.00'],
  ])('%s hl of %i° at %s are taxed with %s', (released, plato, rate, tax) => {
    expect(taxOf(released, plato, rate)).toBe(tax)
  })

  test('every row is rounded, then the sum goes up to whole crowns', () => {
    const lines = [line(10, '0.00028125'), line(12, '0.000234375')]
    expect(lines.map(({ tax }) => tax)).toEqual(['0.05', '0.05'])
    expect(totalsOf(lines, 'up')).toMatchObject({ tax: '0.10', tax_payable: '1.00' })
    expect(totalsOf(lines, 'none')).toMatchObject({ tax: '0.10', tax_payable: '0.10' })
    expect(totalsOf([line(10, '3')], 'up')).toMatchObject({ tax: '480.00', tax_payable: '480.00' })
  })

  test('rows come from the weakest to the strongest, without those that are all 0', () => {
    const moved = { ...none, produced_hl: '-0.5', losses_hl: '0.25' }
    const lines = reportLines(
      [
        { plato: 12, hl: '15' },
        { plato: 8, hl: '1' },
      ],
      [
        { plato: 11, ...none },
        { plato: 12, ...moved },
      ],
      '19.2',
    )
    expect(lines).toEqual([
      { plato: 8, opening_hl: '1', ...none, closing_hl: '1', rate: '19.20', tax: '0.00' },
      { plato: 12, opening_hl: '15', ...moved, closing_hl: '14.25', rate: '19.20', tax: '0.00' },
    ])
  })
})

describe('the rate of a month', () => {
  const rate = (category: string, valid_from: string, value: string, is_active = true) => ({
    id: `${category} ${valid_from}`,
    category,
    valid_from,
    name: category,
    rate: value,
    max_annual_hl: null,
    is_active,
  })
  const rates = [
    rate('small', '2026-03-01', '17'),
    rate('base', '2010-01-01', '32'),
    rate('small', '2010-01-01', '16'),
    rate('small', '2026-05-01', '99', false),
  ]
  const categories = [
    { id: '2', valid_from: '2026-04-01', category: 'base' },
    { id: '1', valid_from: '2026-02-01', category: 'small' },
  ]

  test.each([
    ['2009-12-01', 'base', undefined],
    ['2026-01-01', 'base', '32'],
    ['2026-02-01', 'small', '16'],
    ['2026-03-01', 'small', '17'],
    ['2026-04-01', 'base', '32'],
  ])('on %s it is that of %s: %s', (day, category, value) => {
    expect(categoryOn({ rates, categories }, day)).toBe(category)
    expect(rateOn({ rates, categories }, day)?.rate).toBe(value)
  })

  test('what is out of use does not hold', () => {
    expect(rateOn({ rates, categories: [{ ...categories[1]!, valid_from: '2026-05-01' }] }, '2026-06-01')?.rate).toBe(
      '17',
    )
  })
})

describe('months', () => {
  test.each([
    ['2026-12', '2026-11', '2027-01', '2026-12-31', '2027-01-25'],
    ['2027-01', '2026-12', '2027-02', '2027-01-31', '2027-02-25'],
    ['2028-02', '2028-01', '2028-03', '2028-02-29', '2028-03-25'],
    ['2026-09', '2026-08', '2026-10', '2026-09-30', '2026-10-25'],
  ])('%s', (month, before, after, lastDay, due) => {
    expect([monthBefore(month), monthAfter(month), lastDayOf(month), dueDateOf(month)]).toEqual([
      before,
      after,
      lastDay,
      due,
    ])
  })
})
