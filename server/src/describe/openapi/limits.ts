/**
 * The limits of what stands in the document. What a caller sends has its own; here is what answers keep to, which
 * follows from what was taken: a partner's name has at most as many characters as a body may send. Tests hold every
 * answer against them.
 */
import { decimalPattern, exactPattern, type TSchema } from '../../contract/schema.ts'
import type { Part } from './document.ts'
import { isPaged, type JsonSchema, readable, typesOf } from './json-schema.ts'

/** Of texts with a format or a pattern: the longest that fits. */
const ofFormats: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 35, email: 254, uri: 4000 }

const ofPatterns: Readonly<Record<string, number>> = {
  [decimalPattern]: 28,
  [exactPattern]: 60,
  '^[a-z0-9_-]{2,32}$': 32,
  '^[a-z0-9_-]{2,32}:[\\s\\S]{1,128}$': 161,
  '^[1-9]\\d{0,8}$': 9,
  '^(?!0000)\\d{4}-(0[1-9]|1[0-2])$': 7,
  '^\\d{1,3}$': 3,
  '^[A-Z]{3}$': 3,
  '^\\d{0,10}$': 10,
}

/** Texts of answers by the member that holds them; `[]` after it: its items. */
const ofTexts: Readonly<Record<string, number>> = {
  allowed_actions: 64,
  api_version: 10,
  barcode: 80,
  brand: 120,
  canonical_unit: 20,
  cashier: 120,
  city: 120,
  code: 64,
  country: 120,
  country_code: 2,
  currency: 3,
  current_etag: 32,
  customer_order_ref: 200,
  device: 80,
  dic: 20,
  ean: 40,
  email: 254,
  existingName: 200,
  field: 1000,
  file_name: 255,
  ico: 20,
  instance: 36,
  key: 64,
  kind: 40,
  lot_number: 120,
  material_type: 40,
  method: 10,
  mime_type: 120,
  mobile: 40,
  movement_purpose: 64,
  name: 200,
  name_cs: 100,
  name_en: 100,
  object: 64,
  outcome: 64,
  packaging_type: 40,
  path: 16_384,
  phase: 64,
  phone: 40,
  position: 120,
  sha256: 64,
  shop_name: 200,
  slug: 100,
  status: 64,
  street: 200,
  svg: 200_000,
  symbol: 20,
  type: 100,
  unit: 20,
  url: 4000,
  use: 40,
  vertical: 64,
  web: 200,
  zip: 20,
}
const longestText = 10_000

/** A page of a list. What is answered whole is bounded by what one book may hold of it. */
const longestPage = 200
const longestArray = 100_000

/** Sequences, sizes and times are 64 bits wide as far as JSON numbers are exact; other counts are 32 bits wide. */
const wideNumbers = /sequence|_size$|^resume$|_ms$|timestamp/
const widest = Number.MAX_SAFE_INTEGER
const narrowest = 2_147_483_647

/** The limits a part lacks. */
export function limitsOf(schema: TSchema, name: string): Part {
  const part = readable(schema)
  if (part.enum !== undefined || part.const !== undefined) return {}
  const types = typesOf(part)
  return {
    ...(types.includes('string') && part.maxLength === undefined && ofText(part, name)),
    ...(types.includes('array') && part.maxItems === undefined && { maxItems: longestArray }),
    ...(types.includes('integer') && ofInteger(part, name)),
    ...(isPaged(schema) && { properties: { ...part.properties, data: ofPage(part) } }),
  }
}

/** Bytes of a file have no length in characters. */
function ofText({ format = '', pattern = '' }: JsonSchema & { format?: string; pattern?: string }, name: string): Part {
  if (format === 'binary') return {}
  return { maxLength: ofFormats[format] ?? ofPatterns[pattern] ?? ofTexts[name] ?? longestText }
}

function ofInteger({ minimum = 0, maximum }: JsonSchema & { minimum?: number; maximum?: number }, name: string): Part {
  const most = maximum ?? (wideNumbers.test(name) ? widest : narrowest)
  return { minimum, maximum: most }
}

/** How wide an integer is, for generators of clients. */
export const widthOf = ({ type, maximum }: JsonSchema): Part =>
  typesOf({ type: type ?? [] }).includes('integer') && maximum !== undefined
    ? { format: Number(maximum) > narrowest ? 'int64' : 'int32' }
    : {}

const ofPage = ({ properties }: JsonSchema): TSchema => ({ ...properties!.data!, maxItems: longestPage })

/** The same shape with all its limits, for whoever holds an answer against it. */
export function withLimits(schema: TSchema, name = ''): TSchema {
  const part = { ...readable(schema), ...limitsOf(schema, name) } as JsonSchema
  const { properties, items, anyOf, additionalProperties } = part
  return {
    ...part,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, withLimits(each, key)])),
    }),
    ...(items && { items: withLimits(items, name) }),
    ...(anyOf && { anyOf: anyOf.map(each => withLimits(each, name)) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: withLimits(additionalProperties, name) }),
  } as TSchema
}
