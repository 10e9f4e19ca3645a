/** What a recipe asks for and what issues meet of it; what leaves a batch by a receipt. */
import { describe, expect, test } from 'vitest'
import { askedBy, meetNeeds, produce, scaleIngredient } from '../../src/domains/brewery/production/rules.ts'
import { decimal, plain } from '../../src/lib/decimal.ts'

describe('an ingredient for so many litres', () => {
  const scaled = (quantity: string, factor: string, of: { decimals?: number | null; planned?: string } = {}) => {
    const { decimals = 3, planned = '2100' } = of
    const unit = { factor, item_factor: '1', item_decimals: decimals }
    return plain(scaleIngredient({ quantity, ...unit }, { planned, recipe: '1000' }))
  }

  test('is converted exactly and rounded half up, once', () => {
    expect(scaled('200', '1')).toBe('420')
    expect(scaled('1500', '0.001')).toBe('3.15')
    expect(scaled('952.381', '0.001')).toBe('2')
    expect(scaled('1', '0.0005', { planned: '1000' })).toBe('0.001')
    expect(scaled('16', '0.028349523125', { planned: '1000' })).toBe('0.454')
  })

  test('is never nothing: one step of the unit at least, three places where it says none', () => {
    expect(scaled('0.001', '0.001')).toBe('0.001')
    expect(scaled('0.001', '0.001', { decimals: null })).toBe('0.001')
    expect(scaled('0.1', '1', { decimals: 0 })).toBe('1')
  })
})

describe('needs met', () => {
  const planned = (item_id: string, phase: string | null, quantity: string) => ({
    item_id,
    phase,
    planned: decimal(quantity),
  })
  const taken = (item_id: string, phase: string | null, issued: string, drafted = '0') => ({
    item_id,
    phase,
    issued: decimal(issued),
    drafted: decimal(drafted),
  })
  const met = (...of: Parameters<typeof meetNeeds>) =>
    meetNeeds(...of).map(row => `${row.item_id} ${row.phase} ${plain(row.issued)} ${plain(row.drafted)}`)

  const hops = [planned('hops', 'brewing', '3'), planned('hops', 'lagering', '2')]

  test('an issue of a phase goes to its row', () => {
    expect(met(hops, [taken('hops', 'lagering', '5', '1')])).toEqual(['hops brewing 0 0', 'hops lagering 5 1'])
  })

  test('what was issued by hand fills what is open, the rest the last row', () => {
    expect(met(hops, [taken('hops', null, '4')])).toEqual(['hops brewing 3 0', 'hops lagering 1 0'])
    const both = [taken('hops', null, '4'), taken('hops', 'brewing', '3')]
    expect(met(hops, both)).toEqual(['hops brewing 3 0', 'hops lagering 4 0'])
    expect(met(hops, [taken('hops', null, '9', '2')])).toEqual(['hops brewing 3 0', 'hops lagering 6 2'])
  })

  test('what no recipe names is a row of its own', () => {
    expect(met([], [taken('sugar', 'brewing', '1'), taken('sugar', null, '2')])).toEqual(['sugar brewing 3 0'])
  })
})

test('by-products leave first, the last litre takes the rest, a line of nothing takes nothing', () => {
  const beer = { item_id: 'beer', litres_per_unit: decimal('100') }
  const line = (id: string, item_id: string, quantity: string, unit_price: string | null = null) => ({
    id,
    item_id,
    quantity: decimal(quantity),
    unit_price,
  })
  const lines = [
    line('1', 'beer', '1'),
    line('2', 'grain', '3', '33.335'),
    line('3', 'beer', '0'),
    line('4', 'beer', '2'),
  ]
  const { litres, value } = askedBy(lines, beer)
  expect([plain(litres), plain(value)]).toEqual(['300', '100.01'])
  const { values, movements } = produce({ volume: decimal('300'), value: decimal('200.01') }, lines, beer)
  expect([...values].map(([id, worth]) => `${id} ${plain(worth)}`)).toEqual(['1 33.33', '4 66.67'])
  expect(movements.map(({ kind }) => kind)).toEqual(['by_product', 'received', 'received'])
})
