/** What the service says of fields, as people read it. */
import { expect, test } from 'vitest'
import { words as czech } from '../src/words/cs/problems.ts'
import { words as english } from '../src/words/en/problems.ts'
import { sayDetail, sayRow } from '../src/words/said.ts'

const row = (code: string, message: string) => ({ code, message })

test('an empty field is missing in both languages, whatever the rule was called', () => {
  for (const said of [row('required', 'Required.'), row('not_allowed', 'Must have at least 1 characters.')]) {
    expect([sayRow(said, english), sayRow(said, czech)]).toEqual(['Missing.', 'Chybí.'])
  }
})

test('Czech has its own words, and says what it has none for in both languages', () => {
  expect(sayRow(row('not_allowed', 'Must not be before the issue date.'), czech)).toBe('Nesmí být před dnem vystavení.')
  expect(sayRow(row('not_allowed', 'Must be at most 100, of at most 2 decimal places.'), czech)).toBe(
    'Nejvýše 100, desetinných míst nejvýše 2.',
  )
  expect(sayRow(row('invalid_reference', 'No such.'), czech)).toBe(czech.rows.invalid_reference)
  expect(sayRow(row('not_allowed', 'Quite new.'), czech)).toBe('Tato hodnota není dovolená. Quite new.')
  expect(sayRow(row('not_allowed', 'Quite new.'), english)).toBe('Quite new.')
  const short = 'The warehouse has too little stock on the date of the document.'
  expect(sayDetail(short, czech)).toBe('Ve skladu není k datu dokladu dost zboží.')
  expect(sayDetail('3533.20 CZK remains to be paid.', czech)).toBe('Zbývá zaplatit 3533.20 CZK.')
})
