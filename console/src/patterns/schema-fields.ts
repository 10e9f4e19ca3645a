/** PURE: which control fits a field of a JSON Schema, and how what a form holds becomes the body of a call. */
import { isNaming, kindOfField } from '../data/pickable.ts'

export interface JsonSchema {
  type?: string | readonly string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  maxLength?: number
  contentMediaType?: string
  additionalProperties?: unknown
  /** Of a list: rows that are stored stay, whether they are sent or not. */
  'x-kept'?: boolean
  'x-decimal'?: { places?: number }
}

export type FieldKind =
  | {
      is: 'day' | 'instant' | 'record' | 'flag' | 'long' | 'json' | 'integer' | 'object' | 'any' | 'picture' | 'colour'
    }
  | { is: 'decimal'; places?: number }
  | { is: 'choice'; values: readonly string[] }
  | { is: 'choices'; values: readonly string[]; isNullable: boolean }
  | { is: 'list'; item: JsonSchema }
  | { is: 'text'; most?: number }

const typesOf = ({ type, anyOf }: JsonSchema): readonly string[] =>
  type === undefined ? (anyOf ?? []).flatMap(typesOf) : [type].flat()

const texts = (values: readonly unknown[]): string[] => values.filter(value => typeof value === 'string')

export function fieldKind(name: string, schema: JsonSchema): FieldKind {
  const types = typesOf(schema).filter(type => type !== 'null')
  if (schema.enum) return { is: 'choice', values: texts(schema.enum) }
  if (types.includes('boolean')) return { is: 'flag' }
  if (types.includes('integer') || types.includes('number')) return { is: 'integer' }
  if (types.includes('string')) return textKind(name, schema)
  return partsKind(types, schema)
}

/** Of what has parts. An object of any members, and what may be any text or number, have no fields of their own. */
function partsKind(types: readonly string[], schema: JsonSchema): FieldKind {
  const { items, properties } = schema
  if (items?.enum) return { is: 'choices', values: texts(items.enum), isNullable: typesOf(schema).includes('null') }
  if (items && (items.properties || typesOf(items).includes('string'))) return { is: 'list', item: items }
  if (properties) return { is: 'object' }
  return { is: types.length === 0 ? 'any' : 'json' }
}

const plainKinds = new Set<FieldKind['is']>([
  'day',
  'instant',
  'record',
  'flag',
  'integer',
  'decimal',
  'choice',
  'text',
])

/** Whether the field is one short control, as cells of tables are. */
export const isPlain = (name: string, schema: JsonSchema): boolean => plainKinds.has(fieldKind(name, schema).is)

function textKind(name: string, schema: JsonSchema): FieldKind {
  const { format, maxLength } = schema
  const limits = schema['x-decimal']
  if (schema.contentMediaType === 'image/*') return { is: 'picture' }
  if (schema.pattern === '^#[0-9A-Fa-f]{6}$') return { is: 'colour' }
  if (format === 'date') return { is: 'day' }
  if (format === 'date-time') return { is: 'instant' }
  if ((format === 'uuid' && kindOfField(name)) || isNaming(name)) return { is: 'record' }
  if (limits) return { is: 'decimal', ...(limits.places !== undefined && { places: limits.places }) }
  if (maxLength !== undefined && maxLength > 500) return { is: 'long' }
  return { is: 'text', ...(maxLength !== undefined && { most: maxLength }) }
}

/** What an empty form holds: the defaults. */
export const initialBody = ({ properties = {} }: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, field]) => field.default !== undefined)
      .map(([name, field]) => [name, field.default]),
  )

/** Empty fields are not sent, numbers and JSON become what they are; what is none is sent as typed and refused. */
export function bodyOf({ properties = {} }: JsonSchema, held: unknown): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, value] of Object.entries((held ?? {}) as Record<string, unknown>)) {
    const said = sent(name, properties[name] ?? {}, value)
    if (said !== undefined) body[name] = said
  }
  return body
}

/** Undefined: it is not sent. */
function sent(name: string, schema: JsonSchema, value: unknown): unknown {
  if (value === '' || value === undefined || value === null) return undefined
  if (typeof value === 'string') return read(name, schema, value)
  const kind = fieldKind(name, schema)
  if (kind.is === 'list' && Array.isArray(value)) {
    return value.map(row => sent(rowName(name), kind.item, row)).filter(row => row !== undefined)
  }
  return kind.is === 'object' || schema.properties ? bodyOf(schema, value) : value
}

/** One of `stock_issue_ids` is a `stock_issue_id`. */
export const rowName = (name: string): string => name.replace(/s$/, '')

/** Whether nothing is missing that has to be sent: before that there is no use in asking the service. */
export function isFilled({ required = [], properties = {} }: JsonSchema, body: Record<string, unknown> = {}): boolean {
  const isThere = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0)
  const isWhole = ([name, value]: [string, unknown]): boolean => {
    const { items, ...schema } = properties[name] ?? {}
    const rows = Array.isArray(value) ? value : [value]
    const shape = items ?? schema
    return !shape.properties || rows.every(row => isFilled(shape, row as Record<string, unknown>))
  }
  return required.every(name => isThere(body[name])) && Object.entries(body).every(isWhole)
}

function read(name: string, schema: JsonSchema, text: string): unknown {
  const { is } = fieldKind(name, schema)
  if (is === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  return is === 'json' || is === 'any' ? parsed(text) : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A stored value as the fields hold it. */
export const heldOf = ({ properties = {} }: JsonSchema, stored: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, held(name, schema, stored[name])]))

function held(name: string, schema: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined) return ''
  const kind = fieldKind(name, schema)
  switch (kind.is) {
    case 'json':
      return JSON.stringify(value, undefined, 2)
    case 'any':
      // A text that reads like something else keeps its quotes.
      return typeof value === 'string' && typeof parsed(value) === 'string' ? value : JSON.stringify(value)
    case 'integer':
      return String(value)
    case 'list':
      return (value as unknown[]).map(row => held(rowName(name), kind.item, row))
    case 'object':
      return heldOf(schema, value as Record<string, unknown>)
    default:
      return value
  }
}
