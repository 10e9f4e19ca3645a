/** Litres and value in process, to the haléř: the brew of the golden example and its variants. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  byProductOf,
  endOf,
  type Layer,
  layerAfter,
  lossOf,
  type Movement,
  receiptOf,
  reverseOf,
  shareOf,
  transferOf,
  wentOn,
  withMaterial,
} from '../../src/domains/brewery/batches/rules.ts'
import { decimal, money, plain, round, zero } from '../../src/lib/decimal.ts'

const layer = (volume: string | null, value: string): Layer => ({
  volume: volume === null ? null : decimal(volume),
  value: decimal(value),
})
const shown = ({ volume, value }: Layer) => [volume && plain(volume), money(value)]
const moved = (movements: Movement[]) =>
  movements.map(({ kind, volume, value }) => `${kind} ${plain(volume)} ${plain(value)}`)
const unitOf = ({ volume, value }: Layer) => plain(round(value.div(volume!), 6))
const after = (start: Layer, ...movements: Movement[]) => layerAfter(start, movements)
const litres = decimal

describe('a brew', () => {
  const brewed = after(
    layer(null, '0'),
    withMaterial(decimal('7572')),
    withMaterial(decimal('1727.48')),
    withMaterial(decimal('3122.25')),
  )
  const wort = after(brewed, ...wentOn('phase', brewed, litres('2080')))
  const lagered = after(wort, ...wentOn('phase', wort, litres('2030')))
  const hopped = after(lagered, withMaterial(decimal('1805.40')))
  const racked = after(hopped, lossOf(hopped, litres('25'), false))

  test('materials join before any litre is stated', () => {
    expect(shown(brewed)).toEqual([null, '12421.73'])
  })

  test('the first figure is what was brewed; later ones are losses and gains of litres alone', () => {
    expect(moved(wentOn('phase', brewed, litres('2080')))).toEqual(['phase 2080 0'])
    expect(moved(wentOn('phase', wort, litres('2030')))).toEqual(['phase 0 0', 'loss -50 0'])
    expect(moved(wentOn('move', wort, litres('2090')))).toEqual(['move 0 0', 'gain 10 0'])
    expect(moved(wentOn('move', wort, litres('2080')))).toEqual(['move 0 0'])
    expect(moved(wentOn('phase', brewed, undefined))).toEqual(['phase 0 0'])
    expect([unitOf(wort), unitOf(lagered), unitOf(hopped), unitOf(racked)]).toEqual([
      '5.971986',
      '6.119079',
      '7.008438',
      '7.095825',
    ])
    expect(shown(racked)).toEqual(['2005', '14227.13'])
  })

  test('receipts take their share, the final one all that is left', () => {
    const first = receiptOf(racked, litres('1000'), false)
    expect(moved(first)).toEqual(['received -1000 -7095.83'])
    const half = after(racked, ...first)
    expect(shown(half)).toEqual(['1005', '7131.30'])
    const last = receiptOf(half, litres('990'), true)
    expect(moved(last)).toEqual(['received -990 -7131.3', 'loss -15 0'])
    expect(shown(after(half, ...last))).toEqual(['0', '0.00'])
    expect(moved(receiptOf(half, litres('1005'), true))).toEqual(['received -1005 -7131.3'])
  })

  test('an abnormal loss takes its value with it', () => {
    const loss = lossOf(racked, litres('400'), true)
    expect(moved([loss])).toEqual(['loss -400 -2838.33'])
    expect(shown(after(racked, loss))).toEqual(['1605', '11388.80'])
    expect(unitOf(after(racked, loss))).toBe('7.095826')
  })

  test('a split takes its share', () => {
    const parts = transferOf(racked, litres('600'), { out: 'split_out', in: 'split_in' })
    expect(moved([parts.out, parts.in])).toEqual(['split_out -600 -4257.5', 'split_in 600 4257.5'])
    expect(shown(after(racked, parts.out))).toEqual(['1405', '9969.63'])
  })

  test('spent grain leaves at its price; the end loses the litres and writes the value off', () => {
    expect(shown(after(racked, byProductOf(decimal('27.13'))))).toEqual(['2005', '14200.00'])
    expect(moved(endOf(racked))).toEqual(['loss -2005 0', 'write_off 0 -14227.13'])
    expect(moved(endOf(layer('0', '0')))).toEqual([])
    expect(moved(endOf(layer(null, '5')))).toEqual(['write_off 0 -5'])
  })
})

test('whatever is taken in whatever parts, the last litre takes the rest', () => {
  const volume = fc.integer({ min: 1, max: 5_000_000 }).map(ml => decimal(ml).div(1000))
  const value = fc.integer({ min: 0, max: 100_000_000 }).map(cents => decimal(cents).div(100))
  const parts = fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 6 })
  fc.assert(
    fc.property(volume, value, parts, (v, w, shares) => {
      let left: Layer = { volume: v, value: w }
      let taken = zero
      for (const share of shares) {
        const part = round(left.volume!.times(share).div(1000), 3)
        if (part.eq(0)) continue
        taken = taken.plus(shareOf(left, part))
        left = layerAfter(left, [transferOf(left, part, { out: 'split_out', in: 'split_in' }).out])
        expect(left.value.gte(0) && left.volume!.gte(0)).toBe(true)
      }
      expect(plain(taken.plus(shareOf(left, left.volume!)))).toBe(plain(w))
    }),
    { numRuns: 200 },
  )
})

test('a movement and its reversal leave what was there', () => {
  const start = layer('2005', '14227.13')
  const loss = lossOf(start, litres('400'), true)
  expect(shown(layerAfter(start, [loss, reverseOf(loss)]))).toEqual(shown(start))
})
