/** Which name was probably meant. */
import { describe, expect, test } from 'vitest'
import { didYouMean, nearestOf, slipsBetween } from '../../src/lib/nearest.ts'

const known = ['partner_id', 'partner', 'quantity', 'unit', 'ico', 'dic', 'id']

describe('the nearest name', () => {
  test.for([
    ['partner_di', 'partner_id'],
    ['partnerId', 'partner_id'],
    ['PARTNER-ID', 'partner_id'],
    ['prtnerid', 'partner_id'],
    ['partners', 'partner'],
    ['quantiy', 'quantity'],
    ['qauntity', 'quantity'],
    ['quanttiyy', 'quantity'],
    ['unti', 'unit'],
    ['icoo', 'ico'],
    ['doc', 'dic'],
    ['di', undefined],
    ['qty', undefined],
    ['customer', undefined],
    ['', undefined],
    ['___', undefined],
    ['𝔘𝔫𝔦𝔱', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ] as const)('%s: %s', ([sent, meant]) => expect(nearestOf(sent, known)).toBe(meant))

  test('is the first of equally near ones, and an exact one before all', () => {
    expect(nearestOf('cat', ['bat', 'hat', 'cat'])).toBe('cat')
    expect(nearestOf('mat', ['bat', 'hat'])).toBe('bat')
  })

  test('slips are those of Damerau and Levenshtein, up to two', () => {
    expect(slipsBetween('abcdef', 'abcdef')).toBe(0)
    expect(slipsBetween('bacdef', 'abcdef')).toBe(1)
    expect(slipsBetween('bacdfe', 'abcdef')).toBe(2)
    expect(slipsBetween('abcd', 'abcdef')).toBe(Number.POSITIVE_INFINITY)
    expect(slipsBetween('xabcdefx', 'abcdef')).toBe(2)
    expect(slipsBetween('fedcba', 'abcdef')).toBe(Number.POSITIVE_INFINITY)
  })

  test('a long name is near to none, and looked at no further', () => {
    const long = 'partner_id'.padEnd(1_000_000, '_')
    expect(nearestOf(long, known)).toBeUndefined()
    expect(nearestOf('partner_id', [long])).toBeUndefined()
  })

  test('nothing is said when nothing is near', () => {
    expect(didYouMean('unitt', known)).toBe(' Did you mean unit?')
    expect(didYouMean('customer', known)).toBe('')
  })
})
