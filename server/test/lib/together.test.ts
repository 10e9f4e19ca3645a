/** Steps of several as one row: nobody's order changes, and what can be done at once is. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { together } from '../../src/lib/together.ts'

const kinds = { a: {}, b: {}, c: {} }

/** `ab.` are two steps that are like those of others, and one that is like none. */
const rowsOf = (words: readonly string[]) =>
  words.map((word, row) =>
    Array.from(word, (letter, at) => ({ kind: kinds[letter as 'a'] as object | undefined, row, at, letter })),
  )

const told = (...words: string[]) =>
  [...together(rowsOf(words))].map(group => group.map(({ letter, row }) => `${letter}${row}`).join(' '))

test('those that are alike come together, those that are not alone', () => {
  expect(told('ab', 'ab', 'ab')).toEqual(['a0 a1 a2', 'b0 b1 b2'])
  expect(told('..a', 'a', '.')).toEqual(['.0', '.0', '.2', 'a0 a1'])
  expect(told('', 'a', '')).toEqual(['a1'])
  expect(told()).toEqual([])
})

test('who is ahead waits for the others where that is possible', () => {
  expect(told('cab', 'ab', 'b')).toEqual(['c0', 'a0 a1', 'b0 b1 b2'])
  expect(told('b', 'ab')).toEqual(['a1', 'b0 b1'])
  // Neither can wait for the other.
  expect(told('ab', 'ba')).toHaveLength(3)
})

test('one step of each at most is in a group', () => {
  expect(told('aa', 'a')).toEqual(['a0 a1', 'a0'])
})

test('all steps are done once, each in the order of its row, and a group is of one kind', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'c', '.'), { maxLength: 8 }).map(letters => letters.join(''))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), words => {
      const groups = [...together(rowsOf(words))]
      const done = words.map(() => '')
      for (const group of groups) {
        expect(new Set(group.map(({ kind }) => kind)).size).toBe(1)
        if (group[0]!.kind === undefined) expect(group).toHaveLength(1)
        for (const { row, at, letter } of group) {
          expect(at).toBe(done[row]!.length)
          done[row] += letter
        }
      }
      expect(done).toEqual(words)
    }),
  )
})
