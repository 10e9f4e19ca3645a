/** The pure parts of the brewhouse's screens: exact steps, moments, curves, and versions side by side. */
import type { RecipeVersion } from '@cellarbook/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isForBody, isWanting } from '../src/data/blockers.ts'
import { addDecimals } from '../src/format/decimal.ts'
import { clockTime, instantAt } from '../src/format/instants.ts'
import { drawLines, valueAt } from '../src/kit/lines-shapes.ts'
import { differencesOf } from '../src/screens/recipes/compare.ts'

test('a batch with a value can be given up by writing it off, not one whose beer is in stock', () => {
  const body = { properties: { write_off: { type: 'boolean' } } }
  const refused = (blocker: object) => [{ code: 'conflict', blockers: [blocker] }]
  expect(isForBody({ body, blockers: refused({ object: 'batch', value: '11499.00' }) })).toBe(true)
  expect(isForBody({ body, blockers: refused({ object: 'goods_receipt', number: 'PR1' }) })).toBe(false)
  expect(isForBody({ body: null, blockers: refused({ object: 'batch', value: '11499.00' }) })).toBe(false)
  expect(isForBody({ body, blockers: [] })).toBe(false)
})

test('what has no lines yet keeps its button; materials of a phase that has none are issued from the menu', () => {
  const [allowed, blockers] = [false, [{ code: 'no_lines' }]]
  expect(isWanting({ allowed, blockers, body: null })).toBe(true)
  const materials = { allowed, blockers, body: { properties: { phase: {}, warehouse_id: {} } } }
  expect([isWanting(materials), isForBody(materials)]).toEqual([false, true])
})

describe('addDecimals', () => {
  test.each([
    ['12.4', '-0.1', '12.3'],
    ['0.05', '-0.1', '-0.05'],
    ['-1', '0.5', '-0.5'],
    ['9.95', '0.05', '10'],
    ['0', '-0.5', '-0.5'],
  ])('%s and %s are %s', (one, other, sum) => expect(addDecimals(one, other)).toBe(sum))

  test('is exact, and there is a way back', () => {
    const decimal = fc
      .integer({ min: -9_999_999, max: 9_999_999 })
      .map(whole => addDecimals('0', (whole / 1000).toFixed(3)))
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const negated = other.startsWith('-') ? other.slice(1) : `-${other}`
        expect(addDecimals(addDecimals(one, other), negated)).toBe(one)
      }),
    )
  })
})

test('what clocks show where the account is becomes an instant, in summer and in winter', () => {
  expect(instantAt('2026-07-01T08:30:00', 'Europe/Prague')).toBe('2026-07-01T06:30:00.000Z')
  expect(instantAt('2026-11-15T08:30:00', 'Europe/Prague')).toBe('2026-11-15T07:30:00.000Z')
  expect(clockTime('2026-11-15T07:30:00.000Z', 'Europe/Prague')).toBe('2026-11-15T08:30:00')
})

describe('when clocks are moved', () => {
  test.each([
    ['Europe/Prague', '2026-03-29T01:30:00', '2026-03-29T00:30:00.000Z'],
    ['Europe/Prague', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['Europe/Prague', '2026-10-25T01:30:00', '2026-10-24T23:30:00.000Z'],
    ['Europe/Prague', '2026-10-25T03:00:00', '2026-10-25T02:00:00.000Z'],
    ['America/New_York', '2026-03-08T03:30:00', '2026-03-08T07:30:00.000Z'],
  ])('in %s %s is %s, and is shown so', (timeZone, local, instant) => {
    expect(instantAt(local, timeZone)).toBe(instant)
    expect(clockTime(instant, timeZone)).toBe(local)
  })

  test('the first of two same hours is meant, and an hour that is left out comes later', () => {
    expect(instantAt('2026-10-25T02:30:00', 'Europe/Prague')).toBe('2026-10-25T00:30:00.000Z')
    expect(instantAt('2026-03-29T02:30:00', 'Europe/Prague')).toBe('2026-03-29T01:30:00.000Z')
    expect(clockTime('2026-03-29T01:30:00.000Z', 'Europe/Prague')).toBe('2026-03-29T03:30:00')
  })
})

test('a year that is still being typed is shown as it is typed', () => {
  const typed = '0002-03-01T08:30:00'
  expect(clockTime(instantAt(typed, 'Europe/Prague'), 'Europe/Prague')).toBe(typed)
})

describe('the curve', () => {
  const points = [
    { at: '2026-11-02T08:00:00.000Z', value: '12' },
    { at: '2026-11-06T08:00:00.000Z', value: '4' },
  ]
  const gravity = { key: 'gravity_plato', label: 'Gravity', tone: 'accent' as const, points }
  const bands = [
    { label: 'Fermentation', from: '2026-11-02T08:00:00.000Z', to: '2026-11-08T08:00:00.000Z' },
    { label: 'Lagering', from: '2026-11-08T08:00:00.000Z', to: null },
  ]
  const drawn = drawLines([gravity], bands, '2026-11-10T08:00:00.000Z')

  test('has a band for each phase, one beside the other, up to now', () => {
    const [first, second] = drawn.bands
    expect(first!.left + first!.width).toBeCloseTo(second!.left)
    expect(first!.width).toBeCloseTo(3 * second!.width)
    expect(drawn.places[1]).toBeCloseTo((first!.left + second!.left + second!.width) / 2)
  })

  test('tells at a moment without a reading what was read before', () => {
    expect(valueAt(gravity, '2026-11-04T08:00:00.000Z')).toBe('12')
    expect(valueAt(gravity, '2026-11-01T08:00:00.000Z')).toBeUndefined()
    expect(drawn.lines[0]).toMatchObject({ top: '12', bottom: '4' })
  })
})

test('a version is compared with the one before: figures, ingredients, steps', () => {
  const malt = { id: 'malt', code: null, name: 'Malt' }
  const hops = { id: 'hops', code: null, name: 'Hops' }
  const line = (item: object, quantity: string) => ({
    item,
    quantity,
    unit: { symbol: 'kg' },
    phase: 'brewing',
    use: null,
    minutes: null,
  })
  const version = (facts: object) => ({ og_plato: '12', notes: null, steps: [], ...facts }) as unknown as RecipeVersion
  const before = version({ ingredients: [line(malt, '180'), line(hops, '2')] })
  const now = version({
    og_plato: '12.4',
    ingredients: [line(malt, '185')],
    steps: [{ name: 'Rest', temperature_c: '62', minutes: 30 }],
  })
  expect(differencesOf(before, now)).toMatchObject([
    { key: 'og_plato', before: '12', now: '12.4' },
    { name: 'Malt', before: '180', now: '185', unit: 'kg' },
    { name: 'Hops', before: '2', now: undefined },
    { name: 'Rest', before: undefined, now: '62 °C, 30 min' },
  ])
  expect(differencesOf(now, now)).toEqual([])
})
