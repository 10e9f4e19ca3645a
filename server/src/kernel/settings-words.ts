/** Words that the sections of the settings share: shapes of common members, refusals, where rows are written. */
import { Type } from 'typebox'
import { Nullable, Text, type TSchema } from '../contract/schema.ts'
import { isCurrency } from '../lib/currencies.ts'
import type { Instant } from '../lib/instants.ts'
import type { WriteContext } from './context.ts'

export const optional = <S extends TSchema>(schema: S) => Type.Optional(schema)
export const orNull = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema))

export const Code = Text(1, 20)
export const Name = Text(1, 200)
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217.' })
export const Flag = Type.Optional(Type.Boolean())

export const codeOf = ({ code }: { code: string }): string => code

export const rowByCode = <Row extends { code: string }>(rows: Map<string, Row>, code: string): Row | undefined =>
  [...rows.values()].find(row => row.code === code)

export const bookOf = (ctx: WriteContext): { bookId: string; now: Instant } => ({
  bookId: ctx.account.book.id,
  now: ctx.now,
})

export const unknownCurrency = (currency: string): string | undefined =>
  isCurrency(currency) ? undefined : `${currency} is no currency of ISO 4217.`

export const wrongValidity = ({ valid_from, valid_to }: { valid_from: string | null; valid_to: string | null }) =>
  valid_from !== null && valid_to !== null && valid_from > valid_to ? 'valid_to is before valid_from.' : undefined
