/** Decimals as people type them. */
import { expect, test } from 'vitest'
import { decimalFault, readTyped } from '../src/format/decimal.ts'
import { words as czech } from '../src/words/cs/frame.ts'
import { words as english } from '../src/words/en/frame.ts'

test('a thousand stays a thousand in both languages', () => {
  const inEnglish = ['1,850', '1,850.5', '1,234,567', '-1,850', '1850.50', '1,85', '0,5'].map(typed =>
    readTyped('en', typed),
  )
  expect(inEnglish).toEqual(['1850', '1850.5', '1234567', '-1850', '1850.50', '1.85', '0.5'])
  const inCzech = ['1 850', '1 850,5', '1.850,50', '1,850', '0,5'].map(typed => readTyped('cs', typed))
  expect(inCzech).toEqual(['1850', '1850.5', '1850.50', '1.850', '0.5'])
})

test('a number with too many decimals is told by how many there may be, not as no number', () => {
  const typed = [['1.123456789'], ['1.123', 2], ['1.5', 0], ['1,2x', 2], ['1.12', 2], ['1.12345678']] as const
  expect(typed.map(([text, places]) => decimalFault(text, places, english.form))).toEqual([
    'At most 8 decimal places.',
    'At most 2 decimal places.',
    'Whole numbers only.',
    'Not a number.',
    undefined,
    undefined,
  ])
  expect(decimalFault('1,123456789', undefined, czech.form)).toBe('Nejvýše 8 desetinných míst.')
  expect(decimalFault(`0,${'1'.repeat(200)}`, 3, czech.form)).toBe('Nejvýše 3 desetinná místa.')
  expect(decimalFault('1,5', 0, czech.form)).toBe('Jen celá čísla.')
  expect(readTyped('cs', '1 850,123456789')).toBe('1850.123456789')
})
