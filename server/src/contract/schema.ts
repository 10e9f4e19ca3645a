/** The words our wire shapes are written in. A shape is plain JSON Schema 2020-12, so OpenAPI cannot disagree. */
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

export type { Static, TObject, TProperties, TSchema }

/** The version of the contract: sent with every answer and every event. */
export const apiVersion = '2026-09-17'

/**
 * Carries the static type of a schema, so that a function can ask for it directly. Asking for `Static<S>` of a generic
 * schema instead costs the compiler about 150 000 types at every call.
 */
export interface Typed<T> {
  readonly '~static'?: T
}

/** Any object schema, whatever its properties. TypeBox's own `TObject` compares them one by one, and refuses some. */
export interface AnyShape extends TSchema {
  properties: TProperties
  required?: readonly string[] | undefined
}

/** A strict object: a key it does not name is refused on the way in and never shown on the way out. */
export const Shape = <P extends TProperties>(
  properties: P,
  options: { title?: string; description?: string; examples?: readonly unknown[] } = {},
): TObject<P> & Typed<Static<TObject<P>>> => Type.Object(properties, { additionalProperties: false, ...options })

/** The same shape with nothing required, for a PATCH: what is absent stays as it is, so there are no defaults. */
export const Patch = <P extends TProperties>(shape: TObject<P>) => {
  const properties = Object.fromEntries(
    Object.entries(shape.properties).map(
      ([name, { default: _, ...field }]: [string, TSchema & { default?: unknown }]) => [name, field],
    ),
  )
  const patch = Type.Partial(Shape(properties as P), { additionalProperties: false })
  return patch as typeof patch & Typed<Static<typeof patch>>
}

type Nullable<S extends TSchema> = Static<S> | null

/** `type: [T, null]` instead of a union: one bad field gives one row, not three. */
export const Nullable = <S extends TSchema>(schema: S) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Nullable<S>>({ ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

export const Text = (minimum: number, maximum: number) => Type.String({ minLength: minimum, maxLength: maximum })
export const Uuid = Type.String({ format: 'uuid' })

/** The same schema with words of its own. */
export const described = <T>(schema: object, description: string) => Type.Unsafe<T>({ ...schema, description })

/** Lines of one document. */
export const maxLines = 500
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const InstantText = Type.String({ format: 'date-time' })

/** Of any decimal. */
export const mostPlaces = 8
export const decimalPattern = `^-?\\d{1,18}(\\.\\d{1,${mostPlaces}})?$`

/** An exact decimal as text; a JSON number is refused. */
export const Decimal = Type.String({ pattern: decimalPattern })

/** Of an answer: a product, with as many places as it has. */
export const exactPattern = '^-?\\d+(\\.\\d+)?$'
export const ExactDecimal = Type.String({ pattern: exactPattern })

export interface DecimalLimits {
  /** The most decimal places, counted by value: `1.500` has one. */
  places?: number
  least?: string
  /** Greater than this. */
  above?: string
  most?: string
}

/** The keyword a decimal's limits travel under; the validator knows it, other readers of JSON Schema pass over it. */
export const decimalLimits = 'x-decimal'

/** A decimal with limits: how large, how many places. */
export const DecimalWithin = (limits: DecimalLimits, description?: string) =>
  Type.Unsafe<string>({ ...Decimal, [decimalLimits]: limits, ...(description && { description }) })

/** Unit prices have up to six places, percentages four, VAT rates two. */
export const UnitPrice = DecimalWithin({ least: '0', places: 6 })
export const Money = DecimalWithin({ least: '0', places: 2 })
export const Percentage = DecimalWithin({ least: '0', most: '100', places: 4 })
export const VatRate = DecimalWithin({ least: '0', most: '100', places: 2 })
export const PositiveQuantity = DecimalWithin({ above: '0' })

export const DateText = Type.String({ format: 'date' })

/** A keyword of ours: exactly one of the named members must be there. */
export const exactlyOneOf = 'x-exactly-one-of'

/** The unit of a quantity that is written: by id or by code. */
export const UnitInput = Type.Unsafe<{ unit_id?: string; unit_code?: string }>({
  ...Shape(
    {
      unit_id: Type.Optional(Uuid),
      unit_code: Type.Optional(Type.String({ minLength: 1, maxLength: 10, description: 'Built in, or your own.' })),
    },
    { title: 'UnitInput', description: 'A unit from GET /units: exactly one of unit_id and unit_code.' },
  ),
  [exactlyOneOf]: ['unit_id', 'unit_code'],
  examples: [{ unit_code: 'kg' }],
})
export type UnitInput = Static<typeof UnitInput>

/** The embedded unit of the contract; `decimals` null means 3. */
export const UnitRef = Shape({
  id: Uuid,
  code: Type.String(),
  symbol: Type.String(),
  dimension: Type.Unsafe<'weight' | 'volume' | 'count'>({ type: 'string', enum: ['weight', 'volume', 'count'] }),
  decimals: Nullable(Type.Integer()),
})
export type UnitRef = Static<typeof UnitRef>

/** Named values, written so that an `enum` carries its JSON type too. */
export const OneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

/** Of a query: one of them or several, repeated or comma-separated; any of them matches. */
export const SomeOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number][]>({ type: 'array', items: OneOf(values), minItems: 1, maxItems: values.length })

/** Names that domains declare: the same array, so that it is whole once all of them are loaded. */
export const OneOfDeclared = (names: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: names })

export const ExternalRef = Shape(
  {
    system: Type.String({ pattern: '^[a-z0-9_-]{2,32}$', description: 'The system that gave the identifier.' }),
    id: Type.String({ minLength: 1, maxLength: 128, description: 'The identifier itself; case and spaces matter.' }),
  },
  {
    description: "The caller's own identifier for the record, also written `<system>:<id>`.",
    examples: [{ system: 'eshop', id: '1001' }],
  },
)
export type ExternalRef = Static<typeof ExternalRef>

/** The reference a row carries, as the wire shows it. */
export const referenceOf = (row: { external_system: string | null; external_id: string | null }): ExternalRef | null =>
  row.external_system === null ? null : { system: row.external_system, id: row.external_id! }

/** One value in a query, `<system>:<id>`; it splits at the first colon. */
export const ExternalRefText = Type.String({
  pattern: '^[a-z0-9_-]{2,32}:[\\s\\S]{1,128}$',
  description: "The caller's external reference, as `<system>:<id>`.",
})

export const OnConflict = Type.Optional(
  Type.Unsafe<'return'>({
    type: 'string',
    enum: ['return'],
    description: '`return` answers 200 with the existing record that has this external_ref.',
  }),
)

export interface ListBody<T> {
  data: T[]
  next_cursor: string | null
  has_more: boolean
}

export const ListOf = <T>(record: TSchema & Typed<T>): AnyShape & Typed<ListBody<T>> =>
  Shape({
    data: Type.Array(record as TSchema),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
  }) as AnyShape

/** JSON that is passed on as it is. */
export type JsonText = string

/** Answered as text of this shape instead of a value: what was stored as JSON is not read only to be written again. */
export const TextOf = (shape: AnyShape): AnyShape & Typed<JsonText> => shape

/** A list of records that are JSON already. */
export const listText = (records: JsonText[], rest: Omit<ListBody<never>, 'data'>): JsonText =>
  `{"data":[${records.join(',')}],${JSON.stringify(rest).slice(1)}`

export const DataOf = <T>(record: TSchema & Typed<T>): AnyShape & Typed<{ data: T[] }> =>
  Shape({ data: Type.Array(record as TSchema) }) as AnyShape
