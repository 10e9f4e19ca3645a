/** SQL of what lines of sales draw from kegs. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { rowsOf } from '../../../db/rows.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { KegStatus } from './schema.ts'

export interface DrawableKeg {
  id: string
  base_item_id: string
  lot_id: string
  quantity: string
  unit_decimals: number | null
  overdrawn_quantity: string
  remaining_quantity: string
  /** Of the desk it is tapped at. */
  tap_tolerance_pct: string
}

/** Tapped at the desk, their layers not younger than the day (R5), oldest first. */
export const listDrawable = (
  db: Queryable,
  bookId: string,
  of: { deskId: string; baseItemIds: string[]; day: Day },
): Promise<DrawableKeg[]> =>
  db.many(sql`
    select k.id, k.base_item_id, k.lot_id, k.quantity::text, k.unit_decimals, k.overdrawn_quantity::text,
           k.remaining_quantity::text, d.tap_tolerance_pct::text
      from keg_taps k
      join cash_desks d on d.book_id = k.book_id and d.id = k.cash_desk_id
      join stock_lots l on l.book_id = k.book_id and l.id = k.lot_id
     where k.book_id = ${bookId} and k.status = 'tapped' and k.cash_desk_id = ${of.deskId}
       and k.base_item_id = any (${of.baseItemIds}::uuid[]) and l.received_on <= ${of.day}::date
     order by k.tapped_at, k.id`)

/** Which of the kegs are tapped at the desk, with their beer. */
export const listTappedAt = (
  db: Queryable,
  bookId: string,
  of: { deskId: string; ids: string[] },
): Promise<{ id: string; base_item_id: string }[]> =>
  db.many(sql`
    select id, base_item_id
      from keg_taps
     where book_id = ${bookId} and status = 'tapped' and cash_desk_id = ${of.deskId} and id = any (${of.ids}::uuid[])`)

interface At {
  bookId: string
  now: Instant
}

export interface DrawRow {
  line_id: string
  keg_tap_id: string
  sort_order: number
  quantity: string
  overdrawn_quantity: string
}

/** The kegs of draws `s`, by what is left of their layers. */
const changeKegs = ({ bookId, now }: At, draws: Sql, sign: '+' | '-'): Sql => sql`
  update keg_taps k
     set sold_quantity = k.sold_quantity ${sign === '+' ? sql`+` : sql`-`} d.quantity,
         overdrawn_quantity = k.overdrawn_quantity ${sign === '+' ? sql`+` : sql`-`} d.overdrawn_quantity,
         remaining_quantity = l.remaining_quantity,
         remaining_cost = l.remaining_value,
         version = k.version + 1,
         updated_at = ${now}
    from (select keg_tap_id, sum(quantity) as quantity, sum(overdrawn_quantity) as overdrawn_quantity
            from ${draws}
           group by keg_tap_id) d,
         stock_lots l
   where k.book_id = ${bookId} and k.id = d.keg_tap_id and l.book_id = k.book_id and l.id = k.lot_id`

export function saveDraws(tx: Tx, at: At, rows: DrawRow[]): void {
  tx.send(sql`
    with drawn as (
      insert into pos_sale_draws (book_id, line_id, keg_tap_id, sort_order, quantity, overdrawn_quantity)
      select ${at.bookId}, s.line_id, s.keg_tap_id, s.sort_order, s.quantity, s.overdrawn_quantity
        from ${rowsOf(rows, {
          line_id: 'uuid',
          keg_tap_id: 'uuid',
          sort_order: 'integer',
          quantity: 'numeric',
          overdrawn_quantity: 'numeric',
        })}
      returning keg_tap_id, quantity, overdrawn_quantity)
    ${changeKegs(at, sql`drawn`, '+')}`)
}

export function deleteDraws(tx: Tx, at: At, lineIds: string[]): void {
  tx.send(sql`
    with gone as (
      delete from pos_sale_draws
       where book_id = ${at.bookId} and line_id = any (${lineIds}::uuid[])
      returning keg_tap_id, quantity, overdrawn_quantity)
    ${changeKegs(at, sql`gone`, '-')}`)
}

/** Kegs the lines were drawn from that are not tapped any more. */
export const listKegsOff = (
  db: Queryable,
  bookId: string,
  lineIds: string[],
): Promise<{ id: string; status: KegStatus }[]> =>
  db.many(sql`
    select id, status
      from keg_taps
     where book_id = ${bookId} and status <> 'tapped'
       and id in (select keg_tap_id
                    from pos_sale_draws
                   where book_id = ${bookId} and line_id = any (${lineIds}::uuid[]))
     order by tapped_at, id`)
