/** The client of the SDK: every endpoint as a method, and the table that says how each one is called. */
import { eventsOf, shownEffects } from '../../contract/dry-run.ts'
import { errorsOf, pathParameters } from '../../contract/endpoint.ts'
import { Uuid } from '../../contract/schema.ts'
import { assert } from '../../lib/assert.ts'
import type { DescribedEndpoint } from '../openapi/document.ts'
import { readable } from '../openapi/json-schema.ts'
import type { ShapeNames } from '../openapi/shape-names.ts'
import { pascalCase } from '../openapi/words.ts'
import { block, comment, methodText, typeText } from './type-text.ts'
import { isEmpty, listRows, nameOf, queryName, queryOf } from './types.ts'

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `orders.actions.mark_paid` is `orders.markPaid`; the list of actions is `orders.actions`. */
const memberPath = (endpointId: string): string[] =>
  endpointId
    .replace(/\.actions\.list$/, '.actions')
    .replace(/\.actions\.(?=\w)/, '.')
    .split('.')
    .map(camelCase)

interface Members extends Map<string, Members | DescribedEndpoint> {}

const isGroup = (member: Members | DescribedEndpoint): member is Members => member instanceof Map

export function memberTree(endpoints: readonly DescribedEndpoint[]): Members {
  const tree: Members = new Map()
  for (const endpoint of endpoints) {
    const path = memberPath(endpoint.id)
    let group = tree
    for (const name of path.slice(0, -1)) {
      const inner = group.get(name) ?? new Map()
      assert(isGroup(inner), `${endpoint.id}: ${name} is a method already`)
      group.set(name, inner)
      group = inner
    }
    assert(!group.has(path.at(-1)!), `${endpoint.id}: two endpoints would be the same method`)
    group.set(path.at(-1)!, endpoint)
  }
  return tree
}

/** What the client does with an answer beyond reading its JSON. */
function kindOf(endpoint: DescribedEndpoint): 'list' | 'stream' | 'file' | 'upload' | undefined {
  const { returns, upload } = endpoint
  if (upload) return 'upload'
  if (returns.file === 'text/event-stream') return 'stream'
  if (returns.file !== undefined || returns.status === 302) return 'file'
  return listRows(endpoint) ? 'list' : undefined
}

/** `GET /invoices/{id}/pdf? file`: the question mark stands for a query. */
function callText(endpoint: DescribedEndpoint): string {
  const { method, path } = endpoint
  const kind = kindOf(endpoint)
  return `${method} ${path}${queryOf(endpoint) ? '?' : ''}${kind ? ` ${kind}` : ''}`
}

export function operationsText(tree: Members): string {
  const lines = (members: Members): string[] =>
    [...members].map(([name, member]) =>
      isGroup(member) ? `${block(`${name}:`, lines(member))},` : `${name}: '${callText(member)}',`,
    )
  const head =
    '/** How each method of the client is called: method, path, `?` for a query, and the kind of its answer. */'
  return `${block(`${head}\nexport const operations =`, lines(tree))} as const\n`
}

export function resourcesText(tree: Members, names: ShapeNames): string {
  const groups = [...tree] as [string, Members][]
  const all = groups.map(([name]) => `${name}: ${pascalCase(name)}Resource`)
  return [
    `${block('/** Every resource of the API; each endpoint is a method of one of them. */\nexport interface Resources', all)}\n`,
    ...groups.map(([name, members]) => {
      return `${block(`export interface ${pascalCase(name)}Resource`, methodLines(members, names))}\n`
    }),
  ].join('\n')
}

const methodLines = (members: Members, names: ShapeNames): string[] =>
  [...members].flatMap(([name, member]) => {
    if (isGroup(member)) return block(`${name}:`, methodLines(member, names))
    const signatures = member.method === 'GET' ? readTexts(name, member, names) : writeTexts(name, member, names)
    return comment(wordsOf(member)) + signatures.join('\n')
  })

