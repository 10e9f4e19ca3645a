/** Holds dry runs against `openapi.json`, closed: what is not described there is a fault. */
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  [keyword: string]: unknown
}

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema: Schema }> }> }>>
  components: { schemas: Record<string, Schema> }
}

let document: Described | undefined
/** Read when it is first needed: most tests run nothing dry. */
function described(): Described {
  document ??= JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as Described
  return document
}

// That the document is a good one is a test of its own.
const ajv = new Ajv2020({
  validateSchema: false,
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  // Each component is compiled once, however many operations show it.
  inlineRefs: false,
  code: { optimize: false },
})
formats.default(ajv)
ajv.addVocabulary(['x-decimal', 'x-exactly-one-of'])
const known = new Map<string, ValidateFunction>()
/** Components by their names, closed. */
const components = new Map<string, Schema>()

/** The faults of a dry run of this operation; `path` as it is declared, `/orders/{id}`. */
export function faultsOfDryRun(method: string, path: string, body: unknown): unknown[] {
  const name = `${method} ${path}`
  const check = known.get(name) ?? ajv.compile(closed(schemaOfDryRun(method, path)))
  known.set(name, check)
  return check(body) ? [] : check.errors!
}

/** Other answers of the same status are no `allOf`. */
function schemaOfDryRun(method: string, path: string): Schema {
  const { schema } = described().paths[path]![method.toLowerCase()]!.responses['200']!.content['application/json']!
  return schema.anyOf?.find(({ allOf }) => allOf) ?? schema
}

/** The same without `allOf`, and with no room for members that are not named; references lead to what is closed, too. */
function closed(schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema
  // Beside a reference stands no more than a description.
  if ($ref) return { $ref: component($ref.split('/').at(-1)!) }
  if (allOf) return allOf.map(closed).reduce(merged)
  return {
    ...own,
    ...(own.properties && { properties: mapped(own.properties, closed) }),
    ...(own.properties && own.additionalProperties === undefined && { additionalProperties: false }),
    ...(own.items && { items: closed(own.items) }),
    ...(own.anyOf && { anyOf: own.anyOf.map(closed) }),
  }
}

function component(name: string): string {
  const address = `component:${name}`
  if (components.has(address)) return address
  // Known before it is closed: a component may show itself.
  components.set(address, {})
  const whole = closed(described().components.schemas[name]!)
  components.set(address, whole)
  ajv.addSchema(whole, address)
  return address
}

const opened = (schema: Schema): Schema => (schema.$ref ? opened(components.get(schema.$ref)!) : schema)

/** What meets both of them. */
function merged(first: Schema | undefined, second: Schema): Schema {
  const one = first && opened(first)
  if (!one || one.additionalProperties === true) return second
  const other = opened(second)
  if (other.anyOf) return { anyOf: other.anyOf.map(each => merged(one, each)) }
  if (one.items) return { ...one, ...other, ...(other.items && { items: merged(one.items, other.items) }) }
  if (!one.properties || !other.properties) return { ...one, ...other }
  return {
    ...one,
    ...other,
    properties: { ...one.properties, ...mapped(other.properties, (part, name) => merged(one.properties![name], part)) },
    required: [...new Set([...(one.required ?? []), ...(other.required ?? [])])],
    additionalProperties: false,
  }
}

const mapped = (parts: Record<string, Schema>, change: (part: Schema, name: string) => Schema) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part, name)]))
