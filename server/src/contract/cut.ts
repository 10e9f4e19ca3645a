/**
 * Cuts what was sent down to what tells its faults, before the validator walks it: of a list one entry more than it may
 * have, of a text some characters more, of unknown members the first hundred. What is legal is never touched, and what
 * was cut is never legal: the work of judging a body is bounded by its schema, not by its sender.
 */
import { maximumRows } from './problems.ts'
import type { TSchema } from './schema.ts'

interface Described {
  maxLength?: number
  maxItems?: number
  properties?: Record<string, Described>
  items?: Described
}

/** Where a schema names no length, its pattern, format or values allow far fewer. */
const longestText = 4_000

/** Changes the value in place. */
export function cutToFaults(schema: TSchema, value: unknown): void {
  cut(schema as Described, value, { unknown: maximumRows })
}

/** Unknown members before known ones, as the validator tells them. */
function cut(schema: Described, value: unknown, left: { unknown: number }): void {
  if (Array.isArray(value)) {
    const { items, maxItems } = schema
    if (maxItems !== undefined && value.length > maxItems + 1) value.length = maxItems + 1
    if (items) for (const index of value.keys()) value[index] = shorten(items, value[index], left)
  } else if (typeof value === 'object' && value !== null && schema.properties) {
    const members = value as Record<string, unknown>
    const { properties } = schema
    for (const name of Object.keys(members)) {
      if (!Object.hasOwn(properties, name) && --left.unknown < 0) delete members[name]
    }
    for (const [name, part] of Object.entries(properties)) {
      if (Object.hasOwn(members, name)) members[name] = shorten(part, members[name], left)
    }
  }
}

/** A character is one or two units of a text, so this many units are too many characters. */
function shorten(schema: Described, value: unknown, left: { unknown: number }): unknown {
  if (typeof value === 'string') return value.slice(0, 2 * ((schema.maxLength ?? longestText) + 1))
  cut(schema, value, left)
  return value
}
