/** What is drawn from which keg, and what it costs. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawFrom, isDraftItem, isKeg, type OpenKeg, spareOf, type Wanted } from '../../src/domains/pos/taps/rules.ts'
import { allocate, type Layer } from '../../src/domains/stock/posting/rules.ts'
import { decimal, money, plain, sum } from '../../src/lib/decimal.ts'

const beer = 'beer'

const kegOf = (id: string, remaining: string, rest: Partial<OpenKeg> = {}): OpenKeg => ({
  keg_tap_id: id,
  base_item_id: beer,
  lot_id: `layer of ${id}`,
  remaining: decimal(remaining),
  spare: decimal('0'),
  ...rest,
})

const wants = (line: string, quantity: string, rest: Partial<Wanted> = {}): Wanted => ({
  line,
  base_item_id: beer,
  quantity: decimal(quantity),
  ...rest,
})

const told = (kegs: OpenKeg[], ...wanted: Wanted[]) =>
  drawFrom(kegs, wanted).map(({ line, taps, missing }) => {
    const parts = taps.map(
      ({ keg_tap_id, quantity, overdrawn_quantity }) =>
        `${keg_tap_id} ${plain(quantity)}${overdrawn_quantity.eq(0) ? '' : ` + ${plain(overdrawn_quantity)}`}`,
    )
    return `${line}: ${parts.join(', ')}${missing.eq(0) ? '' : ` missing ${plain(missing)}`}`
  })

describe('which item is which', () => {
  test.for([
    ['base_product', 'keg_30', '30', 'keg'],
    ['base_product', 'bottle_05', '0.5', 'keg'],
    ['base_product', null, '0.5', 'draft'],
    ['base_product', '', '0.5', 'draft'],
    ['base_product', 'keg_30', null, 'neither'],
    ['base_product', null, null, 'neither'],
    ['packaging', 'keg_30', null, 'neither'],
    ['production_item', null, null, 'neither'],
  ] as const)('%s in %s of %s is a %s', ([item_type, packaging_type, base_item_quantity, kind]) => {
    const item = { item_type, packaging_type, base_item_quantity }
    expect([isKeg(item), isDraftItem(item)]).toEqual([kind === 'keg', kind === 'draft'])
  })
})

describe('drawing', () => {
  test('kegs are emptied in their order, and one may change in the middle of a line', () => {
    const kegs = [kegOf('A', '0.1'), kegOf('B', '30')]
    expect(told(kegs, wants('1', '0.5'), wants('2', '1.2'))).toEqual(['1: A 0.1, B 0.4', '2: B 1.2'])
  })

  test('lines share the kegs; one that names its keg is served first, and by no other', () => {
    const kegs = [kegOf('A', '1'), kegOf('B', '1')]
    const named = wants('2', '0.8', { keg_tap_id: 'A' })
    expect(told(kegs, wants('1', '0.5'), named)).toEqual(['1: A 0.2, B 0.3', '2: A 0.8'])
    expect(told(kegs, wants('1', '1.1', { keg_tap_id: 'A' }))).toEqual(['1: A 1 missing 0.1'])
    expect(told(kegs, wants('1', '1', { keg_tap_id: 'C' }))).toEqual(['1:  missing 1'])
  })

  test('another beer is no help', () => {
    expect(told([kegOf('A', '9', { base_item_id: 'dark' })], wants('1', '0.5'))).toEqual(['1:  missing 0.5'])
  })

  test('what is missing comes from the newest keg alone, up to its tolerance', () => {
    const kegs = [kegOf('A', '0', { spare: decimal('9') }), kegOf('B', '0.2', { spare: decimal('1.5') })]
    expect(told(kegs, wants('1', '1.5'))).toEqual(['1: B 0.2 + 1.3'])
    expect(told(kegs, wants('1', '1.5'), wants('2', '0.3'))).toEqual(['1: B 0.2 + 1.3', '2:  missing 0.3'])
    expect(told(kegs, wants('1', '1.5'), wants('2', '0.2'))).toEqual(['1: B 0.2 + 1.3', '2: B 0 + 0.2'])
    const first = [kegOf('A', '1'), kegOf('B', '0', { spare: decimal('1') })]
    expect(told(first, wants('1', '1.4'))).toEqual(['1: A 1, B 0 + 0.4'])
  })

  test.for([
    ['30', '5', '0', null, '1.5'],
    ['30', '5', '1.3', null, '0.2'],
    ['30', '0', '0', null, '0'],
    ['30', '2', '1.3', null, '0'],
    ['15.5', '5', '0', 1, '0.8'],
    ['15.5', '5', '0', null, '0.775'],
    ['1', '5', '0', 0, '0'],
  ] as const)('of %s at %s %%, overdrawn by %s, with %s places: %s', ([quantity, pct, overdrawn, places, spare]) => {
    const keg = { quantity, unit_decimals: places, overdrawn_quantity: overdrawn }
    expect(plain(spareOf(keg, pct))).toBe(spare)
  })

  test('a line gets exactly what it asks for, or is missing the rest; no keg gives more than it has', () => {
    const litres = fc.nat(2000).map(thousandths => decimal(`${thousandths}e-3`))
    const kegs = fc.array(fc.record({ remaining: litres, spare: litres }), { maxLength: 4 })
    const names = fc.option(fc.constantFrom('0', '1', '2', '9'), { nil: null })
    const lines = fc.array(fc.record({ quantity: litres, keg_tap_id: names }), { minLength: 1, maxLength: 5 })
    const drawn = fc.property(kegs, lines, (open, wanted) => {
      const all = open.map((keg, index) => kegOf(String(index), '0', keg))
      const asked = wanted.map((line, index) => wants(String(index), '0', line))
      const result = drawFrom(all, asked)
      for (const [index, { taps, missing }] of result.entries()) {
        const given = sum(taps.flatMap(({ quantity, overdrawn_quantity }) => [quantity, overdrawn_quantity]))
        expect(plain(given.plus(missing))).toBe(plain(asked[index]!.quantity))
        expect(new Set(taps.map(({ keg_tap_id }) => keg_tap_id)).size).toBe(taps.length)
        if (taps.some(({ overdrawn_quantity }) => overdrawn_quantity.gt(0))) expect(missing.eq(0)).toBe(true)
      }
      for (const keg of all) {
        const own = result.flatMap(({ taps }) => taps.filter(({ keg_tap_id }) => keg_tap_id === keg.keg_tap_id))
        expect(sum(own.map(({ quantity }) => quantity)).lte(keg.remaining)).toBe(true)
        expect(sum(own.map(({ overdrawn_quantity }) => overdrawn_quantity)).lte(keg.spare)).toBe(true)
      }
    })
    fc.assert(drawn, { numRuns: 200 })
  })
})

/** G2, with what each draw costs by R3. */
describe('two kegs beside each other', () => {
  interface Cellar {
    kegs: OpenKeg[]
    layers: Layer[]
  }
  const tapped = (id: string, litres: string, cost: string) => ({
    keg: kegOf(id, litres, { spare: spareOf({ quantity: litres, unit_decimals: 3, overdrawn_quantity: '0' }, '5') }),
    layer: {
      id: `layer of ${id}`,
      itemId: beer,
      receivedOn: '2026-11-01',
      lotNumber: null,
      remainingQuantity: decimal(litres),
      remainingValue: decimal(cost),
    },
  })

  /** Sells glasses and answers with the cost and what is left of each keg. */
  function sell(cellar: Cellar, glasses: string, litres: string): string {
    const [line] = drawFrom(cellar.kegs, [wants('1', plain(decimal(glasses).times(litres)))])
    if (!line!.missing.eq(0)) return 'no_keg_tapped'
    const demands = line!.taps.map(({ lot_id, quantity }) => ({
      lineId: lot_id,
      itemId: beer,
      quantity,
      lotId: lot_id,
    }))
    const { allocations, layers } = allocate(demands, cellar.layers)
    cellar.layers = cellar.layers.map(layer => layers.find(({ id }) => id === layer.id) ?? layer)
    cellar.kegs = cellar.kegs.map(keg => {
      const beyond = line!.taps.find(({ keg_tap_id }) => keg_tap_id === keg.keg_tap_id)?.overdrawn_quantity
      const { remainingQuantity } = cellar.layers.find(({ id }) => id === keg.lot_id)!
      return { ...keg, remaining: remainingQuantity, spare: keg.spare.minus(beyond ?? 0) }
    })
    const left = cellar.layers.map(layer => `${plain(layer.remainingQuantity)} / ${money(layer.remainingValue)}`)
    return [money(sum(allocations.map(({ value }) => value))), ...left].join(', ')
  }

  test('G2 to the haléř', () => {
    const a = tapped('A', '30', '745.00')
    const cellar: Cellar = { kegs: [a.keg], layers: [a.layer] }
    expect(sell(cellar, '2', '0.5')).toBe('24.83, 29 / 720.17')
    expect(sell(cellar, '3', '0.3')).toBe('22.35, 28.1 / 697.82')
    expect(sell(cellar, '1', '0.5')).toBe('12.42, 27.6 / 685.40')
    expect(sell(cellar, '55', '0.5')).toBe('682.92, 0.1 / 2.48')
    const b = tapped('B', '30', '760.50')
    cellar.kegs.push(b.keg)
    cellar.layers.push(b.layer)
    expect(sell(cellar, '1', '0.5')).toBe('12.62, 0 / 0.00, 29.6 / 750.36')
    expect(sell(cellar, '4', '0.3')).toBe('30.42, 0 / 0.00, 28.4 / 719.94')
    cellar.kegs = cellar.kegs.filter(({ keg_tap_id }) => keg_tap_id === 'B')
    expect(sell(cellar, '94', '0.3')).toMatch(/0\.2 \/ /)
    expect(sell(cellar, '3', '0.5')).toMatch(/, 0 \/ 0\.00$/)
    expect(plain(cellar.kegs[0]!.spare)).toBe('0.2')
    expect(sell(cellar, '1', '0.3')).toBe('no_keg_tapped')
  })
})
