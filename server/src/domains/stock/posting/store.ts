/** SQL of a posting: what it reads under the book's lock, and everything it writes in one statement. */
import type { Tx } from '../../../db/pool.ts'
import { empty, type Sql, sql, unprepared } from '../../../db/sql.ts'
import { type Seal, sealInsert } from '../../../kernel/seal.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { type LevelRow, levelColumns, withNames } from '../levels/store.ts'

export interface LayerRow {
  id: string
  item_id: string
  received_on: Day
  remaining_quantity: string
  remaining_value: string
}

/** Enough for almost every issue; an item whose first layers do not suffice is read whole. */
const firstLayers = 40

/** Open layers of the items in the order of the queue (R2), none younger than the day (R5). */
export const listOpenLayers = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; itemIds: string[]; isWhole: boolean },
): Promise<LayerRow[]> =>
  tx.many(sql`
    select l.id, l.item_id, l.received_on, l.remaining_quantity::text, l.remaining_value::text
      from unnest(${at.itemIds}::uuid[]) as wanted (item_id)
     cross join lateral (
        select id, item_id, received_on, posted_at, line_order, remaining_quantity, remaining_value
          from stock_lots
         where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id = wanted.item_id
           and remaining_quantity > 0 and received_on <= ${at.day}::date
         order by received_on, posted_at, line_order, id
         limit ${at.isWhole ? null : firstLayers}::bigint) l
     order by l.received_on, l.posted_at, l.line_order, l.id`)

export const isCutShort = (rows: number): boolean => rows >= firstLayers

/** Layers that lines name; open or not. */
export const listLayersById = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; day: Day; ids: string[] },
): Promise<LayerRow[]> =>
  tx.many(sql`
    select id, item_id, received_on, remaining_quantity::text, remaining_value::text
      from stock_lots
     where book_id = ${at.bookId} and id = any (${at.ids}::uuid[])
       and warehouse_id = ${at.warehouseId} and received_on <= ${at.day}::date`)

export interface LevelNow {
  id: string
  item_id: string
  quantity: string
  reserved_quantity: string
  value: string
}

/** Kept, the plan for any book would read the whole warehouse: most books are small. */
export const listLevelsNow = (
  tx: Tx,
  at: { bookId: string; warehouseId: string; itemIds: string[] },
): Promise<LevelNow[]> =>
  tx.many(sql`
    select id, item_id, quantity::text, reserved_quantity::text, value::text
      from stock_levels
     where book_id = ${at.bookId} and warehouse_id = ${at.warehouseId} and item_id = any (${at.itemIds}::uuid[])
           ${unprepared}`)

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

export interface NewLot {
  id: string
  item_id: string
  line_order: number
  quantity: string
  value: string
  unit_price: string
  lot_number: string | null
  expiry_date: Day | null
}

/** The document as its posting leaves it, with its seal. */
export interface PostedDocument {
  row: { id: string; version: number; status: string; posted_at: Instant | null; total_cost: string }
  seal: Seal
}

/** Everything one posting writes. Numbers are text, so that PostgreSQL reads them exactly. */
export interface PostingRows {
  documentId: string
  /** Absent when the posting is taken back: then the document is the caller's. */
  document: PostedDocument | undefined
  warehouseId: string
  day: Day
  changedLots: { id: string; remaining_quantity: string; remaining_value: string }[]
  newLots: NewLot[]
  /** The layers of a receipt that is taken back. */
  goneLots: string[]
  allocations: { line_id: string; lot_id: string; quantity: string; value: string }[]
  /** The allocations of an issue that is taken back go. */
  isReturned: boolean
  lineValues: { id: string; value: string | null }[]
  /** What the day brought or took, one row for each item. */
  moves: { item_id: string; quantity: string; value: string }[]
  levels: LevelNow[]
  reservations: { id: string; issued_quantity: string; reserved_quantity: string }[]
}

interface At {
  bookId: string
  now: Instant
}

const documentParts = (at: At, { row, seal }: PostedDocument): Sql => sql`
    document as (
      update stock_documents
         set status = ${row.status}, posted_at = ${row.posted_at}, total_cost = ${row.total_cost}::numeric,
             version = ${row.version}, updated_at = ${at.now}
       where book_id = ${at.bookId} and id = ${row.id}),
    sealed as (${sealInsert(at, seal)}),`

