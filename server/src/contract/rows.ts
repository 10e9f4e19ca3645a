/** Turns what the schema validator found into rows of a problem document. */
import type { ErrorObject } from 'ajv'
import { didYouMean } from '../lib/nearest.ts'
import { formatInWords, shapeInWords } from './expected.ts'
import { maximumRows, type ProblemRow } from './problems.ts'
import { rowBecause } from './reasons.ts'
import { type DecimalLimits, decimalLimits, decimalPattern, exactlyOneOf, mostPlaces, type TSchema } from './schema.ts'

/** What was judged, and the shape of the answer where there is one: what only that has is read-only. */
interface Judged {
  value: unknown
  shown: TSchema | undefined
}

export const rowsOf = (errors: readonly ErrorObject[], value: unknown, shown?: TSchema): ProblemRow[] =>
  oncePerField(eachRow(errors, { value, shown }))

/** What fits none of several shapes is told all of them, not what it lacks to be the first. */
function* eachRow(errors: readonly ErrorObject[], judged: Judged): Generator<ProblemRow, void, void> {
  const ofSeveral = new Set(errors.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath))
  for (const error of errors) {
    if (error.keyword === 'anyOf' || !ofSeveral.has(error.instancePath)) yield rowOf(error, judged)
  }
}

/**
 * One row per field, in the order found, up to the most a document carries. When all of those are unknown fields, the
 * first other fault takes the last place: it decides the code.
 */
export function oncePerField(found: Iterable<ProblemRow>): ProblemRow[] {
  const rows = new Map<string, ProblemRow>()
  let hasOther = false
  for (const row of found) {
    const isOther = row.code !== 'unknown_field'
    const isFull = rows.size === maximumRows
    if (isFull && hasOther) break
    if (rows.has(row.field) || (isFull && !isOther)) continue
    if (isFull) rows.delete([...rows.keys()].at(-1)!)
    rows.set(row.field, row)
    hasOther ||= isOther
  }
  return [...rows.values()]
}

function rowOf(error: ErrorObject, { value, shown }: Judged): ProblemRow {
  const path = segmentsOf(error.instancePath)
  if (error.keyword === 'required') return missingRow(path, error.params.missingProperty, value)
  if (error.keyword === 'format' && error.params.format === 'uuid') {
    return { field: fieldName(path, value), code: 'invalid_reference', message: 'Must be the UUID of a record.' }
  }
  if (error.keyword === 'additionalProperties') {
    const name: string = error.params.additionalProperty
    const known = Object.keys(error.parentSchema?.properties ?? {})
    const message = `${readOnly(shown, path, name) ?? 'Unknown field.'}${didYouMean(name, known)}`
    return { field: fieldName([...path, name], value), code: 'unknown_field', message }
  }
  if (error.keyword === exactlyOneOf) {
    const message = `Exactly one of ${(error.schema as string[]).join(', ')} must be sent.`
    return { field: fieldName(path, value), code: 'exactly_one_of', message }
  }
  const field = fieldName(path, value)
  return knownRow(field, error) ?? { field, code: 'not_allowed', message: messageOf(error) }
}

interface Described {
  properties?: Record<string, Described>
  items?: Described
}

/** A field that is shown and cannot be sent, in words; undefined when the answer has none of that name. */
function readOnly(shown: TSchema | undefined, path: string[], name: string): string | undefined {
  const place = path.reduce<Described | undefined>(partOf, shown as Described | undefined)
  if (!place?.properties || !Object.hasOwn(place.properties, name)) return undefined
  return name === 'status' && Object.hasOwn(place.properties, 'allowed_actions')
    ? 'Read-only: the state changes only by an action, POST …/actions/{key}.'
    : 'Read-only here: it is shown, but this operation cannot set it.'
}

const partOf = (place: Described | undefined, segment: string): Described | undefined =>
  place?.items ??
  (place?.properties && Object.hasOwn(place.properties, segment) ? place.properties[segment] : undefined)

