/** The bodies endpoints take, made from their schemas. */

import type { TSchema } from '../../src/contract/schema.ts'
import { serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

export interface Described {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  maxLength?: number
  maxItems?: number
  properties?: Record<string, Described>
  items?: Described
}

export const withBody = () =>
  serviceEndpoints(atOneAddress('https://api.cellarbook.test')).flatMap(endpoint =>
    endpoint.body ? [{ ...endpoint, body: endpoint.body as TSchema as Described }] : [],
  )

/** Every text of a shape, by its path. */
export function textsOf(schema: Described, path = ''): { path: string; text: Described }[] {
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, part]) => textsOf(part, `${path}.${name}`))
  }
  if (schema.items) return textsOf(schema.items, `${path}[]`)
  return [schema.type].flat().includes('string') ? [{ path, text: schema }] : []
}

/** The most values a legal body has: every list full, every member there. */
export function maxValues(schema: Described): number {
  if (schema.properties) return Object.values(schema.properties).reduce((sum, part) => sum + maxValues(part), 1)
  if (!schema.items) return 1
  return 1 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * maxValues(schema.items)
}
