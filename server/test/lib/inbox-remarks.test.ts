/** What the service remarks of a file in the inbox. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { czech, remarksOf } from '../../../console/src/patterns/remarks.ts'

const sources = [
  'domains/files/imports/actions',
  'domains/files/inbox/actions',
  'invoice-files/contradictions',
  'invoice-files/isdoc',
  'invoice-files/isdoc-money',
  'invoice-files/ubl',
]
const said = [...sources, 'invoice-files/totals', 'invoice-files/values']
  .map(name => readFileSync(new URL(`../../src/${name}.ts`, import.meta.url), 'utf8'))
  .join('')

test('every remark that has Czech words is one the service makes', () => {
  const begun = czech.map(([remark]) => /^[^(\\]+/.exec(remark.source.slice(1))![0].trimEnd())
  expect(begun.filter(text => !said.includes(text))).toEqual([])
})

test('remarks come line by line, refusals by the title of their code, what people wrote as it is', () => {
  const note = 'The recipient is Pivovar X (123).\nThe supplier is out of use.'
  expect(remarksOf('cs', note, {})).toEqual([
    'Pozor, odběratelem nejste vy, ale Pivovar X (123).',
    'Dodavatel je v knize vyřazený.',
  ])
  expect(remarksOf('en', note, {})).toEqual(note.split('\n'))
  expect(remarksOf('cs', 'Zavolat jim', {})).toEqual(['Zavolat jim'])
  expect(remarksOf('cs', null, {})).toEqual([])
  const titles = { unsupported_document_type: 'Tento druh dokladu neumíme' }
  expect(remarksOf('cs', 'unsupported_document_type: Type 4.', titles)).toEqual([
    'Tento druh dokladu neumíme.',
    'Type 4.',
  ])
})
