/** Our decimals against big.js, which counts digit by digit. */
import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact, type Rounding } from '../../src/lib/exact.ts'

const Wide = Big()
Wide.DP = 30
Wide.RM = Big.roundHalfUp

const roundings = { cut: Big.roundDown, half_up: Big.roundHalfUp, up: Big.roundUp } as const
const rounding = fc.constantFrom<Rounding>('cut', 'half_up', 'up')

/** Short ones, as nearly all are; long ones; and those at the edge between both ways to read them. */
const units = fc.oneof(
  fc.bigInt({ min: -9_999n, max: 9_999n }),
  fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
)
const number = fc.tuple(units, fc.nat({ max: 25 })).map(([value, places]) => {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0')
  const point = digits.length - places
  return `${value < 0n ? '-' : ''}${digits.slice(0, point)}${places === 0 ? '' : `.${digits.slice(point)}`}`
})
const divisor = number.filter(text => /[1-9]/.test(text))

const exact = (text: string) => Exact.from(text)
/** Zero has no sign. */
const written = (value: Big) => (value.eq(0) ? '0' : value.toFixed())

const often = { numRuns: 500 }

describe('as big.js counts', () => {
  test('sums, differences, products, and which is more', () => {
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [a, b] = [new Wide(one), new Wide(other)]
        expect(String(exact(one).plus(other))).toBe(written(a.plus(b)))
        expect(String(exact(one).minus(other))).toBe(written(a.minus(b)))
        expect(String(exact(one).times(other))).toBe(written(a.times(b)))
        expect(String(exact(one).abs())).toBe(written(a.abs()))
        expect(exact(one).cmp(other)).toBe(a.cmp(b))
        const asked = (x: Exact | Big, y: string) => [x.eq(y), x.gt(y), x.gte(y), x.lt(y), x.lte(y)]
        expect(asked(exact(one), other)).toEqual(asked(a, other))
        expect(asked(exact(one), `${one}${one.includes('.') ? '0' : '.0'}`)).toEqual([true, false, true, false, true])
      }),
      often,
    )
  })

  test('quotients of thirty places', () => {
    fc.assert(
      fc.property(number, divisor, (one, by) => {
        expect(String(exact(one).div(by))).toBe(written(new Wide(one).div(by)))
        expect(String(exact(one).times(by).div(by))).toBe(written(new Wide(one)))
      }),
      often,
    )
  })

  test('quotients of some places, rounded each way', () => {
    const places = fc.nat({ max: 12 })
    const property = fc.property(number, divisor, places, rounding, (one, by, shown, how) => {
      const Narrow = Big()
      Narrow.DP = shown
      Narrow.RM = roundings[how]
      expect(String(exact(one).div(by, shown, how))).toBe(written(new Narrow(one).div(by)))
    })
    fc.assert(property, often)
  })

  test('rounding, and a number with its places', () => {
    const property = fc.property(number, fc.nat({ max: 27 }), rounding, (one, places, how) => {
      expect(String(exact(one).round(places, how))).toBe(written(new Wide(one).round(places, roundings[how])))
      const shown = new Wide(one).toFixed(places, Big.roundHalfUp)
      expect(exact(one).toFixed(places)).toBe(/[1-9]/.test(shown) ? shown : shown.replace('-', ''))
    })
    fc.assert(property, often)
  })

  test('powers', () => {
    fc.assert(
      fc.property(divisor, fc.integer({ min: -4, max: 6 }), (one, exponent) => {
        expect(String(exact(one).pow(exponent))).toBe(written(new Wide(one).pow(exponent)))
      }),
    )
  })

  test.for(['1e3', '1E-7', '-2.5e+21', '1.5e-3', '.5', '5.', '-.5', '0', '-0', '-0.00', '00012.50', '999999999999999'])(
    '%s is read alike',
    text => {
      expect(String(exact(text))).toBe(written(new Wide(text)))
    },
  )

  test.for(['', '.', '-', '-.', 'e5', '1e', '1.2.3', '--1', '+1', ' 1', '1 ', '1,5', '0x1', 'NaN', 'Infinity', '1\n'])(
    '%j is no number',
    text => {
      expect(() => new Wide(text)).toThrow()
      expect(() => exact(text)).toThrow(TypeError)
    },
  )
})

test('numbers are read as they are written', () => {
  for (const value of [0, -0, 7, -12, 0.1, 1e21, 1.5e-9, Number.MAX_SAFE_INTEGER]) {
    expect(String(Exact.from(value))).toBe(written(new Wide(value)))
  }
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) expect(() => Exact.from(value)).toThrow(TypeError)
})

test('nothing is divided by zero', () => {
  for (const zero of ['0', '-0.00', 0]) expect(() => exact('1').div(zero)).toThrow(RangeError)
})

test('a number never changes', () => {
  const one = exact('1.50')
  one.plus('1').times('3').div('7').round(2, 'up')
  expect(one.toFixed(2)).toBe('1.50')
})
