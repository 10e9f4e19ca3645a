/** Reading a shape as the plain JSON Schema it is. */

import { decimalPattern, exactPattern, type TSchema } from '../../contract/schema.ts'
import { canonicalJson, type Json } from '../../lib/canonical-json.ts'

export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
  readonly additionalProperties?: boolean | TSchema
  readonly patternProperties?: Readonly<Record<string, TSchema>>
  readonly [keyword: string]: unknown
}

export const readable = (schema: TSchema): JsonSchema => schema as JsonSchema

export const typesOf = ({ type }: JsonSchema): readonly string[] => (type === undefined ? [] : [type].flat())

export const isDecimal = ({ pattern }: JsonSchema): boolean => pattern === decimalPattern || pattern === exactPattern

export const isNullable = (schema: TSchema): boolean => {
  const types = typesOf(readable(schema))
  return types.length > 1 && types.includes('null')
}

const withoutNull = ({ type, enum: values, ...others }: JsonSchema): JsonSchema => {
  const types = typesOf({ type: type ?? [] }).filter(each => each !== 'null')
  return {
    ...others,
    ...(type !== undefined && { type: types.length === 1 ? types[0]! : types }),
    ...(values && { enum: values.filter(value => value !== null) }),
  }
}

/** The same shape without the null that `Nullable` adds. */
export const notNull = (schema: TSchema): TSchema => (isNullable(schema) ? withoutNull(readable(schema)) : schema)

/** Equal for shapes that differ only in their words or in being nullable. */
export const identityOf = (schema: TSchema): string => {
  const { title: _title, description: _description, ...shape } = readable(notNull(schema))
  return canonicalJson(JSON.parse(JSON.stringify(shape)) as Json)
}

/** The shapes a shape is directly made of. */
export const partsOf = (schema: TSchema): TSchema[] => {
  const { properties, items, anyOf, additionalProperties, patternProperties } = readable(schema)
  return [
    ...Object.values(properties ?? {}),
    ...(items ? [items] : []),
    ...(anyOf ?? []),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...Object.values(patternProperties ?? {}),
  ]
}

/** The shape itself and all it is made of, outermost first. */
export const allWithin = (schema: TSchema): TSchema[] => [schema, ...partsOf(schema).flatMap(allWithin)]

/** The kind of a record: the literal its member `object` always has. */
export const recordTag = (schema: TSchema): string | undefined => {
  const tag = readable(schema).properties?.object
  const value = tag && readable(tag).const
  return typeof value === 'string' ? value : undefined
}

/** The rows' shape of an answer `{data: […]}`, paged or not. */
export const rowsOfList = (schema: TSchema): TSchema | undefined => {
  const data = readable(schema).properties?.data
  return data && readable(data).items
}

export const isPaged = (schema: TSchema): boolean => readable(schema).properties?.next_cursor !== undefined
