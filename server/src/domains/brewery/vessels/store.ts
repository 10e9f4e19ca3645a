/** SQL of vessels, their cleanings and what was in them. */
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from '../../../db/paging.ts'
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Table } from '../../../db/upsert.ts'
import { newId } from '../../../lib/ids.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { VesselKind, VesselStatus } from './schema.ts'

export const vesselTable = defineTable({
  name: 'vessels',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    code: column.text(),
    name: column.text(),
    kind: column.text<VesselKind>(),
    capacity_l: column.decimal(),
    requires_cleaning: column.boolean(),
    sort_order: column.integer(),
    is_active: column.boolean(),
    status: column.text<VesselStatus>(),
    last_cleaned_at: orNull(column.instant()),
    batch_id: orNull(column.uuid()),
    batch_number: orNull(column.text()),
    batch_name: orNull(column.text()),
    batch_phase: orNull(column.text()),
    contents_l: column.decimal(),
  },
  searched: ({ code, name }) => [code, name],
})

export type VesselRow = RowOf<typeof vesselTable>

interface At {
  bookId: string
  now: Instant
}

export const startCleaning = (tx: Tx, { bookId, now }: At, vesselId: string): Promise<number> =>
  tx.run(sql`
    insert into vessel_cleanings (book_id, id, vessel_id, started_at)
    values (${bookId}, ${newId()}, ${vesselId}, ${now})`)

export const finishCleaning = (
  tx: Tx,
  { bookId, now }: At,
  { vesselId, note }: { vesselId: string; note: string | null },
): Promise<number> =>
  tx.run(sql`
    update vessel_cleanings
       set finished_at = ${now}, note = ${note}
     where book_id = ${bookId} and vessel_id = ${vesselId} and finished_at is null`)

/** The vessel never was empty: what was to be cleaned was not. */
export const dropCleaning = (tx: Tx, bookId: string, vesselId: string): Promise<number> =>
  tx.run(sql`
    delete from vessel_cleanings
     where book_id = ${bookId} and vessel_id = ${vesselId} and finished_at is null`)

/** Litres left of the stock a batch `b` made of its own item. */
const stockOfBatch = sql`
  coalesce((select sum(l.remaining_quantity * u.to_base_factor)
              from stock_documents d
              join stock_lots l on l.book_id = d.book_id and l.document_id = d.id
              join items i on i.book_id = l.book_id and i.id = l.item_id
              join units u on u.book_id = i.book_id and u.id = i.unit_id
             where d.book_id = b.book_id and d.batch_id = b.id and d.movement_purpose = 'production_in'
               and l.item_id = b.item_id), 0)`

export async function litresInStock(db: Queryable, bookId: string, batch: { id: string; item_id: string }) {
  const row = await db.maybe<{ litres: string }>(sql`
    select trim_scale(${stockOfBatch})::text as litres
      from (select ${bookId}::uuid as book_id, ${batch.id}::uuid as id, ${batch.item_id}::uuid as item_id) b`)
  return row!.litres
}

/** What vessels hold now, for verification and for those whose stock moved. */
export const contentsNow = sql`
  select b.book_id, b.vessel_id, b.item_id, coalesce(b.volume_l, 0) + ${stockOfBatch} as litres
    from batches b
   where b.vessel_id is not null`

/** Vessels whose batches made stock of these items show what is left of it. */
export const followStock = (tx: Tx, { bookId, now }: At, itemIds: string[]): Promise<number> =>
  tx.run(sql`
    update vessels v
       set contents_l = c.litres, version = v.version + 1, updated_at = ${now}
      from (${contentsNow} and b.book_id = ${bookId} and b.item_id = any (${itemIds}::uuid[])) c
     where v.book_id = ${bookId} and v.id = c.vessel_id and v.contents_l <> c.litres`)

/** What people set. */
export interface VesselFacts {
  id: string
  code: string
  name: string
  kind: VesselKind
  capacity_l: string
  requires_cleaning: boolean
  sort_order: number
  is_active: boolean
}

export const vesselFactsTable: Table<VesselFacts & { search_text: string }> = {
  name: 'vessels',
  columns: {
    id: 'uuid',
    code: 'text',
    name: 'text',
    kind: 'text',
    capacity_l: 'numeric',
    requires_cleaning: 'boolean',
    sort_order: 'integer',
    is_active: 'boolean',
    search_text: 'text',
  },
  isVersioned: true,
}

export const listVessels = (db: Queryable, bookId: string): Promise<VesselRow[]> =>
  vesselTable.all(db, bookId, { condition: sql`true`, order: 'code' })

/** Open batches show a vessel as it is called now. */
export const renameInBatches = (tx: Tx, { bookId, now }: At, ids: string[]): Promise<number> =>
  tx.run(sql`
    update batches b
       set vessel_name = v.name, version = b.version + 1, updated_at = ${now}
      from vessels v
     where v.book_id = ${bookId} and v.id = any (${ids}::uuid[])
       and b.book_id = v.book_id and b.vessel_id = v.id and b.vessel_name is distinct from v.name`)

/** A stay of a batch in a vessel; listed by its start. */
export interface VesselUseRow extends Listed {
  batch_id: string
  batch_number: string
  batch_name: string | null
  phase: string
  started_at: Instant
  ended_at: Instant | null
  vessel_cleaned_at: Instant | null
}

const useColumns = sql`r.id, r.batch_id, b.number as batch_number, b.name as batch_name, r.phase, r.started_at,
  r.ended_at, r.vessel_cleaned_at, r.created_at, r.updated_at`

const uses = sql`
  (select book_id, id, batch_id, vessel_id, phase, started_at, ended_at, vessel_cleaned_at, started_at as created_at,
          started_at as updated_at
     from batch_phases) r
  join batches b on b.book_id = r.book_id and b.id = r.batch_id`

export const listUses = (db: Queryable, of: Selection, page: PageRequest): Promise<Page<VesselUseRow>> =>
  selectPage(db, { ...of, columns: useColumns, from: uses }, page)