/** A quantity travels with its unit: without it the row says so. */
function missingRow(path: string[], name: string, value: unknown): ProblemRow {
  const field = fieldName([...path, name], value)
  const parent = path.reduce<unknown>((at, segment) => (at as Record<string, unknown>)[segment], value)
  const isUnit = name === 'unit' && ['quantity', 'counted_quantity'].some(each => Object.hasOwn(parent as object, each))
  return isUnit
    ? { field, code: 'unit_required', message: 'Send the quantity with its unit.' }
    : rowBecause({ field, code: 'required' }, 'missing')
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(segment => segment.replace(/~1/g, '/').replace(/~0/g, '~'))

/** `lines[3].unit.unit_code`: an index in brackets only where the value really is an array. */
function fieldName(path: string[], root: unknown): string {
  let name = ''
  let value = root
  for (const segment of path) {
    name += Array.isArray(value) ? `[${segment}]` : name === '' ? segment : `.${segment}`
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[segment] : undefined
  }
  return name
}

/** `at least 0, of at most 6 decimal places`. */
export function limitsInWords({ least, above, most, places }: DecimalLimits): string {
  const limits = [
    ...(above === undefined ? [] : [`greater than ${above}`]),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(places === undefined ? [] : [`of at most ${places} decimal places`]),
  ]
  return limits.join(', ')
}

/** The commonest faults have a reason of their own, so that they can be told in another language. */
function knownRow(field: string, { keyword, params, schema, parentSchema, data }: ErrorObject): ProblemRow | undefined {
  switch (keyword) {
    case 'minLength':
      return rowBecause({ field }, 'min_length', { limit: String(params.limit) })
    case 'maxLength':
      return rowBecause({ field }, 'max_length', { limit: String(params.limit) })
    case 'minItems':
      return params.limit === 1 ? rowBecause({ field }, 'missing') : undefined
    case 'minimum':
      return limitsRow(field, { least: String(params.limit) })
    case 'maximum':
      return limitsRow(field, { most: String(params.limit) })
    case decimalLimits:
      return limitsRow(field, schema as DecimalLimits)
    case 'type':
    case 'pattern':
    case 'format':
      if (isTooExact(data, parentSchema as TSchema)) return limitsRow(field, exactLimits(parentSchema as TSchema))
      return shapeRow(field, parentSchema as TSchema, keyword === 'format' ? params.format : undefined)
    default:
      return undefined
  }
}

function limitsRow(field: string, limits: DecimalLimits): ProblemRow {
  const message = `Must be ${limitsInWords(limits)}.`
  const params = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, String(limit)]))
  return { ...rowBecause({ field }, 'out_of_limits'), message, params }
}

/** A decimal by its shape, of more places than any may have. */
const isTooExact = (data: unknown, { pattern }: TSchema & { pattern?: string }): boolean =>
  pattern === decimalPattern && typeof data === 'string' && tooExact.test(data)

const tooExact = new RegExp(`^-?\\d{1,18}\\.\\d{${mostPlaces + 1},}$`)

const exactLimits = (schema: TSchema & { [decimalLimits]?: DecimalLimits }): DecimalLimits => ({
  places: mostPlaces,
  ...schema[decimalLimits],
})

/** A number, a day or an address that is none; the text has an example. */
function shapeRow(field: string, schema: TSchema, failed: string | undefined): ProblemRow | undefined {
  const { pattern, format } = schema as { pattern?: string; format?: string }
  const reason =
    pattern === decimalPattern ? 'not_a_decimal' : format === undefined ? undefined : reasonOfFormat.get(format)
  if (reason === undefined) return undefined
  const expected = failed === undefined ? shapeInWords(schema) : formatInWords(failed)
  return { ...rowBecause({ field }, reason), message: `Must be ${expected}.` }
}

const reasonOfFormat = new Map([
  ['date', 'not_a_day'],
  ['email', 'not_an_email'],
] as const) as ReadonlyMap<string, 'not_a_day' | 'not_an_email'>

function messageOf({ keyword, params, message, parentSchema, data }: ErrorObject): string {
  switch (keyword) {
    case 'type':
    case 'anyOf':
      return `Must be ${shapeInWords(parentSchema as TSchema)}.`
    case 'enum':
      return oneOfThese(params.allowedValues, data)
    case 'format':
      return `Must be ${formatInWords(params.format)}.`
    case 'pattern':
      return `Must match ${params.pattern}.`
    default:
      return `${(message ?? 'is not allowed').replace(/^m/, 'M')}.`
  }
}

function oneOfThese(allowed: readonly unknown[], sent: unknown): string {
  const values = allowed.filter(value => typeof value === 'string')
  return `Must be one of: ${values.join(', ')}.${typeof sent === 'string' ? didYouMean(sent, values) : ''}`
}
