/** Turns what the schema validator found into rows of a problem document. */
import type { ErrorObject } from 'ajv'
import { maximumRows, type ProblemRow } from './problems.ts'
import { type DecimalLimits, decimalLimits, decimalPattern, exactlyOneOf } from './schema.ts'

export const rowsOf = (errors: readonly ErrorObject[], value: unknown): ProblemRow[] =>
  oncePerField(eachRow(errors, value))

function* eachRow(errors: readonly ErrorObject[], value: unknown): Generator<ProblemRow, void, void> {
  for (const error of errors) yield rowOf(error, value)
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

function rowOf(error: ErrorObject, value: unknown): ProblemRow {
  const path = segmentsOf(error.instancePath)
  if (error.keyword === 'required') return missingRow(path, error.params.missingProperty, value)
  if (error.keyword === 'format' && error.params.format === 'uuid') {
    return { field: fieldName(path, value), code: 'invalid_reference', message: 'Must be the UUID of a record.' }
  }
  if (error.keyword === 'additionalProperties') {
    const field = fieldName([...path, error.params.additionalProperty], value)
    return { field, code: 'unknown_field', message: 'Unknown field.' }
  }
  if (error.keyword === exactlyOneOf) {
    const message = `Exactly one of ${(error.schema as string[]).join(', ')} must be sent.`
    return { field: fieldName(path, value), code: 'exactly_one_of', message }
  }
  return { field: fieldName(path, value), code: 'not_allowed', message: messageOf(error) }
}

/** A quantity travels with its unit: without it the row says so. */
function missingRow(path: string[], name: string, value: unknown): ProblemRow {
  const field = fieldName([...path, name], value)
  const parent = path.reduce<unknown>((at, segment) => (at as Record<string, unknown>)[segment], value)
  const isUnit = name === 'unit' && ['quantity', 'counted_quantity'].some(each => Object.hasOwn(parent as object, each))
  return isUnit
    ? { field, code: 'unit_required', message: 'Send the quantity with its unit.' }
    : { field, code: 'required', message: 'Required.' }
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

const formats: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  date: 'a date as YYYY-MM-DD',
  'date-time': 'an ISO 8601 instant with Z or an offset',
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

function messageOf({ keyword, params, message, schema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `Must be ${[params.type].flat().join(' or ')}.`
    case 'enum':
      return `Must be one of: ${params.allowedValues.filter((value: unknown) => value !== null).join(', ')}.`
    case 'format':
      return `Must be ${formats[params.format] ?? params.format}.`
    case 'minLength':
      return `Must have at least ${params.limit} characters.`
    case 'maxLength':
      return `Must have at most ${params.limit} characters.`
    case decimalLimits:
      return `Must be ${limitsInWords(schema as DecimalLimits)}.`
    case 'pattern':
      if (params.pattern === decimalPattern) return 'Must be a decimal string such as "12.5".'
      return `Must match ${params.pattern}.`
    default:
      return `${(message ?? 'is not allowed').replace(/^m/, 'M')}.`
  }
}
