/** SQL of reservations. Orders write them; postings use them up. */

import { forMany } from '../../../db/alike.ts'
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { inBook, ofBook, rowsOfAll } from '../../../db/rows.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import { decimal } from '../../../lib/decimal.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type NamedRow, nameColumns, withCurrentNames } from '../levels/store.ts'
import type { Items } from '../posting/store.ts'
import type { Reservation } from './rules.ts'

interface QueueRow {
  id: string
  order_id: string
  item_id: string
  wanted_quantity: string
  issued_quantity: string
  reserved_quantity: string
}

const reservationOf = (row: QueueRow): Reservation => ({
  id: row.id,
  orderId: row.order_id,
  itemId: row.item_id,
  wanted: decimal(row.wanted_quantity),
  issued: decimal(row.issued_quantity),
  reserved: decimal(row.reserved_quantity),
})

/**
 * Those on the items of a warehouse that still matter, and the named ones, in the order of R8. The former have an index of
 * their own, which a condition joined by `or` would not use: a book has served most of its reservations long ago.
 */
export async function listQueue(
  tx: Tx,
  at: { bookId: string; warehouseId: string; items: Items; orderId?: string | null; lineId?: string },
): Promise<Reservation[]> {
  const rows = await tx.many<QueueRow>(sql`
    select id, order_id, item_id, wanted_quantity::text, issued_quantity::text, reserved_quantity::text
      from (${join([ofQueue(at, sql`wanted_quantity > issued_quantity`), ...served(at)], ' union all ')}) r
     order by delivery_date nulls last, queued_at, id`)
  return rows.map(reservationOf)
}

type Queue = Parameters<typeof listQueue>[1]

const ofQueue = (at: Queue, condition: Sql): Sql => sql`
      select id, order_id, item_id, wanted_quantity, issued_quantity, reserved_quantity, delivery_date, queued_at
        from stock_reservations
       where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id in (${at.items})
         and ${condition}`

/** The named ones that want nothing more. */
const served = (at: Queue): Sql[] =>
  [...(at.orderId ? [sql`order_id = ${at.orderId}`] : []), ...(at.lineId ? [sql`id = ${at.lineId}`] : [])].map(
    isNamed => ofQueue(at, sql`${isNamed} and wanted_quantity <= issued_quantity`),
  )

/** What lies in layers dated after the day, by item. */
export const listDatedAfter = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; itemIds: string[]; day: Day },
): Promise<{ item_id: string; quantity: string }[]> =>
  tx.many(sql`
    select item_id, sum(remaining_quantity)::text as quantity
      from stock_lots
     where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id = any (${at.itemIds}::uuid[])
       and is_open and received_on > ${at.day}::date
     group by item_id`)

export const listOfOrder = (
  tx: Tx,
  bookId: string,
  orderId: string,
): Promise<{ id: string; item_id: string; warehouse_id: string }[]> =>
  tx.many(sql`
    select id, item_id, warehouse_id
      from stock_reservations
     where book_id = ${bookId} and order_id = ${orderId}`)

export interface NewReservation {
  /** The order line's. */
  id: string
  orderId: string
  itemId: string
  warehouseId: string
  wanted: string
  deliveryDate: Day | null
  /** When its order was confirmed; now unless given. */
  queuedAt?: Instant | undefined
}

/** Its place in the queue among orders of the same day. */
export const findPlace = async (tx: Tx, bookId: string, orderId: string): Promise<Instant | undefined> => {
  const row = await tx.maybe<{ queued_at: Instant | null }>(sql`
    select min(queued_at) as queued_at from stock_reservations where book_id = ${bookId} and order_id = ${orderId}`)
  return row?.queued_at ?? undefined
}

export function insertReservations(
  tx: Tx,
  at: { bookId: string; now: Instant },
  rows: readonly NewReservation[],
): void {
  const sent = rows.map(row => ({
    id: row.id,
    order_id: row.orderId,
    item_id: row.itemId,
    warehouse_id: row.warehouseId,
    wanted_quantity: row.wanted,
    delivery_date: row.deliveryDate,
    queued_at: row.queuedAt ?? at.now,
  }))
  tx.send(forMany(insertAll, { own: inBook(at), rows: sent }))
}

const inserted = {
  id: 'uuid',
  order_id: 'uuid',
  item_id: 'uuid',
  warehouse_id: 'uuid',
  wanted_quantity: 'numeric',
  delivery_date: 'date',
  queued_at: 'timestamptz',
}

