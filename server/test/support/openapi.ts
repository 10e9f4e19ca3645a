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
  code: { optimize: false },
})
formats.default(ajv)
ajv.addVocabulary(['x-decimal', 'x-exactly-one-of'])
const known = new Map<string, ValidateFunction>()

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

/** The same without references and `allOf`, and with no room for members that are not named. */
function closed(schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema
  if ($ref) return closed({ ...described().components.schemas[$ref.split('/').at(-1)!]!, ...own })
  if (allOf) return allOf.map(closed).reduce(merged)
  return {
    ...own,
    ...(own.properties && { properties: mapped(own.properties, closed) }),
    ...(own.properties && own.additionalProperties === undefined && { additionalProperties: false }),
    ...(own.items && { items: closed(own.items) }),
    ...(own.anyOf && { anyOf: own.anyOf.map(closed) }),
  }
}

/** What meets both of them. */
function merged(one: Schema | undefined, other: Schema): Schema {
  if (!one || one.additionalProperties === true) return other
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
