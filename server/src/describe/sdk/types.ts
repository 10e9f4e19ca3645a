/** The records, bodies and queries of the contract as TypeScript declarations: one for each name. */
import { shownEffects } from '../../contract/dry-run.ts'
import { eventSpec, eventTypes } from '../../contract/events.ts'
import { type ProblemSpec, problemCatalogue, problemRowSchema } from '../../contract/problems.ts'
import type { AnyShape, TSchema } from '../../contract/schema.ts'
import type { DescribedEndpoint } from '../openapi/document.ts'
import { allWithin, identityOf, type JsonSchema, readable, recordTag, rowsOfList } from '../openapi/json-schema.ts'
import type { ShapeNames } from '../openapi/shape-names.ts'
import { actionsByRecord } from '../openapi/surroundings.ts'
import { operationName } from '../openapi/words.ts'
import { block, comment, declarationLine, memberLines, type NameOf, typeText } from './type-text.ts'

/** What is written of one shape where it is used. */
export const nameOf =
  (names: ShapeNames): NameOf =>
  schema =>
    isEmpty(schema) ? undefined : names.of(schema)?.name

export const isEmpty = (schema: TSchema): boolean => {
  const { properties } = readable(schema)
  return properties !== undefined && Object.keys(properties).length === 0
}

/** The rows of a list that a caller reads; an event has members beside its `data` and is none. */
export const listRows = ({ method, returns }: DescribedEndpoint): TSchema | undefined =>
  method === 'GET' && recordTag(returns.schema) === undefined ? rowsOfList(returns.schema) : undefined

type Named = ReadonlyMap<string, TSchema>

