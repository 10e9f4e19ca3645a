/** Everything the service declares by name is said in both languages of the console. */
import { describe, expect, test } from 'vitest'
import { declared } from '../../console/src/data/generated/declared.ts'
import { presetScopes } from '../../console/src/format/presets.ts'
import { words as csEvents } from '../../console/src/words/cs/events.ts'
import { words as csProblems } from '../../console/src/words/cs/problems.ts'
import { words as csRecords } from '../../console/src/words/cs/records.ts'
import { words as csScopes } from '../../console/src/words/cs/scopes.ts'
import { words as enEvents } from '../../console/src/words/en/events.ts'
import { words as enProblems } from '../../console/src/words/en/problems.ts'
import { words as enRecords } from '../../console/src/words/en/records.ts'
import { words as enScopes } from '../../console/src/words/en/scopes.ts'
import { presets } from '../src/contract/scopes.ts'

type Words = Readonly<Record<string, unknown>>

const languages = {
  en: { records: enRecords, events: enEvents, problems: enProblems, scopes: enScopes },
  cs: { records: csRecords, events: csEvents, problems: csProblems, scopes: csScopes },
}

const unsaid = (names: readonly string[], words: Words | undefined) => names.filter(name => !words?.[name])

const unsaidOfKinds = (kinds: Readonly<Record<string, readonly string[]>>, words: Readonly<Record<string, Words>>) =>
  Object.entries(kinds).flatMap(([kind, names]) => unsaid(names, words[kind]).map(name => `${kind}.${name}`))

describe.each(Object.entries(languages))('words in %s', (_language, { records, events, problems, scopes }) => {
  test('actions and states of every kind of record', () => {
    expect(unsaidOfKinds(declared.actions, records.actions)).toEqual([])
    expect(unsaidOfKinds(declared.states, records.states)).toEqual([])
    expect(unsaid(Object.keys(declared.states), records.kinds)).toEqual([])
  })

  test('event types and their families, and no others', () => {
    expect(Object.keys(events.types).toSorted()).toEqual([...declared.events].toSorted())
    expect(unsaid([...new Set(declared.events.map(type => type.split('.')[0]!))], events.families)).toEqual([])
  })

  test('problems and the rows of their faults', () => {
    expect(unsaid(declared.problems, problems.titles)).toEqual([])
    expect(unsaid(declared.rows, problems.rows)).toEqual([])
    // English is what the service says by itself.
    expect(Object.keys(csProblems.reasons).toSorted()).toEqual([...declared.reasons].toSorted())
  })

  test('scopes and presets, and no others', () => {
    expect(Object.keys(scopes.meanings)).toEqual([...declared.scopes])
    expect(Object.keys(scopes.presets)).toEqual([...declared.presets, 'custom'])
  })
})

test('the console knows what each preset allows', () => {
  expect(presetScopes).toEqual(
    Object.fromEntries(Object.entries(presets).map(([name, preset]) => [name, preset.scopes])),
  )
})
