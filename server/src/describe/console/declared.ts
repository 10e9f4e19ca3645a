/** What the service declares by name: the console has words for each of them in every language, and tests ask for them. */
import { eventTypes } from '../../contract/events.ts'
import { reasonTexts } from '../../contract/problems/reason-texts.ts'
import { problemCodes, rowCodes } from '../../contract/problems.ts'
import { addOns, modules, presets, roles, scopes } from '../../contract/scopes.ts'
import type { Workflow } from '../../contract/workflow.ts'
import type { DescribedEndpoint } from '../openapi/document.ts'
import { allWithin, notNull, readable, recordTag, rowsOfList } from '../openapi/json-schema.ts'
import { actionsByRecord } from '../openapi/surroundings.ts'
import { block } from '../sdk/type-text.ts'

export interface ConsoleInput {
  /** Those of the SDK. */
  readonly endpoints: readonly DescribedEndpoint[]
  /** Those for people who signed in, and for signing in. */
  readonly forPersons: readonly DescribedEndpoint[]
  readonly workflows: readonly Workflow[]
}

type Names = readonly string[]

export function declaredText({ endpoints, forPersons, workflows }: ConsoleInput): string {
  const all = [...endpoints, ...forPersons]
  const actionsOf = actionsByRecord(all)
  const states = statesInShapes(all)
  for (const { objects, states: own } of workflows) for (const object of objects) states.set(object, own)
  const tags = [...tagsOf(all)].sort()
  return `${block(
    `${words}\nexport const declared =`,
    [
      `actions: ${tableText(tags.map(tag => [tag, actionsOf(tag)]))}`,
      `states: ${tableText(tags.map(tag => [tag, states.get(tag)]))}`,
      `filters: ${tableText(all.map(endpoint => [endpoint.path, filtersOf(endpoint)]))}`,
      `events: ${listText(eventTypes)}`,
      `problems: ${listText(problemCodes)}`,
      `rows: ${listText(Object.keys(rowCodes))}`,
      `reasons: ${listText(Object.keys(reasonTexts))}`,
      `scopes: ${listText(scopes)}`,
      `modules: ${listText(modules)}`,
      `addOns: ${listText(addOns)}`,
      `presets: ${listText(Object.keys(presets))}`,
      `roles: ${listText(Object.keys(roles))}`,
    ].map(line => `${line},`),
  )} as const\n`
}

const words = `/**
 * What the service declares by name: actions and states by the kind of record, filters by the path of a list. Imported as
 * a type, or by tests: it is too long to be loaded for a screen.
 */`

const listText = (names: Names): string => {
  const line = `[${names.map(name => `'${name}'`).join(', ')}]`
  return line.length < 100 ? line : `[\n${names.map(name => `  '${name}',\n`).join('')}]`
}

const tableText = (rows: readonly (readonly [string, Names | undefined])[]): string => {
  const lines = rows.flatMap(([name, names]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return names && names.length > 0 ? [`${key}: ${listText(names)},`] : []
  })
  return block('', lines).trim()
}

const shapesOf = (endpoints: readonly DescribedEndpoint[]) =>
  endpoints.flatMap(({ returns }) => allWithin(returns.schema))

const tagsOf = (endpoints: readonly DescribedEndpoint[]): Set<string> =>
  new Set(shapesOf(endpoints).flatMap(shape => recordTag(shape) ?? []))

/** Records without a workflow have states, too: a delivery is pending, a key is revoked. */
function statesInShapes(endpoints: readonly DescribedEndpoint[]): Map<string, Names> {
  const states = new Map<string, Names>()
  for (const shape of shapesOf(endpoints)) {
    const [tag, status] = [recordTag(shape), readable(shape).properties?.status]
    const values = status && readable(notNull(status)).enum
    if (tag !== undefined && values) states.set(tag, values.map(String))
  }
  return states
}

const pagingNames = ['limit', 'cursor']

const filtersOf = ({ method, returns, query }: DescribedEndpoint): Names | undefined =>
  method === 'GET' && rowsOfList(returns.schema)
    ? Object.keys(query?.properties ?? {}).filter(name => !pagingNames.includes(name))
    : undefined