/** Every named shape the interface shows, by its name. */
export function namedShapes(endpoints: readonly DescribedEndpoint[], names: ShapeNames): Named {
  const found = new Map<string, TSchema>()
  for (const { body } of endpoints) if (body && !isEmpty(body)) add(found, names.ofBody(body))
  for (const root of rootsOf(endpoints, names)) {
    for (const shape of allWithin(root)) if (!isEmpty(shape)) add(found, names.of(shape))
  }
  found.delete('Decimal')
  found.delete('Event')
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function add(found: Map<string, TSchema>, named: { name: string; shape: TSchema } | undefined): void {
  if (named && !found.has(named.name)) found.set(named.name, named.shape)
}

const rootsOf = (endpoints: readonly DescribedEndpoint[], names: ShapeNames): TSchema[] => [
  ...endpoints.flatMap(endpoint => [
    ...(endpoint.body ? [endpoint.body] : []),
    ...(endpoint.effects ? [shownEffects(endpoint.effects)] : []),
    listRows(endpoint) ?? endpoint.returns.schema,
  ]),
  ...eventTypes.flatMap(type => names.ofRecord(eventSpec(type).object)?.shape ?? []),
  problemRowSchema,
  ...Object.values(problemCatalogue).flatMap(({ members }: ProblemSpec) => members ?? []),
]

interface Surroundings {
  readonly shapes: Named
  readonly nameOf: NameOf
  /** The keys of the actions a kind of record has. */
  actionsOf(tag: string): readonly string[] | undefined
}

/** By the name of what is declared. */
export const declarations = (
  shapes: Named,
  names: ShapeNames,
  endpoints: readonly DescribedEndpoint[],
): Map<string, string> => {
  const surroundings = { shapes, nameOf: nameOf(names), actionsOf: actionsByRecord(endpoints) }
  return new Map([...shapes].map(([name, shape]) => [name, declaration(name, shape, surroundings)]))
}

function declaration(name: string, shape: TSchema, { shapes, nameOf, actionsOf }: Surroundings): string {
  // Inside its own declaration a shape has no name.
  const inside: NameOf = part => (part === shape ? undefined : nameOf(part))
  const schema = withActions(shape, actionsOf(recordTag(shape) ?? ''))
  const words = comment(schema.description)
  if (!schema.properties || schema['x-exactly-one-of']) {
    return `${words}${declarationLine(`export type ${name} =`, typeText(shape, inside))}\n`
  }
  const base = baseOf(name, shape, shapes)
  return interfaceText(words, `${name}${base ? ` extends ${base.name}` : ''}`, memberLines(schema, inside, base?.keys))
}

/** A record offers its own actions and no others. */
function withActions(shape: TSchema, keys: readonly string[] | undefined): JsonSchema {
  const schema = readable(shape)
  if (!keys || !schema.properties?.allowed_actions) return schema
  const allowed = { type: 'array', items: { type: 'string', enum: keys } } as TSchema
  return { ...schema, properties: { ...schema.properties, allowed_actions: allowed } }
}

const interfaceText = (words: string, head: string, lines: readonly string[]): string =>
  `${block(`${words}export interface ${head}`, lines)}\n`

/** The largest record of the same kind that this one has all members of: what it adds is written alone. */
function baseOf(name: string, shape: TSchema, shapes: Named): { name: string; keys: string[] } | undefined {
  const tag = recordTag(shape)
  if (tag === undefined) return undefined
  const own = readable(shape)
  const bases = [...shapes]
    .filter(([other, base]) => other !== name && recordTag(base) === tag && isWithin(readable(base), own))
    .map(([other, base]) => ({ name: other, keys: Object.keys(readable(base).properties!) }))
  return bases.sort((one, other) => other.keys.length - one.keys.length)[0]
}

function isWithin(base: JsonSchema, whole: JsonSchema): boolean {
  const members = Object.entries(base.properties!)
  if (members.length >= Object.keys(whole.properties!).length) return false
  return members.every(([key, member]) => {
    const other = whole.properties![key]
    const isRequired = base.required?.includes(key) ?? false
    if (!other || isRequired !== (whole.required?.includes(key) ?? false)) return false
    return wholeIdentity(other) === wholeIdentity(member)
  })
}

const wholeIdentity = (schema: TSchema): string => `${readable(schema).type} ${identityOf(schema)}`

/** Members that many queries share, by the name of the interface that has them. */
const sharedQueries: Readonly<Record<string, readonly string[]>> = {
  PageQuery: ['limit', 'cursor'],
  SinceQuery: ['updated_since', 'created_since'],
}

/** What stands in the options of a write instead. */
const optionNames = ['dry_run', 'on_conflict']

export const queryOf = ({ query }: DescribedEndpoint): AnyShape | undefined => {
  const asked = Object.entries(query?.properties ?? {}).filter(([name]) => !optionNames.includes(name))
  if (asked.length === 0) return undefined
  return { ...query!, properties: Object.fromEntries(asked.map(([name, shape]) => [name, oneOrMany(shape)])) }
}

/** Who asks for one value alone need not wrap it. */
function oneOrMany(shape: TSchema): TSchema {
  const { items, description } = readable(shape)
  return items ? ({ anyOf: [items, { type: 'array', items }], description } as TSchema) : shape
}

/** A query that only pages has no name of its own. */
export function queryName(endpoint: DescribedEndpoint): string | undefined {
  const query = queryOf(endpoint)
  if (!query) return undefined
  const isPaging = Object.keys(query.properties).every(name => sharedQueries.PageQuery!.includes(name))
  return isPaging ? 'PageQuery' : `${operationName(endpoint.id)}Query`
}

export function queryDeclarations(endpoints: readonly DescribedEndpoint[], names: ShapeNames): string[] {
  const asking = endpoints.filter(endpoint => queryOf(endpoint))
  const shared = Object.entries(sharedQueries).map(([name, keys]) => {
    const { query } = asking.find(each => keys.every(key => each.query!.properties[key]))!
    const members = Object.fromEntries(keys.map(key => [key, query!.properties[key]!]))
    return interfaceText('', name, memberLines({ properties: members }, nameOf(names)))
  })
  const own = asking
    .filter(endpoint => queryName(endpoint) !== 'PageQuery')
    .map(endpoint => queryDeclaration(endpoint, names))
  return [...shared, ...new Set(own)]
}

function queryDeclaration(endpoint: DescribedEndpoint, names: ShapeNames): string {
  const query = queryOf(endpoint)!
  const has = (keys: readonly string[]) => keys.every(key => query.properties[key])
  const bases = Object.entries(sharedQueries).filter(([, keys]) => has(keys))
  const head = bases.length > 0 ? ` extends ${bases.map(([name]) => name).join(', ')}` : ''
  const inherited = bases.flatMap(([, keys]) => keys)
  const lines = memberLines(readable(query), nameOf(names), inherited)
  return interfaceText(`/** Of \`${endpoint.id}\`. */\n`, `${queryName(endpoint)}${head}`, lines)
}
