/** Exact decimals, days of the calendar, bank account numbers and currencies, held against arithmetic written here. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrency } from '../../src/lib/currencies.ts'
import { dayIn, daysAfter, yearOf } from '../../src/lib/days.ts'
import { decimal, isDecimal, money, moneyText, plain, plainText, round, scaleOf, sum } from '../../src/lib/decimal.ts'
import { isIban } from '../../src/lib/iban.ts'

/** A number as a whole count of its last decimal place. */
interface Exact {
  units: bigint
  scale: number
}

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Every place written, also superfluous zeros; zero has no sign. */
function written({ units, scale }: Exact): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const fraction = scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${fraction}`
}

/** Without superfluous zeros. */
function shortest({ units, scale }: Exact): Exact {
  let short = { units, scale }
  while (short.scale > 0 && short.units % 10n === 0n) short = { units: short.units / 10n, scale: short.scale - 1 }
  return short
}

/** Half away from zero: twice the size, half a step more, cut off. */
function halfAway({ units, scale }: Exact, places: number): Exact {
  if (places >= scale) return { units: units * power(places - scale), scale: places }
  const step = power(scale - places)
  const size = ((units < 0n ? -units : units) * 2n + step) / (step * 2n)
  return { units: units < 0n ? -size : size, scale: places }
}

const scale = fc.nat({ max: 25 })
const exact = fc.record({ units: fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), scale })
/** Right on the edge: some digits and then a 5, or one less. */
const edge = fc
  .record({ head: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), places: fc.nat({ max: 10 }), tail: fc.nat(10) })
  .chain(({ head, places, tail }) => {
    const half = 5n * power(tail)
    const less = fc.constantFrom(0n, 1n)
    return less.map(one => {
      const rest = head < 0n ? -(half - one) : half - one
      return { number: { units: head * power(tail + 1) + rest, scale: places + tail + 1 }, places }
    })
  })

describe('a decimal', () => {
  test('is written plainly: no exponent, no superfluous zero, no minus before zero', () => {
    fc.assert(
      fc.property(exact, number => {
        const text = plain(decimal(written(number)))
        expect(text).toBe(written(shortest(number)))
        expect(isDecimal(text)).toBe(true)
        expect(plainText(text)).toBe(text)
      }),
    )
  })

  test('counts the places its value needs', () => {
    fc.assert(
      fc.property(exact, number => {
        expect(scaleOf(written(number))).toBe(shortest(number).scale)
        expect(scaleOf(`${written({ ...number, scale: number.scale + 1 })}000`)).toBe(
          shortest({ ...number, scale: number.scale + 1 }).scale,
        )
      }),
    )
  })

  test('is rounded half away from zero', () => {
    const check = (number: Exact, places: number) => {
      const result = plain(round(decimal(written(number)), places))
      expect(result).toBe(written(shortest(halfAway(number, places))))
    }
    fc.assert(fc.property(exact, fc.nat({ max: 12 }), check))
    fc.assert(fc.property(edge, ({ number, places }) => check(number, places)))
  })

  test('is added exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })), scale, (parts, places) => {
        const total = parts.reduce((one, other) => one + other, 0n)
        const texts = parts.map(units => decimal(written({ units, scale: places })))
        expect(plain(sum(texts))).toBe(written(shortest({ units: total, scale: places })))
      }),
    )
  })

  test('of money has two places and is never -0.00', () => {
    fc.assert(
      fc.property(exact, number => {
        const amount = money(decimal(written(number)))
        expect(amount).toBe(written(halfAway(number, 2)))
        expect(moneyText(amount)).toBe(amount)
      }),
    )
  })

  test.for([
    ['-0', '0', '0.00', 0],
    ['-0.000', '0', '0.00', 0],
    ['-0.004', '-0.004', '0.00', 3],
    ['-0.005', '-0.005', '-0.01', 3],
    ['0.005', '0.005', '0.01', 3],
    ['1.005', '1.005', '1.01', 3],
    ['1.500', '1.5', '1.50', 1],
    ['007', '7', '7.00', 0],
    ['0.00000000000000000000000001', '0.00000000000000000000000001', '0.00', 26],
    ['1000000000000000000000000000000', '1000000000000000000000000000000', '1000000000000000000000000000000.00', 0],
  ] as const)('%s', ([text, shown, amount, places]) => {
    expect([plainText(text), moneyText(text), scaleOf(text)]).toEqual([shown, amount, places])
  })

  test.for(['', ' 1', '1 ', '1.', '.5', '+1', '1e3', '1,5', '--1', '0x1', 'NaN', 'Infinity', '1.2.3', '١', '1\n'])(
    '%j is none',
    text => {
      expect(isDecimal(text)).toBe(false)
    },
  )
})

describe('the day', () => {
  /** The first instant of the day and the first after it: 23, 24 or 25 hours. */
  test.for([
    ['Europe/Prague', '2026-01-15', '2026-01-14T23:00:00Z', 24],
    ['Europe/Prague', '2026-07-15', '2026-07-14T22:00:00Z', 24],
    ['Europe/Prague', '2026-03-29', '2026-03-28T23:00:00Z', 23],
    ['Europe/Prague', '2026-10-25', '2026-10-24T22:00:00Z', 25],
    ['Europe/Prague', '2027-01-01', '2026-12-31T23:00:00Z', 24],
    ['Europe/Prague', '2028-02-29', '2028-02-28T23:00:00Z', 24],
    ['America/New_York', '2026-01-15', '2026-01-15T05:00:00Z', 24],
    ['America/New_York', '2026-07-15', '2026-07-15T04:00:00Z', 24],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
    ['America/New_York', '2026-12-31', '2026-12-31T05:00:00Z', 24],
    ['Asia/Kathmandu', '2026-01-15', '2026-01-14T18:15:00Z', 24],
    ['UTC', '2026-01-15', '2026-01-15T00:00:00Z', 24],
  ] as const)('in %s %s begins %s and has %i hours', ([zone, day, first, hours]) => {
    const begins = Date.parse(first)
    const ends = begins + hours * 3_600_000
    expect([begins - 1, begins, ends - 1, ends].map(at => dayIn(zone, at))).toEqual([
      daysAfter(day, -1),
      day,
      day,
      daysAfter(day, 1),
    ])
  })

  test('never goes back', () => {
    const instant = fc.integer({ min: Date.parse('2000-01-01'), max: Date.parse('2100-01-01') })
    const zone = fc.constantFrom('Europe/Prague', 'America/New_York')
    fc.assert(
      fc.property(zone, instant, fc.nat({ max: 90_000_000 }), (where, at, later) => {
        const [one, other] = [dayIn(where, at), dayIn(where, at + later)]
        expect(one).toMatch(/^\d{4}-\d\d-\d\d$/)
        expect([one, daysAfter(one, 1), daysAfter(one, 2)]).toContain(other)
      }),
    )
  })

  const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  const shown = (...[year, month, day]: [number, number, number]) =>
    `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

  test('after another is counted month by month, over leap years too', () => {
    for (const year of [1900, 1999, 2000, 2024, 2026, 2028, 2100, 2400]) {
      const first = shown(year, 1, 1)
      const days = lengths(year).flatMap((length, month) =>
        Array.from({ length }, (_, day) => shown(year, month + 1, day + 1)),
      )
      expect(days.map((_, after) => daysAfter(first, after))).toEqual(days)
      expect(daysAfter(first, days.length)).toBe(shown(year + 1, 1, 1))
      expect(daysAfter(first, -1)).toBe(shown(year - 1, 12, 31))
      expect(days.map(yearOf)).toEqual(days.map(() => year))
    }
  })

  test('ends with the first and the last one that can be written', () => {
    expect(daysAfter('9999-12-30', 5)).toBe('9999-12-31')
    expect(daysAfter('0001-01-03', -5)).toBe('0001-01-01')
  })

  test('so many days later and as many earlier is the same', () => {
    const day = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map(date => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.integer({ min: -60_000, max: 60_000 }), (from, days) => {
        expect(daysAfter(daysAfter(from, days), -days)).toBe(from)
        expect(daysAfter(from, days) > from).toBe(days > 0)
      }),
    )
  })
})

