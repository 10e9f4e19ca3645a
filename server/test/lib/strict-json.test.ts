import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, type Json } from '../../src/lib/canonical-json.ts'
import { deepestNesting, JsonFault, parseStrictJson } from '../../src/lib/strict-json.ts'

const parse = (text: string) => parseStrictJson(Buffer.from(text))

/** Values JSON can carry: no NUL, whole surrogate pairs, shallow. */
const text = fc.string({ unit: 'grapheme' }).filter(value => value.isWellFormed() && !value.includes('\u0000'))
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Everything beyond ASCII as escapes. */
const escaped = (written: string) =>
  written.replace(/[^ -~]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

describe('parseStrictJson', () => {
  test('reads what JSON.parse reads, for any value and any white space', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2, '\t'), (value, indent) => {
        const written = JSON.stringify(value, null, indent)
        expect(canonicalJson(parse(written))).toBe(canonicalJson(JSON.parse(written)))
      }),
    )
  })

  test('never throws anything but JsonFault, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        try {
          parseStrictJson(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(JsonFault)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('accepts nothing that JSON.parse refuses', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ':', ',', '"a"', '"', '\\', '1', 'true', ' ', 'null', '\n')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const written = parts.join('')
        let accepted = true
        try {
          parse(written)
        } catch {
          accepted = false
        }
        if (accepted) expect(() => JSON.parse(written)).not.toThrow()
      }),
      { numRuns: 5_000 },
    )
  })

  test('finds a duplicate key at any depth and in any spelling', () => {
    for (const written of ['{"a":1,"a":2}', '[{"a":{"b":1,"\\u0062":2}}]', '{"":1,"":2}', '{"a" : 1 , "a"\n:2}']) {
      expect(() => parse(written)).toThrow(/twice/)
    }
    expect(parse('{"a":{"a":{"a":"a"}},"b":["a","a"]}')).toEqual({ a: { a: { a: 'a' } }, b: ['a', 'a'] })
  })

  test(`allows ${deepestNesting} levels and not one more`, () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect(() => parse(nested(deepestNesting))).not.toThrow()
    expect(() => parse(nested(deepestNesting + 1))).toThrow(/deeper/)
  })

  test('counts values as they are written, and stops at the first too many', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, part) => sum + count(part), 1) : 1
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const written = Buffer.from(JSON.stringify(value, null, indent))
        const values = count(JSON.parse(written.toString()))
        const limits = { maxValues: values, longestName: 1_000 }
        expect(() => parseStrictJson(written, limits)).not.toThrow()
        expect(() => parseStrictJson(written, { ...limits, maxValues: values - 1 })).toThrow(/more than/)
      }),
    )
  })

  test('reads a long text in steps as in one, wherever a step ends', () => {
    const name = 'přebytečně 🍺 "dlouhý"'
    for (let shift = 0; shift < 12; shift++) {
      const value = { a: 'x'.repeat(32_730 + shift), [name]: '🍺\n'.repeat(40_000), b: [1, -2.5, null, true] }
      for (const written of [JSON.stringify(value), escaped(JSON.stringify(value))]) {
        expect(parse(written)).toEqual(value)
      }
    }
    const half = `{"a":"${'x'.repeat(32_760)}\\ud83d","b":1}`
    expect(() => parse(half)).toThrow(/surrogate/)
  })

  test('keeps __proto__ as an ordinary key', () => {
    const value = parse('{"__proto__":{"x":1}}') as { [key: string]: Json }
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('takes linear time on long strings and many keys', () => {
    const keys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":"\\u00e9"`).join(',')
    const started = process.cpuUsage()
    parse(`{${keys}}`)
    parse(`{"a":"${'x\\n'.repeat(1_000_000)}"}`)
    // In the time it really ran: a busy machine is not slow code.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(2_000)
  })
})