function wordsOf({ summary, description, access, errors }: DescribedEndpoint): string {
  const { scopes = [], additionalScopes = [] } = access === 'public' ? {} : access
  const needs = [scopes.join(' or '), ...additionalScopes].filter(Boolean).join(', and ')
  return [
    `${summary}.${description ? ` ${description}` : ''}`,
    ...(needs ? [`Needs ${needs}.`] : []),
    ...(errors.length > 0 ? [`Errors: ${[...new Set(errors)].join(', ')}.`] : []),
  ].join('\n')
}

const pathArguments = ({ path, params }: DescribedEndpoint, names: ShapeNames): string[] =>
  pathParameters(path).map(name => `${camelCase(name)}: ${typeText(params?.properties[name] ?? Uuid, nameOf(names))}`)

function queryArgument(endpoint: DescribedEndpoint): string[] {
  const name = queryName(endpoint)
  return name === undefined ? [] : [`query${queryOf(endpoint)!.required?.length ? '' : '?'}: ${name}`]
}

function readTexts(name: string, endpoint: DescribedEndpoint, names: ShapeNames): string[] {
  const given = [...pathArguments(endpoint, names), ...queryArgument(endpoint)]
  const signature = (options: string, answer: string) => [methodText(name, [...given, `options?: ${options}`], answer)]
  const kind = kindOf(endpoint)
  if (kind === 'list') return signature('CallOptions', `List<${typeText(listRows(endpoint)!, nameOf(names))}>`)
  if (kind === 'file') return signature('CallOptions', 'FileAnswer')
  if (kind === 'stream') return signature('CallOptions', 'Promise<ReadableStream<Uint8Array>>')
  const record = answerText(endpoint, names)
  return signature(endpoint.returns.etag ? `ReadOptions<${record}>` : 'CallOptions', `Promise<${record}>`)
}

const answerText = ({ id, returns }: DescribedEndpoint, names: ShapeNames): string => {
  if (returns.status === 204) return 'void'
  return id === 'openapi.get' ? 'Record<string, unknown>' : typeText(returns.schema, nameOf(names))
}

function bodyArgument(
  { body, upload, method, needsBody }: DescribedEndpoint,
  names: ShapeNames,
): [name: string, type: string][] {
  if (!body) return method === 'DELETE' ? [] : [['body?', 'NoFields']]
  const isRequired = method === 'PATCH' || needsBody || upload || (readable(body).required ?? []).length > 0
  const type = isEmpty(body) ? 'NoFields' : names.ofBody(body)!.name
  return [[isRequired ? 'body' : 'body?', upload ? `${type} | FileUpload` : type]]
}

/** Twice: a dry run answers otherwise, and must be asked for to get that answer. */
function writeTexts(name: string, endpoint: DescribedEndpoint, names: ShapeNames): string[] {
  const path = pathArguments(endpoint, names)
  const body = bodyArgument(endpoint, names)
  const options = optionsName(endpoint)
  const usual = [...path, ...body.map(part => part.join(': ')), `options?: ${options}`]
  const given = body.map(([key, type]) => `${key.replace('?', '')}: ${type}${key.endsWith('?') ? ' | undefined' : ''}`)
  const dry = [...path, ...given, `options: DryRunOptions<${options}>`]
  return [
    methodText(name, dry, `Promise<${dryRunText(endpoint, names)}>`),
    methodText(name, usual, `Promise<${answerText(endpoint, names)}>`),
  ]
}

function optionsName(endpoint: DescribedEndpoint): string {
  if (endpoint.query?.properties.on_conflict) return 'CreateOptions'
  return errorsOf(endpoint).includes('stale_version') ? 'ChangeOptions' : 'WriteOptions'
}

function dryRunText(endpoint: DescribedEndpoint, names: ShapeNames): string {
  const types = eventsOf(endpoint)
  const events = types.length === 0 ? 'never' : types.map(type => `'${type}'`).join(' | ')
  const effects = endpoint.effects ? [typeText(shownEffects(endpoint.effects), nameOf(names))] : []
  const result = endpoint.returns.status === 204 ? 'object' : answerText(endpoint, names)
  return `DryRun<${[result, events, ...effects].join(', ')}>`
}
