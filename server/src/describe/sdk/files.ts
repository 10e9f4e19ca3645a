/** The generated sources of the SDK. */
import type { AnyShape } from '../../contract/schema.ts'
import type { DescribedEndpoint } from '../openapi/document.ts'
import { nameShapes } from '../openapi/shape-names.ts'
import { namesDeclared, sourceText } from './file-text.ts'
import { memberTree, operationsText, resourcesText } from './resources.ts'
import { declarations, namedShapes, queryDeclarations } from './types.ts'
import { eventsText, problemsText, rowCodesText, scopesText, settingsText } from './words.ts'

const folder = 'sdk/src/generated'

const aliases = `/** An exact decimal such as \`-12.50\`; never a number. */
export type Decimal = string

/** The id of a record. */
export type Uuid = string

/** A day as YYYY-MM-DD. */
export type Day = string

/** A point in time, ISO 8601 with Z or an offset. */
export type Instant = string

/** An object without any member. */
export type NoFields = Record<string, never>

/** One of the members, without the others. */
export type ExactlyOne<Members> = {
  [Key in keyof Members]: Pick<Members, Key> & { [Other in Exclude<keyof Members, Key>]?: never }
}[keyof Members]
`

export const aliasNames = ['Day', 'Decimal', 'Event', 'ExactlyOne', 'Instant', 'NoFields', 'Uuid']

/** Where the names stand that are written by hand. */
const handmade = {
  '../call-options.ts': [
    'CallOptions',
    'ChangeOptions',
    'CreateOptions',
    'DryRunOptions',
    'ReadOptions',
    'WriteOptions',
  ],
  '../event.ts': ['DryRun', 'Event'],
  '../files.ts': ['FileAnswer', 'FileUpload'],
  '../list.ts': ['List'],
}

interface SdkInput {
  readonly endpoints: readonly DescribedEndpoint[]
  readonly settings: AnyShape
}

export function sdkFiles({ endpoints, settings }: SdkInput): { path: string; text: string }[] {
  const names = nameShapes(endpoints)
  const shapes = namedShapes(endpoints, names)
  const tree = memberTree(endpoints)
  const queries = queryDeclarations(endpoints, names).join('\n')
  const known = new Set([...shapes.keys(), ...aliasNames].filter(name => name !== 'Event'))
  const sources = { '../event.ts': ['Event'], './types.ts': [...known] }
  const queryNames = namesDeclared(queries)
  const file = (name: string, text: string, from: Record<string, readonly string[]> = {}) => ({
    path: `${folder}/${name}.ts`,
    text: sourceText(text, from),
  })
  return [
    file('types', [aliases, ...declarations(shapes, names, endpoints).values()].join('\n'), {
      '../event.ts': ['Event'],
    }),
    file('queries', queries, sources),
    file('events', eventsText(names), sources),
    file('problems', [problemsText(names), rowCodesText()].join('\n'), sources),
    file('scopes', scopesText()),
    file('settings', settingsText(settings, names), sources),
    file('resources', resourcesText(tree, names), {
      ...handmade,
      './queries.ts': queryNames,
      './types.ts': [...known],
    }),
    file('operations', operationsText(tree)),
  ]
}
