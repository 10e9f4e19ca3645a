/** The pure rules of measurements: what they are of, what a batch keeps of them, what follows from that. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axes } from '../../src/domains/brewery/measurements/axes.ts'
import { type BeerFacts, derivedOf, strengthOf } from '../../src/domains/brewery/measurements/derived.ts'
import { type Kept, keep, type Measuring, nothingKept } from '../../src/domains/brewery/measurements/kept.ts'
import {
  daysInPhase,
  readType,
  readValues,
  stretchAt,
  stretchesOf,
} from '../../src/domains/brewery/measurements/rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

const beer = (facts: Partial<BeerFacts>): BeerFacts => ({
  ...nothingKept,
  manual_og_plato: null,
  manual_fg_plato: null,
  manual_abv: null,
  ...facts,
})

const reading = (value: string) => ({ value, measured_at: at(0) })

describe('derived values', () => {
  test.each([
    ['12.4', '2.6', '4.37', '79.03', '64.74', '5.3'],
    ['12.4', '12.4', '12.4', '0', '0', '0'],
    ['10', '1.75', '3.24', '82.5', '67.58', '4.39'],
    ['11.03', '-0.4', '1.67', '103.63', '84.89', '6.07'],
    ['18.125', '4.333', '6.83', '76.09', '62.34', '7.76'],
    ['40', '-5', '3.14', '112.5', '92.16', '27.89'],
    ['0.001', '0', '0', '100', '81.92', '0'],
  ])('%s to %s', (og, fg, re, apparent, real, abv) => {
    const facts = beer({ manual_og_plato: og, measured: { cellar: reading(fg) } })
    expect(derivedOf(facts)).toEqual({
      og_source: 'manual',
      current_gravity_plato: null,
      real_extract_plato: re,
      apparent_attenuation_pct: apparent,
      real_attenuation_pct: real,
      abv_calculated: abv,
      abv_source: 'calculated',
    })
    expect(strengthOf(facts)).toEqual({ og_plato: og, fg_plato: fg, abv })
  })

  test('nothing follows from no wort, none left in it, or a beer heavier than it', () => {
    const left = { measured: { cellar: reading('2.6') } }
    const original = { measured: { brewing: reading('12.4') } }
    for (const facts of [
      beer({}),
      beer(left),
      beer(original),
      beer({ ...left, manual_og_plato: '0' }),
      beer({ ...left, manual_og_plato: '2.59' }),
    ]) {
      expect(derivedOf(facts)).toMatchObject({ real_extract_plato: null, abv_calculated: null, abv_source: null })
      expect(strengthOf(facts).abv).toBeNull()
    }
  })

  test('a person goes before a measurement, the brew house before fermentation, the cellar before what is newest', () => {
    const measured = { brewing: reading('12.4'), fermentation: reading('11'), cellar: reading('2.6') }
    const latest = { gravity_plato: reading('3'), abv_pct: reading('5.1') }
    expect(strengthOf(beer({ measured, latest }))).toEqual({ og_plato: '12.4', fg_plato: '2.6', abv: '5.1' })
    expect(derivedOf(beer({ measured, latest }))).toMatchObject({
      og_source: 'measured',
      current_gravity_plato: '3',
      abv_calculated: '5.3',
      abv_source: 'measured',
    })
    const { brewing: _, cellar: __, ...first } = measured
    expect(strengthOf(beer({ measured: first, latest }))).toMatchObject({ og_plato: '11', fg_plato: null })
    expect(derivedOf(beer({ measured: first, latest })).apparent_attenuation_pct).toBe('72.73')
    const said = { manual_og_plato: '13', manual_fg_plato: '3', manual_abv: '5' }
    expect(strengthOf(beer({ measured, latest, ...said }))).toEqual({ og_plato: '13', fg_plato: '3', abv: '5' })
    expect(derivedOf(beer({ measured, latest, ...said }))).toMatchObject({ og_source: 'manual', abv_source: 'manual' })
  })
})

test('one value tells its type, several need it', () => {
  for (const [sent, read] of [
    [{ ph: '4.4' }, 'ph'],
    [{ ph: '4.4', abv_pct: null }, 'ph'],
    [{ ph: '4.4', abv_pct: '5' }, 'measurement_type_ambiguous'],
    [{ type: 'abv', ph: '4.4', abv_pct: '5' }, 'abv'],
    [{ type: 'abv', ph: '4.4' }, 'measurement_value_required'],
    [{ ph: null }, 'measurement_value_required'],
    [{}, 'measurement_value_required'],
  ] as const) {
    expect(readType(sent), JSON.stringify(sent)).toBe(read)
  }
  expect(readValues({ gravity_plato: '-0.500', ph: '-0' })).toMatchObject({
    gravity_plato: '-0.5',
    ph: '0',
    volume_l: null,
  })
})

describe('the life of a batch', () => {
  const stays = [
    { phase: 'brewing', vessel_id: null, started_at: at(10), ended_at: at(20) },
    { phase: 'fermentation', vessel_id: 'A', started_at: at(20), ended_at: at(30) },
    { phase: 'fermentation', vessel_id: 'B', started_at: at(30), ended_at: at(30) },
    { phase: 'fermentation', vessel_id: 'C', started_at: at(30), ended_at: null },
  ]

  test('an instant belongs to the stay that had begun last', () => {
    const found = (minute: number) => {
      const { phase, vessel_id } = stretchAt(stretchesOf(stays, { phase: 'fermentation' }), at(minute))
      return `${phase} ${vessel_id}`
    }
    expect([9, 10, 19, 20, 29, 30, 99].map(found)).toEqual([
      'planned null',
      'brewing null',
      'brewing null',
      'fermentation A',
      'fermentation A',
      'fermentation C',
      'fermentation C',
    ])
  })

  test('after the last stay it is what it became', () => {
    const ended = stays.with(3, { ...stays[3]!, ended_at: at(50) })
    const life = stretchesOf(ended, { phase: 'completed' })
    expect([stretchAt(life, at(49)).phase, stretchAt(life, at(50)).phase]).toEqual(['fermentation', 'completed'])
    expect(stretchAt(stretchesOf([], { phase: 'planned' }), at(0)).phase).toBe('planned')
  })

  test('days count from the day it came into the phase, where the account is', () => {
    const zone = 'Europe/Prague'
    const late = [{ phase: 'lagering', vessel_id: 'A', started_at: '2026-03-01T23:30:00.000Z', ended_at: null }]
    expect(daysInPhase(late, { timeZone: zone, today: '2026-03-02' })).toBe(0)
    expect(daysInPhase(late, { timeZone: zone, today: '2026-04-01' })).toBe(30)
    expect(daysInPhase(stays, { timeZone: zone, today: '2026-01-03' })).toBe(2)
    expect(daysInPhase(stays.slice(0, 3), { timeZone: zone, today: '2026-01-03' })).toBeNull()
    expect(daysInPhase([], { timeZone: zone, today: '2026-01-03' })).toBeNull()
  })
})

describe('what a batch keeps', () => {
  const value = fc.option(
    fc.integer({ min: -40, max: 300 }).map(tenths => String(tenths / 10)),
    { freq: 2 },
  )
  const measuring: fc.Arbitrary<Measuring> = fc.record({
    phase: fc.constantFrom('planned', 'brewing', 'fermentation', 'lagering', 'packaging', 'completed'),
    measured_at: fc.integer({ min: 0, max: 20 }).map(at),
    is_valid: fc.boolean(),
    gravity_plato: value,
    temperature_c: value,
    ph: value,
    pressure_bar: value,
    volume_l: value,
    co2_g_l: value,
    abv_pct: value,
  })

  /** Of all that are valid, in the order of their instants and then of their arrival. */
  function plainly(measurements: readonly Measuring[]): Kept {
    const valid = measurements
      .filter(({ is_valid }) => is_valid)
      .toSorted((one, other) => one.measured_at.localeCompare(other.measured_at))
    const pick = (found: Measuring | undefined, axis: (typeof axes)[number]) =>
      found && { value: found[axis]!, measured_at: found.measured_at }
    const gravities = (...phases: string[]) =>
      valid.filter(({ phase, gravity_plato }) => gravity_plato !== null && phases.includes(phase))
    const known = <T extends object>(members: T) =>
      Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))
    return {
      latest: known(
        Object.fromEntries(axes.map(axis => [axis, pick(valid.filter(each => each[axis] !== null).at(-1), axis)])),
      ),
      measured: known({
        brewing: pick(gravities('brewing').at(-1), 'gravity_plato'),
        fermentation: pick(gravities('fermentation')[0], 'gravity_plato'),
        cellar: pick(gravities('lagering', 'packaging', 'completed').at(-1), 'gravity_plato'),
      }),
    }
  }

  test('is the same in whatever order they arrive as by reading all of them', () => {
    fc.assert(
      fc.property(fc.array(measuring, { maxLength: 40 }), measurements => {
        expect(measurements.reduce(keep, nothingKept)).toEqual(plainly(measurements))
      }),
      { numRuns: 500 },
    )
  })

  test('is the very same object when nothing moves', () => {
    const values = Object.fromEntries(axes.map(axis => [axis, '1'])) as Record<(typeof axes)[number], string>
    const first = { ...values, phase: 'fermentation', measured_at: at(5), is_valid: true }
    const kept = keep(nothingKept, first)
    expect(keep(kept, { ...first, is_valid: false })).toBe(kept)
    expect(keep(kept, { ...first, phase: 'planned', measured_at: at(4) })).toBe(kept)
    expect(keep(kept, { ...first, measured_at: at(4) })).toEqual({
      latest: kept.latest,
      measured: { fermentation: { value: '1', measured_at: at(4) } },
    })
  })
})
