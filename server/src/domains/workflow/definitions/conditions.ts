/** When a definition applies: conditions on the record as lists show it. Pure. */
import { decimalPattern, type TSchema } from '../../../contract/schema.ts'
import { isDay } from '../../../lib/days.ts'
import { decimal, isDecimal } from '../../../lib/decimal.ts'
import { parseInstant } from '../../../lib/instants.ts'
import type { Condition } from './schema.ts'

/** What a field holds, as far as comparing goes. Days and instants have an order though they are text. */
type Kind = 'decimal' | 'number' | 'boolean' | 'day' | 'instant' | 'text'

interface FieldSchema {
  type?: string | string[]
  properties?: Record<string, FieldSchema>
  pattern?: string
  format?: string
  enum?: unknown[]
}

/** Undefined where the record has no such field. */
function schemaOfField(record: TSchema, path: string): FieldSchema | undefined {
  let schema: FieldSchema | undefined = record as FieldSchema
  for (const name of path.split('.')) {
    schema = schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  }
  return schema
}

export const kindOfField = (record: TSchema, path: string): Kind | undefined => kindOf(schemaOfField(record, path))

function kindOf({ type, pattern, format }: FieldSchema = {}): Kind | undefined {
  const [own] = [type ?? []].flat().filter(each => each !== 'null')
  if (own === 'integer' || own === 'number') return 'number'
  if (own === 'boolean') return 'boolean'
  if (own !== 'string') return undefined
  if (pattern === decimalPattern) return 'decimal'
  if (format === 'date') return 'day'
  return format === 'date-time' ? 'instant' : 'text'
}

/** Why the condition can never be asked of such a record, in words. */
export function wrongCondition(record: TSchema, { field, op, value }: Condition): string | undefined {
  const schema = schemaOfField(record, field)
  const kind = kindOf(schema)
  if (!kind) return `There is no field ${field}.`
  const isOrdered = op === 'gte' || op === 'lte'
  if (isOrdered && (kind === 'text' || kind === 'boolean')) return `${field} has no order: ${op} cannot be asked of it.`
  const values = op === 'in' ? value : [value]
  if (!Array.isArray(values) || values.length === 0) return `${op} takes a list of values for ${field}.`
  const isPossible = (each: unknown) => isOf(kind, each) && (schema?.enum?.includes(each) ?? true)
  const wrong = values.find(each => !(isPossible(each) || (each === null && !isOrdered)))
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no value of ${field}.`
}

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'decimal') return typeof value === 'string' && isDecimal(value)
  if (kind === 'number' || kind === 'boolean') return typeof value === kind
  if (typeof value !== 'string') return false
  if (kind === 'day') return isDay(value)
  return kind === 'text' || parseInstant(value) !== undefined
}

export const meets = (schema: TSchema, record: object, conditions: readonly Condition[]): boolean =>
  conditions.every(condition =>
    holds(condition, valueAt(record, condition.field), kindOfField(schema, condition.field)),
  )

const valueAt = (record: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], record) ?? null

function holds({ op, value }: Condition, found: unknown, kind: Kind | undefined): boolean {
  if (op === 'in') return (value as unknown[]).some(each => compare(found, each, kind) === 0)
  const order = compare(found, value, kind)
  if (op === 'eq') return order === 0
  if (op === 'ne') return order !== 0
  return order !== undefined && (op === 'gte' ? order >= 0 : order <= 0)
}

/** Below, equal or above zero; undefined where there is nothing to compare. */
function compare(one: unknown, other: unknown, kind: Kind | undefined): number | undefined {
  if (one === null || other === null) return one === other ? 0 : undefined
  if (kind === 'decimal') return decimal(one as string).cmp(decimal(other as string))
  if (kind === 'instant') return Date.parse(one as string) - Date.parse(other as string)
  if (one === other) return 0
  return (one as string) < (other as string) ? -1 : 1
}
