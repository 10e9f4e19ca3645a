/** The fields of a shape as rows of a table: name, type with its limits, meaning. */

import { limitsInWords } from '../contract/rows.ts'
import { type DecimalLimits, decimalLimits, type TSchema } from '../contract/schema.ts'
import { code, words } from './markdown.ts'
import { meaningOf } from './meanings/index.ts'
import { isDecimal, isNullable, type JsonSchema, notNull, readable, recordTag, typesOf } from './openapi/json-schema.ts'

/** Markdown that leads to a shape described elsewhere; undefined when it must be described here. */
export type LinkTo = (schema: TSchema) => string | undefined

export const fieldHeader = ['Field', 'Type', 'Required', 'Meaning'] as const

interface Place {
  prefix?: string
  /** The member the shape stands in, or its own name. */
  member?: string
  /** Of fields that do not say it themselves. */
  meaning?: (name: string) => string | undefined
}

const membersOf = (holder: string) => (name: string) => meaningOf(holder, name)

/** An object inside the shape adds a row for each of its own fields, such as `address.city` or `lines[].item_id`. */
export function fieldRows(shape: TSchema, linkTo: LinkTo, place: Place = {}): string[][] {
  const { properties = {}, required = [] } = readable(shape)
  const { prefix = '', meaning = membersOf(recordTag(shape) ?? place.member ?? '') } = place
  return Object.entries(properties).flatMap(([name, field]) => {
    const own = [
      code(prefix + name),
      typeInWords(field, linkTo),
      required.includes(name) ? 'yes' : '',
      words(readable(field).description ?? meaning(name) ?? ''),
    ]
    return [own, ...innerRows(field, linkTo, { prefix: prefix + name, member: name })]
  })
}

function innerRows(field: TSchema, linkTo: LinkTo, { prefix, member }: Required<Omit<Place, 'meaning'>>): string[][] {
  if (linkTo(field) !== undefined) return []
  const { items, properties } = readable(field)
  if (items) return innerRows(items, linkTo, { prefix: `${prefix}[]`, member })
  return properties ? fieldRows(field, linkTo, { prefix: `${prefix}.`, member }) : []
}

export function typeInWords(schema: TSchema, linkTo: LinkTo): string {
  const bare = notNull(schema)
  const { default: preset } = readable(bare)
  return [
    linkTo(bare) ?? plainType(bare, linkTo),
    ...(isNullable(schema) ? ['or null'] : []),
    ...(preset === undefined ? [] : [`(default ${code(String(preset))})`]),
  ].join(' ')
}

function plainType(schema: TSchema, linkTo: LinkTo): string {
  const limits = readable(schema)[decimalLimits] as DecimalLimits | undefined
  if (isDecimal(readable(schema))) {
    return limits ? `decimal string, ${limitsInWords(limits)}` : 'decimal string'
  }
  const { const: literal, enum: values, anyOf, items, properties, ...others } = readable(schema)
  if (literal !== undefined) return code(String(literal))
  if (values) return values.map(value => code(String(value))).join(' or ')
  if (anyOf) return anyOf.map(each => typeInWords(each, linkTo)).join(' or ')
  if (items) return `array of ${typeInWords(items, linkTo)}`
  return properties ? 'object' : scalarOrMap(others, linkTo)
}

function scalarOrMap(schema: JsonSchema, linkTo: LinkTo): string {
  const { format, pattern, patternProperties = {}, additionalProperties } = schema
  const [mapped] = Object.values(patternProperties)
  if (mapped) return `map of ${plainMap(mapped, linkTo)}`
  if (additionalProperties === true) return 'object with any fields'
  const limits = [range(schema, 'Length'), range(schema, 'imum')].filter(Boolean)
  const matching = typeof pattern === 'string' ? ` matching ${code(pattern)}` : ''
  return [format ?? typesOf(schema).join(' or '), ...limits].join(' ') + matching
}

const plainMap = (schema: TSchema, linkTo: LinkTo): string => {
  const names = Object.keys(readable(schema).properties ?? {})
  return linkTo(schema) ?? (names.length > 0 ? code(`{${names.join(', ')}}`) : typeInWords(schema, linkTo))
}

/** `minLength` and `maxLength`, or `minimum` and `maximum`, as `1-200`. */
function range(schema: JsonSchema, ending: 'Length' | 'imum'): string {
  const least = schema[`min${ending}`]
  const most = schema[`max${ending}`]
  if (least === undefined && most === undefined) return ''
  if (most === undefined) return `from ${least} on`
  return least === undefined || (ending === 'Length' && least === 0) ? `up to ${most}` : `${least}-${most}`
}
