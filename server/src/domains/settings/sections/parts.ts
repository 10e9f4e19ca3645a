/** What the sections share. */
import type { WriteContext } from '../../../kernel/context.ts'
import { isCurrency } from '../../../lib/currencies.ts'
import type { Instant } from '../../../lib/instants.ts'

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
