/** Decimals as people type them. */
import { expect, test } from 'vitest'
import { readTyped } from '../src/format/decimal.ts'

test('a thousand stays a thousand in both languages', () => {
  const english = ['1,850', '1,850.5', '1,234,567', '-1,850', '1850.50', '1,85', '0,5'].map(typed =>
    readTyped('en', typed),
  )
  expect(english).toEqual(['1850', '1850.5', '1234567', '-1850', '1850.50', '1.85', '0.5'])
  const czech = ['1 850', '1 850,5', '1.850,50', '1,850', '0,5'].map(typed => readTyped('cs', typed))
  expect(czech).toEqual(['1850', '1850.5', '1850.50', '1.850', '0.5'])
})
