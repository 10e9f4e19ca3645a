/** What was sent is cut before it is judged: nothing legal is touched, and whatever was cut stays at fault. */
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { cutToFaults } from '../../src/contract/cut.ts'
import { Decimal, Nullable, Shape, Text, Uuid } from '../../src/contract/schema.ts'
import { validator } from '../../src/contract/validate.ts'
import { jsonLimits } from '../../src/http/body.ts'
import { maxValues, textsOf, withBody } from '../support/schemas.ts'

const Line = Shape({ note: Type.Optional(Nullable(Text(0, 5))), amount: Type.Optional(Decimal) })
const Body = Shape({
  id: Type.Optional(Uuid),
  lines: Type.Optional(Type.Array(Line, { maxItems: 3 })),
  tags: Type.Optional(Nullable(Type.Array(Text(1, 2), { maxItems: 2 }))),
})
const check = validator()(Body)

function cut<T>(value: T): T {
  const copy = structuredClone(value)
  cutToFaults(Body, copy)
  return copy
}

describe('cutToFaults', () => {
  test('touches nothing legal, nor what is wrong in another way', () => {
    for (const value of [
      {},
      {
        lines: [{ note: '🍺'.repeat(5), amount: '999999999999999999.99999999' }, {}, { note: null }],
        tags: ['ab', 'c'],
      },
      { lines: 'x', tags: null, id: 7 },
      { lines: [null, 1, []], tags: { a: 1 }, other: [1, 2, 3, 4, 5, 6] },
    ]) {
      expect(cut(value)).toEqual(value)
    }
  })

  test('leaves of lists and texts what is still too much, with the same rows', () => {
    const value = {
      id: 'x'.repeat(100_000),
      lines: [{ note: '🍺'.repeat(50_000), amount: '1'.repeat(100_000) }, ...Array(50).fill({})],
      tags: Array(2_000).fill('abc'),
    }
    const rows = check(value)
    const small = cut(value)
    expect(JSON.stringify(small).length).toBeLessThan(20_000)
    expect(small.lines).toHaveLength(4)
    expect(small.tags).toHaveLength(3)
    expect(check(small)).toEqual(rows.filter(({ field }) => !/^tags\[(?![012]\])/.test(field)))
  })

  test('keeps the first hundred unknown members, in the order they are told', () => {
    const many = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [prefix + index, index]))
    const value = { lines: [many('line', 5_000), many('other', 60)], ...many('root', 60) }
    const small = cut(value)
    expect(Object.keys(small)).toHaveLength(61)
    expect(small.lines.map(line => Object.keys(line).length)).toEqual([40, 0])
    expect(check(small)).toEqual(check(value))
  })
})

describe('every body an endpoint takes', () => {
  test.for(withBody().map(endpoint => [endpoint.id, endpoint] as const))('%s', ([, { body }]) => {
    // With room to spare: the largest, a packaging run with all its materials, has nine tenths.
    expect(maxValues(body) * 1.1).toBeLessThan(jsonLimits.maxValues)
    // What has no length of its own must be short by its pattern, format or values: there a long text is cut, too.
    for (const { path, text } of textsOf(body)) {
      const isBounded =
        text.maxLength !== undefined ||
        text.enum !== undefined ||
        ['uuid', 'date', 'date-time'].includes(text.format ?? '') ||
        /^\^[^*+]*\$$/.test(text.pattern ?? '')
      expect(isBounded, path).toBe(true)
    }
  })
})
