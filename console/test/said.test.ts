/** What the service says of fields, as people read it: by its code and its reason, never by its English text. */
import { expect, test } from 'vitest'
import { words as czech } from '../src/words/cs/problems.ts'
import { words as english } from '../src/words/en/problems.ts'
import { sayDetail, sayRow } from '../src/words/said.ts'

const message = 'In other words.'
const row = (code: string, reason?: string, params: Record<string, string> = {}) => ({
  code,
  message,
  ...(reason && { reason, params }),
})

test('an empty field is missing in both languages, whatever the rule was called', () => {
  for (const said of [row('required', 'missing'), row('not_allowed', 'min_length', { limit: '1' })]) {
    expect([sayRow(said, english), sayRow(said, czech)]).toEqual(['Missing.', 'Chybí.'])
  }
})

test('Czech has its own words, and says what it has none for in both languages', () => {
  expect(sayRow(row('not_allowed', 'before_issue_date'), czech)).toBe('Nesmí být před dnem vystavení.')
  expect(sayRow(row('not_allowed', 'max_length', { limit: '20' }), czech)).toBe('Nejvýše 20 znaků.')
  expect(sayRow(row('invalid_reference'), czech)).toBe(czech.rows.invalid_reference)
  expect(sayRow(row('not_allowed'), czech)).toBe(`Tato hodnota není dovolená. ${message}`)
  expect(sayRow(row('not_allowed', 'constructor'), czech)).toBe(`Tato hodnota není dovolená. ${message}`)
  expect(sayRow(row('not_allowed', 'before_issue_date'), english)).toBe(message)
  const short = { detail: message, reason: 'short_on_date' }
  expect([sayDetail(short, czech), sayDetail(short, english)]).toEqual([
    'Ve skladu není k datu dokladu dost zboží.',
    message,
  ])
  const remains = { detail: message, reason: 'remains', params: { amount: '3533.20', currency: 'CZK' } }
  expect(sayDetail(remains, czech)).toBe('Zbývá zaplatit 3533.20 CZK.')
  expect(sayDetail({ detail: 'The code is wrong, or it was used already.' }, czech)).toMatch(/^Kód nesouhlasí/)
})

test.for<[Record<string, string>, string]>([
  [{ above: '0', places: '3' }, 'Více než 0, desetinných míst nejvýše 3.'],
  [{ least: '0', places: '2' }, 'Nejméně 0, desetinných míst nejvýše 2.'],
  [{ most: '100', places: '2' }, 'Nejvýše 100, desetinných míst nejvýše 2.'],
  [{ least: '0', most: '100', places: '2' }, 'Od 0 do 100, desetinných míst nejvýše 2.'],
  [{ places: '2' }, 'Desetinných míst nejvýše 2.'],
  [{ above: '0' }, 'Musí být větší než 0.'],
  [{ least: '1' }, 'Musí být nejméně 1.'],
  [{ most: '9' }, 'Musí být nejvýše 9.'],
])('the limits of a number: %o', ([params, said]) => {
  expect(sayRow(row('not_allowed', 'out_of_limits', params), czech)).toBe(said)
})
