/** PURE: which control fits a field of a JSON Schema, and how what a form holds becomes the body of a call. */
import { kindOfField } from '../data/pickable.ts'

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
  additionalProperties?: unknown
  'x-decimal'?: { places?: number }
}

export type FieldKind =
  | { is: 'day' | 'instant' | 'record' | 'flag' | 'long' | 'json' | 'integer' }
  | { is: 'decimal'; places?: number }
  | { is: 'choice'; values: readonly string[] }
  | { is: 'text'; most?: number }

const typesOf = ({ type, anyOf }: JsonSchema): readonly string[] =>
  type === undefined ? (anyOf ?? []).flatMap(typesOf) : [type].flat()

const texts = (values: readonly unknown[]): string[] => values.filter(value => typeof value === 'string')

export function fieldKind(name: string, schema: JsonSchema): FieldKind {
  const types = typesOf(schema).filter(type => type !== 'null')
  if (schema.enum) return { is: 'choice', values: texts(schema.enum) }
  if (types.includes('boolean')) return { is: 'flag' }
  if (types.includes('integer') || types.includes('number')) return { is: 'integer' }
  if (!types.includes('string')) return { is: 'json' }
  return textKind(name, schema)
}

function textKind(name: string, schema: JsonSchema): FieldKind {
  const { format, maxLength } = schema
  const limits = schema['x-decimal']
  if (format === 'date') return { is: 'day' }
  if (format === 'date-time') return { is: 'instant' }
  if (format === 'uuid' && kindOfField(name)) return { is: 'record' }
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
    if (value === '' || value === undefined) continue
    body[name] = typeof value === 'string' ? read(name, properties[name] ?? {}, value) : value
  }
  return body
}

/** Whether nothing is missing that has to be sent: before that there is no use in asking the service. */
export const isFilled = ({ required = [] }: JsonSchema, body: Record<string, unknown> = {}): boolean =>
  required.every(name => body[name] !== undefined && !(Array.isArray(body[name]) && body[name].length === 0))

function read(name: string, schema: JsonSchema, text: string): unknown {
  const { is } = fieldKind(name, schema)
  if (is === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (is !== 'json') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A stored value as the fields hold it. */
export const heldOf = ({ properties = {} }: JsonSchema, stored: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const value = stored[name]
      if (value === null || value === undefined) return [name, '']
      const { is } = fieldKind(name, schema)
      if (is === 'json') return [name, JSON.stringify(value, undefined, 2)]
      return [name, is === 'integer' ? String(value) : value]
    }),
  )
