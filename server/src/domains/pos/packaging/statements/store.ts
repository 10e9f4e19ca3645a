/** SQL of what packaging moved in some days: by deposit, of one partner or of all. */
import type { Queryable } from '../../../../db/pool.ts'
import { type Sql, sql } from '../../../../db/sql.ts'
import type { Day } from '../../../../lib/days.ts'

export interface Period {
  from: Day
  to: Day
}

/** Pieces of one deposit; `returned` is above zero when they came back. */
export interface MovedSums {
  deposit_id: string
  deposit_code: string
  deposit_name: string
  deposit_amount: string
  currency: string
  item_id: string
  item_code: string | null
  item_name: string
  opening: string
  dispatched: string
  returned: string
  adjusted: string
}

/** A reversal counts where what it undoes counts, on a day of its own. */
const within = (kinds: Sql, { from, to }: Period): Sql =>
  sql`coalesce(sum(m.pieces) filter (where m.date between ${from} and ${to} and coalesce(o.kind, m.kind) in (${kinds})), 0)`

/** By code; `condition` is on the movements `m` and the deposits `d`. */
export const listSums = (
  db: Queryable,
  bookId: string,
  { period, condition }: { period: Period; condition: Sql },
): Promise<MovedSums[]> =>
  db.many(sql`
    select d.id as deposit_id, d.code as deposit_code, d.name as deposit_name, d.amount::text as deposit_amount,
           d.currency,
           i.id as item_id, i.code as item_code, i.name as item_name,
           trim_scale(coalesce(sum(m.pieces) filter (where m.date < ${period.from}), 0))::text as opening,
           trim_scale(${within(sql`'dispatch', 'sale'`, period)})::text as dispatched,
           trim_scale(-${within(sql`'return', 'refund'`, period)})::text as returned,
           trim_scale(${within(sql`'adjustment'`, period)})::text as adjusted
      from packaging_movements m
      join deposits d on d.book_id = m.book_id and d.id = m.deposit_id
      join items i on i.book_id = m.book_id and i.id = m.item_id
      left join packaging_movements o on o.book_id = m.book_id and o.id = m.reverses_id
     where m.book_id = ${bookId} and m.date <= ${period.to} and ${condition}
     group by d.id, d.code, d.name, d.amount, d.currency, i.id, i.code, i.name
     order by d.code`)
