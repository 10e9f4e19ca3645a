/** SQL of everything a posting writes, in one statement. */
import { forMany } from '../../../db/alike.ts'
import type { Tx } from '../../../db/pool.ts'
import { inBook, ofBook, oneOfEach, rowsOfAll } from '../../../db/rows.ts'
import { join, type Sql, sql } from '../../../db/sql.ts'
import { type Seal, sealsInsert } from '../../../kernel/seal.ts'
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

interface Posting {
  at: At
  rows: PostingRows
}

/** The rows `s` of all postings, each with what its posting has. */
const rowsFrom = <Columns extends Record<string, string>>(
  all: readonly Posting[],
  rowsIn: (rows: PostingRows) => readonly Record<keyof Columns & string, string | number | boolean | null>[],
  columns: Columns,
): Sql =>
  rowsOfAll(
    all.map(({ at, rows }) => ({
      own: { ...inBook(at), document_id: rows.documentId, warehouse_id: rows.warehouseId, day: rows.day },
      rows: rowsIn(rows),
    })),
    ofPosting,
    columns,
  )

const ofPosting = { ...ofBook, document_id: 'uuid', warehouse_id: 'uuid', day: 'date' }

const posted = (all: readonly Posting[]): (Posting & { document: PostedDocument })[] =>
  all.flatMap(({ at, rows }) => (rows.document ? [{ at, rows, document: rows.document }] : []))

const documents = (all: readonly Posting[]): Sql => sql`
    documents as (
      update stock_documents t
         set status = s.status, posted_at = s.posted_at, total_cost = s.total_cost, version = s.version,
             updated_at = s.now
        from ${oneOfEach(
          posted(all).map(({ at, document: { row } }) => {
            const { id, status, posted_at, total_cost, version } = row
            return { ...inBook(at), id, status, posted_at, total_cost, version }
          }),
          {
            ...ofBook,
            id: 'uuid',
            status: 'text',
            posted_at: 'timestamptz',
            total_cost: 'numeric',
            version: 'integer',
          },
        )}
       where t.book_id = s.book_id and t.id = s.id)`

const seals = (all: readonly Posting[]): Sql => sql`
    sealed as (${sealsInsert(posted(all).map(({ at, document }) => ({ at, seal: document.seal })))})`

const changedLots = (all: readonly Posting[]): Sql => sql`
    changed_lots as (
      update stock_lots t
         set remaining_quantity = s.remaining_quantity, remaining_value = s.remaining_value, updated_at = s.now
        from ${rowsFrom(all, rows => rows.changedLots, { id: 'uuid', remaining_quantity: 'numeric', remaining_value: 'numeric' })}
       where t.book_id = s.book_id and t.id = s.id)`

const newLots = (all: readonly Posting[]): Sql => sql`
    new_lots as (
      insert into stock_lots (book_id, id, document_id, item_id, warehouse_id, received_on, posted_at, line_order,
                              received_quantity, remaining_quantity, received_value, remaining_value, unit_price,
                              lot_number, expiry_date, created_at, updated_at)
      select s.book_id, s.id, s.document_id, s.item_id, s.warehouse_id, s.day, s.now, s.line_order, s.quantity,
             s.quantity, s.value, s.value, s.unit_price, s.lot_number, s.expiry_date, s.now, s.now
        from ${rowsFrom(all, rows => rows.newLots, {
          id: 'uuid',
          item_id: 'uuid',
          line_order: 'integer',
          quantity: 'numeric',
          value: 'numeric',
          unit_price: 'numeric',
          lot_number: 'text',
          expiry_date: 'date',
        })})`

const goneLots = (all: readonly Posting[]): Sql => sql`
    gone_lots as (
      delete from stock_lots t
       using ${rowsFrom(all, rows => rows.goneLots.map(id => ({ id })), { id: 'uuid' })}
       where t.book_id = s.book_id and t.id = s.id)`

const allocations = (all: readonly Posting[]): Sql => sql`
    allocations as (
      insert into stock_allocations (book_id, line_id, lot_id, document_id, quantity, value)
      select s.book_id, s.line_id, s.lot_id, s.document_id, s.quantity, s.value
        from ${rowsFrom(all, rows => rows.allocations, { line_id: 'uuid', lot_id: 'uuid', quantity: 'numeric', value: 'numeric' })})`

