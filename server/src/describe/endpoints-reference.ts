/** The pages of `docs/reference/` about endpoints and records, rendered from the declarations. */

import { eventsOf, shownEffects } from '../contract/dry-run.ts'
import type { AnyShape, TSchema } from '../contract/schema.ts'
import type { Examples, OperationExample } from './examples.ts'
import { fieldHeader, fieldRows, type LinkTo, typeInWords } from './fields-in-words.ts'
import { jsonText } from './json-text.ts'
import { anchorOf, code, page, table, words } from './markdown.ts'
import { meaningsOfFilters } from './meanings/filters.ts'
import type { DescribedEndpoint } from './openapi/document.ts'
import { allWithin, isPaged, readable, rowsOfList } from './openapi/json-schema.ts'
import { accessInWords } from './openapi/operation.ts'
import { codesOf } from './openapi/refusals.ts'
import { type NamedShape, nameShapes, type ShapeNames } from './openapi/shape-names.ts'
import { resourceOf } from './openapi/words.ts'

/** The shapes answers are made of, by name; a list is told by its rows. */
function answeredShapes(endpoints: readonly DescribedEndpoint[], names: ShapeNames): NamedShape[] {
  const shapes = endpoints.flatMap(({ returns, effects }) => [
    ...allWithin(returns.schema),
    ...(effects ? allWithin(shownEffects(effects)) : []),
  ])
  const named = shapes.filter(shape => readable(shape).properties && !rowsOfList(shape)).flatMap(names.of)
  const byName = new Map(named.flatMap(each => (each ? [[each.name, each] as const] : [])))
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Leads to the records page, or within it when `address` is empty. */
const linker = (names: ShapeNames, documented: readonly NamedShape[], address: string): LinkTo => {
  const linked = new Set(documented.map(each => each.name))
  return schema => {
    const name = names.of(schema)?.name
    return name !== undefined && linked.has(name) ? `[${name}](${address}#${anchorOf(name)})` : undefined
  }
}

export function recordsReference(endpoints: readonly DescribedEndpoint[]): string {
  const names = nameShapes(endpoints)
  const documented = answeredShapes(endpoints, names)
  const linkTo = linker(names, documented, '')
  return page(
    '# Records',
    'What responses consist of. A field that is not required may be absent. Fields may be added at any time.',
    ...documented.flatMap(({ name, shape }) => [
      `## ${name}`,
      ...[readable(shape).description ?? ''].filter(Boolean).map(words),
      table(fieldHeader, fieldRows(shape, linkTo, { member: name })),
    ]),
  )
}

const headingOf = ({ method, path }: DescribedEndpoint): string => `${method} ${path}`

export function endpointsReference(endpoints: readonly DescribedEndpoint[]): string {
  const names = nameShapes(endpoints)
  const linkTo = linker(names, answeredShapes(endpoints, names), 'records.md')
  const resources = [...new Set(endpoints.map(({ id }) => resourceOf(id)))]
  return page(
    '# Endpoints',
    'All paths carry the prefix `/api/v1`. [Records](records.md) describes what they return, [errors](errors.md) ' +
      'their errors, and `openapi.json` at the root of the repository is the same for programs.',
    table(
      ['Endpoint', 'What it does'],
      endpoints.map(each => [`[${code(headingOf(each))}](#${anchorOf(headingOf(each))})`, words(each.summary)]),
    ),
    ...resources.flatMap(resource => [
      `## ${resource}`,
      ...endpoints.filter(({ id }) => resourceOf(id) === resource).flatMap(each => endpointSection(each, linkTo)),
    ]),
  )
}

/** Writes pages of single resources: their operations, and the records these answer with. */
export function resourceWriter(endpoints: readonly DescribedEndpoint[], { ofOperation }: Examples) {
  const names = nameShapes(endpoints)
  const elsewhere = linker(names, answeredShapes(endpoints, names), 'records.md')
  return (resource: string, title: string): string => {
    const own = endpoints.filter(({ id }) => resourceOf(id) === resource)
    const answered = new Set(own.map(({ returns }) => names.of(rowsOfList(returns.schema) ?? returns.schema)?.name))
    const records = answeredShapes(own, names).filter(({ name }) => answered.has(name))
    const here = linker(names, records, '')
    const linkTo: LinkTo = schema => here(schema) ?? elsewhere(schema)
    const shown = new Map<string, string>()
    return [
      `# ${title}`,
      ...own.flatMap(each => [
        `## ${headingOf(each)}`,
        ...sectionOf(each, linkTo),
        ...exampleOf(each, ofOperation(each.id), { names, shown }),
        ...specificErrors(each),
      ]),
      ...records.flatMap(({ name, shape }) => [
        `## ${name}`,
        table(fieldHeader, fieldRows(shape, linkTo, { member: name })),
      ]),
    ].join('\n\n')
  }
}

const fenced = (value: unknown): string => `\`\`\`json\n${jsonText(value)}\n\`\`\``

/** What was sent and answered; each shape is shown once on a page, and of a list its first row. */
function exampleOf(
  endpoint: DescribedEndpoint,
  example: OperationExample | undefined,
  { names, shown }: { names: ShapeNames; shown: Map<string, string> },
): string[] {
  const { request, answer } = example ?? {}
  const sent = request === undefined ? [] : ['Sent, as an example:', fenced(request)]
  if (answer === undefined) return sent
  const { schema } = endpoint.returns
  const name = names.of(rowsOfList(schema) ?? schema)?.name ?? endpoint.id
  const before = shown.get(name)
  if (before) return [...sent, `Answered as [${code(before)}](#${anchorOf(before)}) is.`]
  shown.set(name, headingOf(endpoint))
  return [...sent, 'Answered, as an example:', fenced(firstRow(answer))]
}

function firstRow(answer: unknown): unknown {
  const { data } = answer as { data?: unknown }
  return Array.isArray(data) && data.length > 1 ? { ...(answer as object), data: data.slice(0, 1) } : answer
}

const endpointSection = (endpoint: DescribedEndpoint, linkTo: LinkTo): string[] => [
  `### ${headingOf(endpoint)}`,
  ...sectionOf(endpoint, linkTo),
  ...specificErrors(endpoint),
  commonErrors(endpoint),
]

const sectionOf = (endpoint: DescribedEndpoint, linkTo: LinkTo): string[] => {
  const { id, summary, description = '', access } = endpoint
  return [
    [`${words(summary)}.`, words(description)].filter(Boolean).join(' '),
    `${code(id)}. ${access === 'public' ? 'Needs no key.' : accessInWords(access)}`,
    ...fieldTable('Path', endpoint.params, linkTo),
    ...fieldTable('Query', endpoint.query, linkTo),
    ...fieldTable('Body', endpoint.body, linkTo),
    `Returns ${answerInWords(endpoint.returns, linkTo)}.`,
    ...dryRunInWords(endpoint, linkTo),
  ]
}

function dryRunInWords(endpoint: DescribedEndpoint, linkTo: LinkTo): string[] {
  if (endpoint.method === 'GET') return []
  const types = eventsOf(endpoint)
  const events = types.length > 0 ? `may emit ${types.map(code).join(', ')}` : 'emits no events'
  const { effects } = endpoint
  const shown = effects && ` A dry run also shows its \`effects\`: ${typeInWords(shownEffects(effects), linkTo)}.`
  return [`It ${events}.${shown ?? ''}`]
}

const listCodes = (codes: readonly string[]) => codes.map(each => `[${code(each)}](errors.md#${each})`).join(', ')

function specificErrors(endpoint: DescribedEndpoint): string[] {
  const own = codesOf(endpoint).filter(each => endpoint.errors.includes(each))
  return own.length > 0 ? [`Specific errors: ${listCodes(own)}.`] : []
}

const commonErrors = (endpoint: DescribedEndpoint): string =>
  `Common errors: ${listCodes(codesOf(endpoint).filter(each => !endpoint.errors.includes(each)))}.`

function fieldTable(title: string, shape: AnyShape | undefined, linkTo: LinkTo): string[] {
  if (!shape || Object.keys(shape.properties).length === 0) return []
  const meaning = title === 'Query' ? { meaning: (name: string) => meaningsOfFilters[name] } : {}
  return [`${title}:`, table(fieldHeader, fieldRows(shape, linkTo, meaning))]
}

function answerInWords({ status, schema, etag }: DescribedEndpoint['returns'], linkTo: LinkTo): string {
  if (status === 204) return '204 without a body'
  return `${status}: ${shapeInWords(schema, linkTo)}${etag ? ', with its ETag' : ''}`
}

function shapeInWords(schema: TSchema, linkTo: LinkTo): string {
  const row = rowsOfList(schema)
  if (!row) return typeInWords(schema, linkTo)
  return `${isPaged(schema) ? 'a page' : 'all'} of ${typeInWords(row, linkTo)}`
}
