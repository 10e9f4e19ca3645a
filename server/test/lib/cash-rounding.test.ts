/** Cash in coins, as the contract's examples count it. */
import { expect, test } from 'vitest'
import { roundCash } from '../../src/domains/pos/desks/rounding.ts'
import { decimal, money } from '../../src/lib/decimal.ts'

test.each([
  ['501.91', '1.00', '502.00'],
  ['201.50', '1.00', '202.00'],
  ['0.49', '1.00', '0.00'],
  ['12.42', '0.05', '12.40'],
  ['12.43', '0.05', '12.45'],
  ['0.02', '0.05', '0.05'],
  ['0.00', '0.05', '0.00'],
  ['7.50', '5.00', '10.00'],
  ['19.99', '0.01', '19.99'],
])('%s in coins of %s is %s', (due, step, rounded) => {
  expect(money(roundCash(decimal(due), decimal(step)))).toBe(rounded)
})
