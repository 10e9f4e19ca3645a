/** Strict validation: nothing is coerced, dropped or filled in; every fault becomes a row. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { decimal, isDecimal, scaleOf } from '../lib/decimal.ts'
import { isUuid } from '../lib/ids.ts'
import { parseInstant } from '../lib/instants.ts'
import { cutToFaults } from './cut.ts'
import type { ProblemRow } from './problems.ts'
import { oncePerField, rowsOf } from './rows.ts'
import { type AnyShape, type DecimalLimits, decimalLimits, exactlyOneOf, Shape, type TSchema } from './schema.ts'

export type Check = (value: unknown) => ProblemRow[]

/** `shown` is the shape of the answer: a field that only that has is told to be read-only. */
export function validator(): (schema: TSchema, shown?: TSchema) => Check {
  const ajv = new Ajv2020({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allowUnionTypes: true,
    strict: 'log',
    logger: false,
    // A test holds our schemas against the standard; to do it here held up the first requests for a tenth of a second.
    validateSchema: false,
    meta: false,
    // Tidying the code up took half of the compiling, and made it no faster.
    code: { optimize: false },
    // So that a row can tell the limits of a keyword of ours.
    verbose: true,
  })
  formats.default(ajv, ['email', 'uri'])
  ajv.addFormat('uuid', isUuid)
  // A day of the calendar that PostgreSQL knows too: the year 0 is none.
  ajv.addFormat('date', text => parseInstant(`${text}T00:00:00Z`) !== undefined)
  ajv.addFormat('date-time', text => parseInstant(text) !== undefined)
  ajv.addKeyword({ keyword: decimalLimits, type: 'string', validate: isWithin, errors: false })
  ajv.addKeyword({ keyword: exactlyOneOf, type: 'object', validate: hasExactlyOne, errors: false })
  return (schema, shown) => {
    const validate: ValidateFunction = ajv.compile(schema)
    return value => (validate(value) ? [] : rowsOf(validate.errors ?? [], value, shown))
  }
}

/** What is no decimal at all is told by its pattern. */
function isWithin({ places, least, above, most }: DecimalLimits, text: string): boolean {
  if (!isDecimal(text) || text.length > longestDecimal) return true
  if (places !== undefined && scaleOf(text) > places) return false
  const value = decimal(text)
  if (least !== undefined && value.lt(least)) return false
  if (above !== undefined && value.lte(above)) return false
  return most === undefined || value.lte(most)
}

/** Longer ones are refused by the pattern; no time is spent on their arithmetic. */
const longestDecimal = 40

const hasExactlyOne = (names: string[], value: object): boolean =>
  names.filter(name => Object.hasOwn(value, name)).length === 1

/** A parameter is one field, however many values it has: `status`, not `status[1]`. */
export const byParameter =
  (check: Check): Check =>
  query =>
    oncePerField(check(query).map(row => ({ ...row, field: row.field.replace(/\[.*$/, '') })))

interface Described {
  format?: string
  properties?: Record<string, Described>
  items?: Described
}

/** An id in capitals is the same id: it is compared and kept in small letters. Changes the value in place. */
export function lowerIds(schema: TSchema, value: unknown): void {
  const { properties, items } = schema as Described
  if (Array.isArray(value)) {
    for (const [index, part] of value.entries()) value[index] = lowerIdsWithin(items, part)
  } else if (typeof value === 'object' && value !== null && properties) {
    const members = value as Record<string, unknown>
    for (const name of Object.keys(members)) {
      if (Object.hasOwn(properties, name)) members[name] = lowerIdsWithin(properties[name], members[name])
    }
  }
}

function lowerIdsWithin(schema: Described | undefined, value: unknown): unknown {
  if (!schema) return value
  if (schema.format === 'uuid' && typeof value === 'string') return value.toLowerCase()
  lowerIds(schema as TSchema, value)
  return value
}

export type QueryValue = string | number | boolean | string[]

/**
 * A query arrives as text. Each parameter is read by the type its schema declares; what cannot be read stays text,
 * so that the validator names it.
 */
export function readQuery(search: URLSearchParams, schema: AnyShape | undefined): Record<string, QueryValue> {
  const query: Record<string, QueryValue> = Object.create(null)
  if (search.size === 0) return query
  const sent = new Map<string, string[]>()
  for (const [name, value] of search) {
    const values = sent.get(name)
    if (values) values.push(value)
    else sent.set(name, [value])
  }
  for (const [name, values] of sent) {
    const type = (schema?.properties[name] as { type?: string } | undefined)?.type
    query[name] = readParameter(values, type)
  }
  cutToFaults(schema ?? Shape({}), query)
  return query
}

function readParameter(values: string[], type: string | undefined): QueryValue {
  if (type === 'array') return values.flatMap(value => value.split(','))
  const [value = ''] = values
  // Sent twice: an array is no text, number or flag, and is refused as such.
  if (values.length > 1) return values
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** NUL and half surrogates cannot be stored or searched for. */
export const unreadableText = (query: Record<string, QueryValue>): ProblemRow[] =>
  Object.entries(query)
    .filter(([, value]) => String(value).includes('\u0000'))
    .map(([field]) => ({ field, code: 'not_allowed', message: 'Must not contain the character NUL.' }))