describe('an IBAN', () => {
  const examples = [
    'CZ6508000000192000145399',
    'DE89370400440532013000',
    'SK3112000000198742637541',
    'AT611904300234573201',
    'PL61109010140000071219812874',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
  ]

  test.for(examples)('%s is one, and none with any other digit or two neighbours exchanged', iban => {
    expect(isIban(iban)).toBe(true)
    for (const [at, digit] of [...iban].entries()) {
      const others = /\d/.test(digit) ? [...'0123456789'].filter(other => other !== digit) : []
      for (const other of others) expect(isIban(iban.slice(0, at) + other + iban.slice(at + 1))).toBe(false)
      const next = iban[at + 1]
      if (!/\d/.test(digit) || !next || !/\d/.test(next) || next === digit) continue
      expect(isIban(iban.slice(0, at) + next + digit + iban.slice(at + 2))).toBe(false)
    }
  })

  test('has one pair of check digits that fits, from 02 to 98', () => {
    for (let account = 0; account < 97; account++) {
      const number = `0800${String(account).padStart(16, '0')}`
      const check = 98n - (BigInt(`${number}123500`) % 97n)
      const pairs = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0'))
      expect(pairs.filter(pair => isIban(`CZ${pair}${number}`))).toEqual([String(check).padStart(2, '0')])
    }
  })

  test.for([
    '',
    'CZ65',
    'cz6508000000192000145399',
    'CZ65 0800 0000 1920 0014 5399',
    ' DE89370400440532013000',
    'DE89',
  ])('%j is none', text => {
    expect(isIban(text)).toBe(false)
  })
})

describe('a currency', () => {
  test('is one of ISO 4217, in capitals', () => {
    for (const code of ['CZK', 'EUR', 'USD', 'GBP', 'PLN', 'HUF', 'CHF', 'JPY']) expect(isCurrency(code)).toBe(true)
    for (const code of ['czk', 'Eur', '', 'CZ', 'CZKK', 'AAA', 'ZZZ', 'QQQ', ' CZK'])
      expect(isCurrency(code)).toBe(false)
  })
})
