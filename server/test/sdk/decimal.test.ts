/** The decimals of the SDK: exact, and as the service counts. */
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, compare, multiply, round, subtract, trim } from '../../../sdk/src/index.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.nat({ max: 8 }))
  .map(([units, places]) => new Big(String(units)).div(new Big(10).pow(places)).toFixed())

describe('as big.js counts', () => {
  test('add, subtract, multiply, compare', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const [a, b] = [new Big(one), new Big(other)]
        expect(trim(add(one, other))).toBe(a.plus(b).toFixed())
        expect(trim(subtract(one, other))).toBe(a.minus(b).toFixed())
        expect(trim(multiply(one, other))).toBe(a.times(b).toFixed())
        expect(compare(one, other)).toBe(a.cmp(b))
      }),
    )
  })

  test('round, half away from zero', () => {
    fc.assert(
      fc.property(decimal, fc.nat({ max: 9 }), (value, places) => {
        const wanted = new Big(value).toFixed(places, Big.roundHalfUp)
        expect(round(value, places)).toBe(/[1-9]/.test(wanted) ? wanted : wanted.replace('-', ''))
      }),
    )
  })
})

test('places are kept, and zero has no sign', () => {
  expect(add('1.10', '2')).toBe('3.10')
  expect(subtract('0.10', '0.1')).toBe('0.00')
  expect(multiply('-0.5', '0')).toBe('0.0')
  expect(add('0.1', '0.2')).toBe('0.3')
  expect(round('-0.004', 2)).toBe('0.00')
  expect(round('2.345', 2)).toBe('2.35')
  expect(round('-2.5', 0)).toBe('-3')
  expect(trim('100')).toBe('100')
  expect(['10', '9.5', '-1', '9.50'].sort(compare)).toEqual(['-1', '9.5', '9.50', '10'])
})

test('what is no decimal is refused', () => {
  for (const value of ['', '1e3', '+1', '.5', '1.', ' 1', '1,5', 'NaN', 1 as never]) {
    expect(() => add(value, '1'), String(value)).toThrow(TypeError)
  }
  expect(() => round('1', -1)).toThrow(RangeError)
  expect(() => round('1', 0.5)).toThrow(RangeError)
})
