/** The daily record of a month. */
import type { Queryable } from '../../../db/pool.ts'
import type { Account } from '../../../kernel/account.ts'
import { type Decimal, decimal, zero } from '../../../lib/decimal.ts'
import type { Month } from '../months.ts'
import { listOpening } from '../reports/calculation.ts'
import { closingOf, figuresOf } from '../reports/rules.ts'
import type { ExciseDay } from './schema.ts'
import { listMovedByDay } from './store.ts'

/** Each day with a movement, row by row: it opens with what the one before left. */
export async function listDays(
  db: Queryable,
  { id: bookId, isLive }: Account['book'],
  month: Month,
): Promise<ExciseDay[]> {
  const opening = await listOpening(db, bookId, month)
  const held = new Map<number, Decimal>(opening.map(({ plato, hl }) => [plato, decimal(hl)]))
  const moved = await listMovedByDay(db, bookId, month)
  return moved.map(({ date, plato, ...figures }) => {
    const before = held.get(plato) ?? zero
    held.set(plato, closingOf(before, figures))
    return { object: 'excise_day', date, plato: String(plato), ...figuresOf(before, figures), livemode: isLive }
  })
}
