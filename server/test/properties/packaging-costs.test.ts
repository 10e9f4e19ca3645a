/** Whatever a run fills: what its outputs are worth is what went in, to the haléř, and none is worth less than nothing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costsOf, takeFrom } from '../../src/domains/brewery/packaging-runs/rules.ts'
import { decimal, plain, sum } from '../../src/lib/decimal.ts'

const money = fc.integer({ min: 0, max: 100_000_000 }).map(cents => decimal(cents).div(100))
const quantity = fc.integer({ min: 1, max: 10_000_000 }).map(thousandths => decimal(thousandths).div(1000))

const filling = fc.record({
  filled: quantity,
  materials: fc.array(fc.record({ value: money, isReturnable: fc.boolean() }), { maxLength: 5 }),
})

test('costs are shared without a rest', () => {
  fc.assert(
    fc.property(fc.array(filling, { minLength: 1, maxLength: 50 }), money, money, (fillings, liquid, additional) => {
      const costs = costsOf(fillings, { liquid, additional })
      const materials = sum(fillings.flatMap(each => each.materials.map(({ value }) => value)))
      expect(plain(sum(costs.map(cost => cost.liquid)))).toBe(plain(liquid))
      expect(plain(sum(costs.map(cost => cost.additional)))).toBe(plain(additional))
      expect(plain(sum(costs.map(cost => cost.value)))).toBe(plain(liquid.plus(materials).plus(additional)))
      for (const cost of costs) {
        expect(cost.liquid.gte(0) && cost.additional.gte(0)).toBe(true)
        expect(cost.returnable.lte(cost.material)).toBe(true)
      }
    }),
  )
})

test('each share but the last is half up, as long as there is enough', () => {
  const fillings = ['1', '1', '1'].map(filled => ({ filled: decimal(filled), materials: [] }))
  const shares = (liquid: string) =>
    costsOf(fillings, { liquid: decimal(liquid), additional: decimal('0.05') }).map(cost => [
      plain(cost.liquid),
      plain(cost.additional),
    ])
  expect(shares('10')).toEqual([
    ['3.33', '0.02'],
    ['3.33', '0.02'],
    ['3.34', '0.01'],
  ])
  expect(shares('0.02')).toEqual([
    ['0.01', '0.02'],
    ['0.01', '0.02'],
    ['0', '0.01'],
  ])
})

test('layers are taken in their order, as far as they go', () => {
  fc.assert(
    fc.property(fc.array(quantity, { maxLength: 8 }), quantity, (left, wanted) => {
      const layers = left.map((remaining, index) => ({ id: String(index), remaining_quantity: plain(remaining) }))
      const { taken, missing } = takeFrom(layers, wanted)
      expect(plain(sum(taken.map(part => part.quantity)).plus(missing))).toBe(plain(wanted))
      expect(taken.map(part => part.lotId)).toEqual(layers.slice(0, taken.length).map(({ id }) => id))
      for (const [index, part] of taken.entries()) {
        if (index < taken.length - 1 || missing.gt(0)) expect(part.quantity.eq(left[index]!)).toBe(true)
      }
      if (missing.gt(0)) expect(taken.length).toBe(layers.length)
    }),
  )
})
