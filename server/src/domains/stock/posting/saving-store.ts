/** SQL of everything a posting writes, in one statement. */
import type { Tx } from '../../../db/pool.ts'
import { rowsOf } from '../../../db/rows.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import { type Seal, sealInsert } from '../../../kernel/seal.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { LevelRow } from '../levels/store.ts'

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

export interface MovedLevel extends Pick<LevelRow, 'id' | 'item_id' | 'quantity' | 'reserved_quantity' | 'value'> {
  moved_quantity: string
  moved_value: string
  /** The warehouse never had any. */
  is_new: boolean
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
  /** The levels as they become, with what came or went. */
  levels: MovedLevel[]
  reservations: { id: string; issued_quantity: string; reserved_quantity: string }[]
}

interface At {
  bookId: string
  now: Instant
}

const documentPart = (at: At, { row }: PostedDocument): Sql => sql`
    document as (
      update stock_documents
         set status = ${row.status}, posted_at = ${row.posted_at}, total_cost = ${row.total_cost}::numeric,
             version = ${row.version}, updated_at = ${at.now}
       where book_id = ${at.bookId} and id = ${row.id})`

const changedLots = (at: At, rows: PostingRows): Sql => sql`
    changed_lots as (
      update stock_lots t
         set remaining_quantity = s.remaining_quantity, remaining_value = s.remaining_value, updated_at = ${at.now}
        from ${rowsOf(rows.changedLots, { id: 'uuid', remaining_quantity: 'numeric', remaining_value: 'numeric' })}
       where t.book_id = ${at.bookId} and t.id = s.id)`

const newLots = (at: At, rows: PostingRows): Sql => sql`
    new_lots as (
      insert into stock_lots (book_id, id, document_id, item_id, warehouse_id, received_on, posted_at, line_order,
                              received_quantity, remaining_quantity, received_value, remaining_value, unit_price,
                              lot_number, expiry_date, created_at, updated_at)
      select ${at.bookId}, s.id, ${rows.documentId}, s.item_id, ${rows.warehouseId}, ${rows.day}, ${at.now},
             s.line_order, s.quantity, s.quantity, s.value, s.value, s.unit_price, s.lot_number, s.expiry_date,
             ${at.now}, ${at.now}
        from ${rowsOf(rows.newLots, {
          id: 'uuid',
          item_id: 'uuid',
          line_order: 'integer',
          quantity: 'numeric',
          value: 'numeric',
          unit_price: 'numeric',
          lot_number: 'text',
          expiry_date: 'date',
        })})`

const goneLots = (at: At, rows: PostingRows): Sql => sql`
    gone_lots as (
      delete from stock_lots
       where book_id = ${at.bookId} and id = any (${rows.goneLots}::uuid[]))`

const allocations = (at: At, rows: PostingRows): Sql => sql`
    allocations as (
      insert into stock_allocations (book_id, line_id, lot_id, document_id, quantity, value)
      select ${at.bookId}, s.line_id, s.lot_id, ${rows.documentId}, s.quantity, s.value
        from ${rowsOf(rows.allocations, { line_id: 'uuid', lot_id: 'uuid', quantity: 'numeric', value: 'numeric' })})`

const goneAllocations = (at: At, rows: PostingRows): Sql => sql`
    gone_allocations as (
      delete from stock_allocations
       where book_id = ${at.bookId} and document_id = ${rows.documentId})`

const lineValues = (at: At, rows: PostingRows): Sql => sql`
    lines as (
      update stock_lines t
         set value = s.value, updated_at = ${at.now}
        from ${rowsOf(rows.lineValues, { id: 'uuid', value: 'numeric' })}
       where t.book_id = ${at.bookId} and t.document_id = ${rows.documentId} and t.id = s.id)`

const reservationsPart = (at: At, rows: PostingRows): Sql => sql`
    reservations as (
      update stock_reservations t
         set issued_quantity = s.issued_quantity, reserved_quantity = s.reserved_quantity, updated_at = ${at.now}
        from ${rowsOf(rows.reservations, { id: 'uuid', issued_quantity: 'numeric', reserved_quantity: 'numeric' })}
       where t.book_id = ${at.bookId} and t.id = s.id)`

/** Days, months and levels of one reading of the rows. Which levels are there already was read under the book's lock. */
const levelParts = (at: At, rows: PostingRows): Sql => sql`
    moved as materialized (
      select id, item_id, quantity, reserved_quantity, value, moved_quantity, moved_value, is_new
        from ${rowsOf(rows.levels, {
          id: 'uuid',
          item_id: 'uuid',
          quantity: 'numeric',
          reserved_quantity: 'numeric',
          value: 'numeric',
          moved_quantity: 'numeric',
          moved_value: 'numeric',
          is_new: 'boolean',
        })}),
    days as (
      insert into stock_days as t (book_id, warehouse_id, item_id, day, quantity, value)
      select ${at.bookId}, ${rows.warehouseId}, item_id, ${rows.day}, moved_quantity, moved_value
        from moved
          on conflict (book_id, warehouse_id, item_id, day) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),
    months as (
      insert into stock_months as t (book_id, warehouse_id, item_id, month, quantity, value)
      select ${at.bookId}, ${rows.warehouseId}, item_id, date_trunc('month', ${rows.day}::date)::date, moved_quantity,
             moved_value
        from moved
          on conflict (book_id, warehouse_id, item_id, month) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),
    levels as (
      update stock_levels t
         set quantity = m.quantity, reserved_quantity = m.reserved_quantity, value = m.value, updated_at = ${at.now}
        from moved m
       where t.book_id = ${at.bookId} and t.item_id = m.item_id and t.warehouse_id = ${rows.warehouseId})`

const newLevels = (at: At, rows: PostingRows): Sql => sql`
    new_levels as (
      insert into stock_levels (book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value, created_at,
                                updated_at)
      select ${at.bookId}, id, item_id, ${rows.warehouseId}, quantity, reserved_quantity, value, ${at.now}, ${at.now}
        from moved
       where is_new)`

/** Only the parts that have rows: an idle part costs as much to start as one at work. */
function* partsOf(at: At, rows: PostingRows): Generator<Sql> {
  if (rows.document) {
    yield documentPart(at, rows.document)
    yield sql`sealed as (${sealInsert(at, rows.document.seal)})`
  }
  if (rows.changedLots.length > 0) yield changedLots(at, rows)
  if (rows.newLots.length > 0) yield newLots(at, rows)
  if (rows.goneLots.length > 0) yield goneLots(at, rows)
  if (rows.allocations.length > 0) yield allocations(at, rows)
  if (rows.isReturned) yield goneAllocations(at, rows)
  if (rows.lineValues.length > 0) yield lineValues(at, rows)
  if (rows.reservations.length > 0) yield reservationsPart(at, rows)
  if (rows.levels.length > 0) yield levelParts(at, rows)
  if (rows.levels.some(level => level.is_new)) yield newLevels(at, rows)
}

/** One statement whatever the number of lines. */
export function savePosting(tx: Tx, at: At, rows: PostingRows): void {
  const parts = [...partsOf(at, rows)]
  if (parts.length > 0) tx.send(sql`with ${join(parts)} select`)
}