const lotParts = (at: At, rows: PostingRows): Sql => sql`
    changed_lots as (
      update stock_lots t
         set remaining_quantity = s.remaining_quantity, remaining_value = s.remaining_value, updated_at = ${at.now}
        from json_to_recordset(${JSON.stringify(rows.changedLots)}::json)
          as s (id uuid, remaining_quantity numeric, remaining_value numeric)
       where t.book_id = ${at.bookId} and t.id = s.id),
    new_lots as (
      insert into stock_lots (book_id, id, document_id, item_id, warehouse_id, received_on, posted_at, line_order,
                              received_quantity, remaining_quantity, received_value, remaining_value, unit_price,
                              lot_number, expiry_date, created_at, updated_at)
      select ${at.bookId}, s.id, ${rows.documentId}, s.item_id, ${rows.warehouseId}, ${rows.day}, ${at.now},
             s.line_order, s.quantity, s.quantity, s.value, s.value, s.unit_price, s.lot_number, s.expiry_date,
             ${at.now}, ${at.now}
        from json_to_recordset(${JSON.stringify(rows.newLots)}::json)
          as s (id uuid, item_id uuid, line_order integer, quantity numeric, value numeric, unit_price numeric,
                lot_number text, expiry_date date)),
    gone_lots as (
      delete from stock_lots
       where book_id = ${at.bookId} and id = any (${rows.goneLots}::uuid[])),`

const lineParts = (at: At, rows: PostingRows): Sql => sql`
    allocations as (
      insert into stock_allocations (book_id, line_id, lot_id, document_id, quantity, value)
      select ${at.bookId}, s.line_id, s.lot_id, ${rows.documentId}, s.quantity, s.value
        from json_to_recordset(${JSON.stringify(rows.allocations)}::json)
          as s (line_id uuid, lot_id uuid, quantity numeric, value numeric)),
    gone_allocations as (
      delete from stock_allocations
       where book_id = ${at.bookId} and document_id = ${rows.documentId} and ${rows.isReturned}::boolean),
    lines as (
      update stock_lines t
         set value = s.value, updated_at = ${at.now}
        from json_to_recordset(${JSON.stringify(rows.lineValues)}::json) as s (id uuid, value numeric)
       where t.book_id = ${at.bookId} and t.id = s.id),`

const dayParts = (at: At, rows: PostingRows): Sql => sql`
    days as (
      insert into stock_days as t (book_id, warehouse_id, item_id, day, quantity, value)
      select ${at.bookId}, ${rows.warehouseId}, s.item_id, ${rows.day}, s.quantity, s.value
        from json_to_recordset(${JSON.stringify(rows.moves)}::json)
          as s (item_id uuid, quantity numeric, value numeric)
          on conflict (book_id, warehouse_id, item_id, day) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),
    months as (
      insert into stock_months as t (book_id, warehouse_id, item_id, month, quantity, value)
      select ${at.bookId}, ${rows.warehouseId}, s.item_id, date_trunc('month', ${rows.day}::date)::date, s.quantity,
             s.value
        from json_to_recordset(${JSON.stringify(rows.moves)}::json)
          as s (item_id uuid, quantity numeric, value numeric)
          on conflict (book_id, warehouse_id, item_id, month) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),`

/** `r` are the levels that changed. */
const levelParts = (at: At, rows: PostingRows): Sql => sql`
    reservations as (
      update stock_reservations t
         set issued_quantity = s.issued_quantity, reserved_quantity = s.reserved_quantity, updated_at = ${at.now}
        from json_to_recordset(${JSON.stringify(rows.reservations)}::json)
          as s (id uuid, issued_quantity numeric, reserved_quantity numeric)
       where t.book_id = ${at.bookId} and t.id = s.id),
    r as (
      insert into stock_levels as t (book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value,
                                     created_at, updated_at)
      select ${at.bookId}, s.id, s.item_id, ${rows.warehouseId}, s.quantity, s.reserved_quantity, s.value, ${at.now},
             ${at.now}
        from json_to_recordset(${JSON.stringify(rows.levels)}::json)
          as s (id uuid, item_id uuid, quantity numeric, reserved_quantity numeric, value numeric)
          on conflict (book_id, item_id, warehouse_id) do update
         set quantity = excluded.quantity, reserved_quantity = excluded.reserved_quantity, value = excluded.value,
             updated_at = excluded.updated_at
      returning t.*)`

/** One statement whatever the number of lines. Answers with the levels that changed, as they are shown. */
export const savePosting = (tx: Tx, at: At, rows: PostingRows): Promise<LevelRow[]> =>
  tx.many(sql`
    with ${rows.document ? documentParts(at, rows.document) : empty} ${lotParts(at, rows)} ${lineParts(at, rows)}
         ${dayParts(at, rows)} ${levelParts(at, rows)}
    select ${levelColumns}
      from r ${withNames}
     where i.book_id = ${at.bookId} and w.book_id = ${at.bookId} and w.id = ${rows.warehouseId}
     order by i.code, r.id`)
