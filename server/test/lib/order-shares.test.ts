/** Who fulfils which line of an order: golden examples, and what holds for any order and any claims. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Claim, type OrderedLine, shareOut } from '../../src/domains/stock/sales/rules.ts'
import { decimal, plain, sum } from '../../src/lib/decimal.ts'

const ordered = (id: string, quantity: string, item_id = 'keg'): OrderedLine => ({ id, item_id, quantity })
const claim = (id: string, quantity: string, order_line_id: string | null = null, item_id = 'keg'): Claim => ({
  id,
  item_id,
  quantity,
  order_line_id,
})

const shown = (lines: OrderedLine[], claims: Claim[]): Record<string, string> =>
  Object.fromEntries(
    [...shareOut(lines, claims)].map(([id, shares]) => [
      id,
      shares.map(({ orderLineId, quantity }) => `${plain(quantity)} of ${orderLineId}`).join(', '),
    ]),
  )

const two = [ordered('a', '10'), ordered('b', '5')]

test.for<[string, Claim[], Record<string, string>]>([
  ['in their order', [claim('x', '4'), claim('y', '8')], { x: '4 of a', y: '6 of a, 2 of b' }],
  ['its own line first', [claim('x', '6', 'b')], { x: '5 of b, 1 of a' }],
  ['its own line is taken', [claim('x', '5', 'b'), claim('y', '2', 'b')], { x: '5 of b', y: '2 of a' }],
  ['more than was ordered', [claim('x', '14.5'), claim('y', '2')], { x: '10 of a, 4.5 of b', y: '2 of b' }],
  ['a line that is gone', [claim('x', '1', 'deleted')], { x: '1 of a' }],
  ['another item', [claim('x', '1', 'a', 'cup')], { x: '' }],
  ['nothing', [claim('x', '0', 'a')], { x: '' }],
])('%s', ([, claims, expected]) => {
  expect(shown(two, claims)).toEqual(expected)
})

test('every claim is shared out whole, and no line is passed over while it is open', () => {
  const item = fc.constantFrom('keg', 'cup')
  const quantity = fc.integer({ min: 1, max: 1_000 }).map(thousandths => plain(decimal(thousandths).div(100)))
  const lines = fc.array(fc.record({ item_id: item, quantity }), { maxLength: 5 })
  const wants = fc.array(fc.record({ item_id: item, quantity, place: fc.option(fc.nat(5)) }), { maxLength: 8 })
  fc.assert(
    fc.property(lines, wants, (some, wanted) => {
      const order = some.map((line, place) => ({ ...line, id: `l${place}` }))
      const claims = wanted.map(({ place, ...rest }, index) => ({
        ...rest,
        id: `c${index}`,
        order_line_id: place === null ? null : `l${place}`,
      }))
      const shares = shareOut(order, claims)
      const taken = (id: string) =>
        sum([...shares.values()].flat().flatMap(share => (share.orderLineId === id ? [share.quantity] : [])))
      for (const { id, item_id, quantity: asked } of claims) {
        const own = shares.get(id)!
        const isOrdered = order.some(line => line.item_id === item_id)
        expect(plain(sum(own.map(share => share.quantity)))).toBe(isOrdered ? plain(decimal(asked)) : '0')
        for (const { orderLineId } of own) expect(order.find(line => line.id === orderLineId)!.item_id).toBe(item_id)
      }
      // More than a line has is taken only from the last one of its item, and only when the others are used up.
      for (const line of order.filter(({ id, quantity: has }) => taken(id).gt(has))) {
        const siblings = order.filter(({ item_id }) => item_id === line.item_id)
        expect(line.id).toBe(siblings.at(-1)!.id)
        for (const sibling of siblings) expect(taken(sibling.id).gte(sibling.quantity)).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
