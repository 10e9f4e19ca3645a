/** SQL of what a posting reads under the book's lock. */
import type { Tx } from '../../../db/pool.ts'
import { empty, raw, type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { NamedRow } from '../levels/store.ts'

/** A select of ids of items, each once. */
export type Items = Sql

export const theseItems = (ids: string[]): Items => sql`select unnest(${ids}::uuid[]) as item_id`

/** Those a document moves: what else is read of them need not wait for its lines. */
export const itemsMovedBy = (bookId: string, documentId: string): Items => sql`
  select distinct item_id
    from stock_lines
   where book_id = ${bookId} and document_id = ${documentId} and coalesce(issued_quantity, quantity) > 0`

export interface LayerRow {
  id: string
  item_id: string
  lot_number: string | null
  received_on: Day
  remaining_quantity: string
  remaining_value: string
}

/** Enough for almost every issue; an item whose first layers do not suffice is read whole. */
const firstLayers = 40

/** Open layers of the items in the order of the queue (R2), none younger than the day (R5). */
export const listOpenLayers = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; items: Items; isWhole?: boolean },
): Promise<LayerRow[]> =>
  tx.many(sql`
    select l.id, l.item_id, l.lot_number, l.received_on, l.remaining_quantity::text, l.remaining_value::text
      from (${at.items}) wanted
     cross join lateral (
        select id, item_id, lot_number, received_on, posted_at, line_order, remaining_quantity, remaining_value
          from stock_lots
         where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id = wanted.item_id
           and is_open and received_on <= ${at.day}::date
         order by received_on, posted_at, line_order, id
         ${at.isWhole ? empty : sql`limit ${raw(String(firstLayers))}`}) l
     order by l.received_on, l.posted_at, l.line_order, l.id`)

export const isCutShort = (rows: number): boolean => rows >= firstLayers

/** Layers that lines name; open or not. */
export const listLayersById = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; ids: string[] },
): Promise<LayerRow[]> =>
  tx.many(sql`
    select id, item_id, lot_number, received_on, remaining_quantity::text, remaining_value::text
      from stock_lots
     where book_id = ${at.bookId} and id = any (${at.ids}::uuid[])
       and warehouse_id = ${at.warehouseId} and received_on <= ${at.day}::date`)

/** What lies of an item in a warehouse, with the names it is shown with. */
export interface LevelNow extends NamedRow {
  /** Null, and nothing there, while the warehouse never had any. */
  id: string | null
  quantity: string
  reserved_quantity: string
  value: string
  created_at: Instant | null
}

/**
 * In the order in which levels are told. Items and levels are looked up one by one: a kept plan that took the book for a
 * small one would compare all its items with all lines.
 */
export const listLevelsNow = (tx: Tx, at: { bookId: string; warehouseId: string; items: Items }): Promise<LevelNow[]> =>
  tx.many(sql`
    select l.id, i.*, u.*, ${at.warehouseId}::uuid as warehouse_id, l.created_at,
           (select name from warehouses where book_id = ${at.bookId} and id = ${at.warehouseId}) as warehouse_name,
           coalesce(trim_scale(l.quantity), 0)::text as quantity,
           coalesce(trim_scale(l.reserved_quantity), 0)::text as reserved_quantity, coalesce(l.value, 0)::text as value
      from (${at.items}) wanted
     cross join lateral (
        select id as item_id, code as item_code, name as item_name, unit_id
          from items
         where book_id = ${at.bookId} and id = wanted.item_id
         limit 1) i
     cross join lateral (
        select code as unit_code, symbol as unit_symbol, dimension as unit_dimension, decimals as unit_decimals
          from units
         where book_id = ${at.bookId} and id = i.unit_id
         limit 1) u
      left join lateral (
        select id, quantity, reserved_quantity, value, created_at
          from stock_levels
         where book_id = ${at.bookId} and item_id = wanted.item_id and warehouse_id = ${at.warehouseId}
         limit 1) l on true
     order by i.item_code, l.id`)

export interface AllocationRow {
  line_id: string
  lot_id: string
  item_id: string
  quantity: string
  value: string
  /** Of the layer, now. */
  remaining_quantity: string
  remaining_value: string
}

export const listAllocationsToReturn = (tx: Tx, bookId: string, documentId: string): Promise<AllocationRow[]> =>
  tx.many(sql`
    select a.line_id, a.lot_id, l.item_id, a.quantity::text, a.value::text, l.remaining_quantity::text,
           l.remaining_value::text
      from stock_allocations a
      join stock_lots l on l.book_id = a.book_id and l.id = a.lot_id
     where a.book_id = ${bookId} and a.document_id = ${documentId}`)

export interface LotOfDocument {
  id: string
  item_id: string
  received_quantity: string
  remaining_quantity: string
  received_value: string
}

export const listLotsOfDocument = (tx: Tx, bookId: string, documentId: string): Promise<LotOfDocument[]> =>
  tx.many(sql`
    select id, item_id, received_quantity::text, remaining_quantity::text, received_value::text
      from stock_lots
     where book_id = ${bookId} and document_id = ${documentId}`)

/** The price of the layer received last, used up or not, by this day if any; for what a count finds too much. */
export const listNewestPrices = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; itemIds: string[] },
): Promise<{ item_id: string; unit_price: string }[]> =>
  tx.many(sql`
    select wanted.item_id, l.unit_price::text
      from unnest(${at.itemIds}::uuid[]) as wanted (item_id)
     cross join lateral (
        select unit_price
          from stock_lots
         where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id = wanted.item_id
         order by received_on <= ${at.day}::date desc, received_on desc, posted_at desc, line_order desc, id desc
         limit 1) l`)