interface Written<Row> {
  own: ReturnType<typeof inBook>
  rows: Row[]
}

const insertAll = (all: readonly Written<Record<keyof typeof inserted, string | null>>[]): Sql => sql`
    insert into stock_reservations (book_id, id, order_id, item_id, warehouse_id, wanted_quantity, issued_quantity,
                                    reserved_quantity, delivery_date, queued_at, created_at, updated_at)
    select s.book_id, s.id, s.order_id, s.item_id, s.warehouse_id, s.wanted_quantity, 0, 0, s.delivery_date,
           s.queued_at, s.now, s.now
      from ${rowsOfAll(all, ofBook, inserted)}`

export const deleteReservations = (tx: Tx, bookId: string, ids: string[]): void =>
  tx.send(sql`
    delete from stock_reservations
     where book_id = ${bookId} and id = any (${ids}::uuid[])`)

/** The order wants no more than was issued to it. A line of which nothing was issued holds nothing any more. */
export const closeReservations = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  orderId: string,
): Promise<{ item_id: string; warehouse_id: string }[]> =>
  tx.many(sql`
    with gone as (
      delete from stock_reservations
       where book_id = ${at.bookId} and order_id = ${orderId} and issued_quantity = 0
      returning item_id, warehouse_id),
    closed as (
      update stock_reservations
         set wanted_quantity = issued_quantity, reserved_quantity = 0, updated_at = ${at.now}
       where book_id = ${at.bookId} and order_id = ${orderId} and issued_quantity > 0
         and wanted_quantity > issued_quantity
      returning item_id, warehouse_id)
    select item_id, warehouse_id from gone
    union all
    select item_id, warehouse_id from closed`)

/** What the line wants from now on; what it holds is settled by the caller. */
export const updateWanted = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  row: { id: string; wanted: string; reserved: string },
): Promise<number> =>
  tx.run(sql`
    update stock_reservations
       set wanted_quantity = ${row.wanted}::numeric,
           reserved_quantity = ${row.reserved}::numeric,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and id = ${row.id}`)

/** Another day of delivery is another place in the queue. */
export const updateDelivery = (
  tx: Tx,
  at: { bookId: string; now: Instant },
  { orderId, day }: { orderId: string; day: Day | null },
): Promise<number> =>
  tx.run(sql`
    update stock_reservations
       set delivery_date = ${day}::date,
           updated_at = ${at.now}
     where book_id = ${at.bookId} and order_id = ${orderId}`)

export interface ReservationRow extends Listed, NamedRow {
  order_id: string
  wanted_quantity: string
  issued_quantity: string
  reserved_quantity: string
  delivery_date: Day | null
}

const columns = sql`r.id, r.order_id, ${nameColumns}, trim_scale(r.wanted_quantity)::text as wanted_quantity,
  trim_scale(r.issued_quantity)::text as issued_quantity, trim_scale(r.reserved_quantity)::text as reserved_quantity,
  r.delivery_date, r.created_at, r.updated_at`

export const listReservations = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<ReservationRow>> =>
  selectPage(db, { ...of, columns, from: sql`stock_reservations r ${withCurrentNames}` }, page)

const held = { id: 'uuid', reserved_quantity: 'numeric' }

type Held = Record<keyof typeof held, string>

interface GivenOut {
  reservations: Held[]
  levels: Held[]
}

/** What was given out, and the levels it changed, in one statement. */
export function saveReservations(tx: Tx, at: { bookId: string; now: Instant }, rows: GivenOut): void {
  if (rows.reservations.length + rows.levels.length > 0) tx.send(forMany(saveAll, { own: inBook(at), ...rows }))
}

const saveAll = (all: readonly (GivenOut & { own: ReturnType<typeof inBook> })[]): Sql => sql`
    with reservations as (
      update stock_reservations t
         set reserved_quantity = s.reserved_quantity, updated_at = s.now
        from ${rowsOfAll(
          all.map(({ own, reservations: rows }) => ({ own, rows })),
          ofBook,
          held,
        )}
       where t.book_id = s.book_id and t.id = s.id)
    update stock_levels t
       set reserved_quantity = s.reserved_quantity, updated_at = s.now
      from ${rowsOfAll(
        all.map(({ own, levels: rows }) => ({ own, rows })),
        ofBook,
        held,
      )}
     where t.book_id = s.book_id and t.id = s.id`
