/** Events, problems, scopes and settings for the SDK: what is known by its name rather than by its shape. */
import { eventSpec, eventTypes } from '../../contract/events.ts'
import { type ProblemSpec, problemCatalogue, rowCodes } from '../../contract/problems.ts'
import { type AnyShape, apiVersion, type TSchema } from '../../contract/schema.ts'
import { addOns, modules, presets, scopes } from '../../contract/scopes.ts'
import { readable } from '../openapi/json-schema.ts'
import type { ShapeNames } from '../openapi/shape-names.ts'
import { pascalCase, singularWords } from '../openapi/words.ts'
import { block, comment, declarationLine, memberLines, type NameOf } from './type-text.ts'
import { nameOf } from './types.ts'

/** Names as a type, told one per line where they are many. */
const union = (name: string, values: readonly string[], words: string): string =>
  `${comment(words)}${declarationLine(`export type ${name} =`, values.map(value => `'${value}'`).join(' | '))}\n`

export const eventsText = (names: ShapeNames): string =>
  block(
    '/** Every event type, with the record that `data.object` of its events is, as lists show it. */\nexport interface EventRecords',
    eventTypes.map(type => {
      const { object, summary } = eventSpec(type)
      return `${comment(summary)}'${type}': ${names.ofRecord(object)?.name ?? 'Record<string, unknown>'}`
    }),
  )

export function problemsText(names: ShapeNames): string {
  const lines = Object.entries(problemCatalogue).map(([code, spec]: [string, ProblemSpec]) => {
    const rows = code === 'validation_failed' || code === 'unknown_field' ? ['errors: ProblemRow[]'] : []
    const members = spec.members ? memberLines(readable(spec.members), nameOf(names)) : []
    const all = [...rows, ...members]
    const shape = all.length === 0 ? 'object' : block('', all).trim()
    return `${comment(`${spec.status}: ${spec.explanation} ${spec.cure}`)}${code}: ${shape}`
  })
  return block(
    '/** Every problem code, with the members its document has beside the common ones. */\nexport interface ProblemMembers',
    lines,
  )
}

export const rowCodesText = (): string =>
  union('RowCode', Object.keys(rowCodes), 'Why a field was refused: the `code` of a row of `errors`.')

export const scopesText = (): string =>
  [
    `/** The version of the contract these types describe. */\nexport const apiVersion = '${apiVersion}'\n`,
    union('Scope', scopes, 'What a key may be allowed to do.'),
    union('Module', modules, 'What an account may subscribe to.'),
    union('AddOn', addOns, 'What an account may add to its modules.'),
    union('KeyPreset', Object.keys(presets), 'Ready sets of scopes for a new key.'),
  ].join('\n')

/** One declaration for each section of the settings, and one for the document. */
export function settingsText(shape: AnyShape, names: ShapeNames): string {
  const sections = new Map<TSchema, string>()
  for (const [name, section] of Object.entries(shape.properties)) {
    const entry = readable(section).items ?? section
    if (readable(entry).properties) sections.set(entry, `${pascalCase(singularWords(name).join('_'))}Settings`)
  }
  const known = nameOf(names)
  const inDocument: NameOf = schema => sections.get(schema) ?? known(schema)
  const declare = (name: string, schema: TSchema, inside: NameOf) =>
    `${block(`${comment(readable(schema).description)}export interface ${name}`, memberLines(readable(schema), inside))}\n`
  const parts = [...sections].map(([schema, name]) => declare(name, schema, known))
  return [declare('Settings', shape, inDocument), ...parts].join('\n')
}