const goneAllocations = (all: readonly Posting[]): Sql => sql`
    gone_allocations as (
      delete from stock_allocations t
       using ${oneOfEach(
         all
           .filter(({ rows }) => rows.isReturned)
           .map(({ at, rows }) => ({ ...inBook(at), document_id: rows.documentId })),
         { ...ofBook, document_id: 'uuid' },
       )}
       where t.book_id = s.book_id and t.document_id = s.document_id)`

const lineValues = (all: readonly Posting[]): Sql => sql`
    lines as (
      update stock_lines t
         set value = s.value, updated_at = s.now
        from ${rowsFrom(all, rows => rows.lineValues, { id: 'uuid', value: 'numeric' })}
       where t.book_id = s.book_id and t.document_id = s.document_id and t.id = s.id)`

const reservations = (all: readonly Posting[]): Sql => sql`
    reservations as (
      update stock_reservations t
         set issued_quantity = s.issued_quantity, reserved_quantity = s.reserved_quantity, updated_at = s.now
        from ${rowsFrom(all, rows => rows.reservations, { id: 'uuid', issued_quantity: 'numeric', reserved_quantity: 'numeric' })}
       where t.book_id = s.book_id and t.id = s.id)`

const moved = {
  id: 'uuid',
  item_id: 'uuid',
  quantity: 'numeric',
  reserved_quantity: 'numeric',
  value: 'numeric',
  moved_quantity: 'numeric',
  moved_value: 'numeric',
  is_new: 'boolean',
}

/** Days, months and levels of one reading of the rows. Which levels are there already was read under the book's lock. */
const levels = (all: readonly Posting[]): Sql => sql`
    moved as materialized (
      select s.*
        from ${rowsFrom(all, rows => rows.levels, moved)}),
    days as (
      insert into stock_days as t (book_id, warehouse_id, item_id, day, quantity, value)
      select book_id, warehouse_id, item_id, day, moved_quantity, moved_value
        from moved
          on conflict (book_id, warehouse_id, item_id, day) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),
    months as (
      insert into stock_months as t (book_id, warehouse_id, item_id, month, quantity, value)
      select book_id, warehouse_id, item_id, date_trunc('month', day)::date, moved_quantity, moved_value
        from moved
          on conflict (book_id, warehouse_id, item_id, month) do update
         set quantity = t.quantity + excluded.quantity, value = t.value + excluded.value),
    levels as (
      update stock_levels t
         set quantity = m.quantity, reserved_quantity = m.reserved_quantity, value = m.value, updated_at = m.now
        from moved m
       where t.book_id = m.book_id and t.item_id = m.item_id and t.warehouse_id = m.warehouse_id)`

const newLevels = sql`
    new_levels as (
      insert into stock_levels (book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value, created_at,
                                updated_at)
      select book_id, id, item_id, warehouse_id, quantity, reserved_quantity, value, now, now
        from moved
       where is_new)`

/** Which parts have rows: an idle part costs as much to start as one at work. */
const parts: [hasRows: (rows: PostingRows) => boolean, part: (all: readonly Posting[]) => Sql][] = [
  [rows => rows.document !== undefined, documents],
  [rows => rows.document !== undefined, seals],
  [rows => rows.changedLots.length > 0, changedLots],
  [rows => rows.newLots.length > 0, newLots],
  [rows => rows.goneLots.length > 0, goneLots],
  [rows => rows.allocations.length > 0, allocations],
  [rows => rows.isReturned, goneAllocations],
  [rows => rows.lineValues.length > 0, lineValues],
  [rows => rows.reservations.length > 0, reservations],
  [rows => rows.levels.length > 0, levels],
  [rows => rows.levels.some(level => level.is_new), () => newLevels],
]

function savingOf(all: readonly Posting[]): Sql {
  const needed = parts.filter(([hasRows]) => all.some(({ rows }) => hasRows(rows)))
  return sql`with ${join(needed.map(([, part]) => part(all)))} select`
}

/** One statement whatever the number of lines. */
export function savePosting(tx: Tx, at: At, rows: PostingRows): void {
  if (parts.some(([hasRows]) => hasRows(rows))) tx.send(forMany(savingOf, { at, rows }))
}
