/** The small pure parts: keys, instants, addresses, search, canonical JSON. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressList, isListed, plainAddress } from '../../src/lib/addresses.ts'
import { isApiKey, newApiKey } from '../../src/lib/api-key.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { dayIn } from '../../src/lib/days.ts'
import { isUuid, newId } from '../../src/lib/ids.ts'
import { parseInstant } from '../../src/lib/instants.ts'
import { containing, searchable } from '../../src/lib/search-text.ts'

describe('API keys', () => {
  test('have the shape scanners look for, and a checksum that notices any change of a character', () => {
    for (const mode of ['live', 'test'] as const) {
      const key = newApiKey(mode)
      expect(key).toMatch(new RegExp(`^cb_${mode}_[0-9A-Za-z]{36}$`))
      expect(isApiKey(key)).toBe(true)
      for (let at = 8; at < key.length; at++) {
        const other = key[at] === 'a' ? 'b' : 'a'
        expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
      }
    }
  })

  test('are not guessed', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newApiKey('test'))).size).toBe(1_000)
  })
})

describe('identifiers', () => {
  test('are UUIDv7 and grow', () => {
    const ids = Array.from({ length: 1_000 }, newId)
    expect(ids.every(isUuid)).toBe(true)
    expect(ids[0]![14]).toBe('7')
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('days', () => {
  test('a day begins at midnight of its zone, whoever asked before', () => {
    const zones = [
      'Europe/Prague',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Africa/Monrovia',
      'UTC',
    ]
    // A night with a change of the clock, one without, and one when Monrovia was 44 minutes and 30 seconds behind.
    const nights = ['2026-10-25T00:00:00Z', '2026-02-01T00:00:00Z', '1971-06-01T00:00:00Z'].map(Date.parse)
    const format = (timeZone: string) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    const formats = new Map(zones.map(zone => [zone, format(zone)]))
    for (const night of nights) {
      for (let minutes = -14 * 60; minutes <= 14 * 60; minutes += 15) {
        for (const ms of [-1, 0, 29_999, 30_000, 59_999].map(beside => night + minutes * 60_000 + beside)) {
          for (const zone of zones) expect(dayIn(zone, ms), `${zone} ${ms}`).toBe(formats.get(zone)!.format(ms))
        }
      }
    }
  })
})

describe('instants', () => {
  test('any instant survives any offset', () => {
    const date = fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(date, fc.integer({ min: -14 * 60, max: 14 * 60 }), (value, offset) => {
        const shifted = new Date(value.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const sign = offset < 0 ? '-' : '+'
        const two = (number: number) => String(Math.abs(number)).padStart(2, '0')
        const zone = `${sign}${two(Math.trunc(offset / 60))}:${two(offset % 60)}`
        expect(parseInstant(`${shifted}${zone}`)).toBe(value.toISOString())
      }),
    )
  })

  test.for([
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+24:00',
    '0000-01-01T00:00:00Z',
    '12026-01-01T00:00:00Z',
    '',
  ])('%s is none', text => {
    expect(parseInstant(text)).toBeUndefined()
  })
})

describe('addresses', () => {
  test('a list holds addresses and ranges of both families', () => {
    const list = addressList(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::1'])!
    for (const inside of ['10.255.0.1', '192.0.2.7', '2001:db8:1::5', '::1']) expect(isListed(list, inside)).toBe(true)
    for (const outside of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '::2', 'nonsense', '']) {
      expect(isListed(list, outside)).toBe(false)
    }
  })

  test('a mapped IPv4 address counts as IPv4', () => {
    expect(plainAddress('::ffff:10.1.2.3')).toBe('10.1.2.3')
    expect(plainAddress('2001:db8::1')).toBe('2001:db8::1')
  })

  test.for(['10.0.0.0/33', '10.0.0', 'example.com', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', ''])(
    '%s is no entry',
    entry => {
      expect(addressList([entry])).toBeUndefined()
    },
  )
})

describe('search', () => {
  test('ignores case and accents; wildcards are plain characters', () => {
    expect(searchable('Žatecký', null, 'CZ1')).toBe('zatecky cz1')
    expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%')
  })
})

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}')
})
