/** SQL of batches, their stays and their ledger. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { Instant } from '../../../lib/instants.ts'
import type { Latest, Measured } from '../measurements/kept.ts'
import type { BatchPhase, EntryKind, StayPhase } from './schema.ts'

export const batchTable = defineTable({
  name: 'batches',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    name: orNull(column.text()),
    item_id: column.uuid(),
    item_code: orNull(column.text()),
    item_name: column.text(),
    recipe_id: orNull(column.uuid()),
    recipe_version: orNull(column.integer()),
    recipe_name: orNull(column.text()),
    brew_date: column.date(),
    planned_volume_l: column.decimal(),
    /** V and W, the litres in process and what they are worth; V is null until first stated, as `brewed_l`. */
    volume_l: orNull(column.decimal()),
    value: column.decimal(),
    brewed_l: orNull(column.decimal()),
    phase: column.text<BatchPhase>(),
    previous_phase: orNull(column.text<BatchPhase>()),
    vessel_id: orNull(column.uuid()),
    vessel_name: orNull(column.text()),
    warehouse_id: column.uuid(),
    warehouse_name: column.text(),
    parent_batch_id: orNull(column.uuid()),
    split_count: column.integer(),
    last_entry: column.integer(),
    /** 0 when there is nothing to undo. */
    last_standing: column.integer(),
    manual_og_plato: orNull(column.decimal()),
    manual_fg_plato: orNull(column.decimal()),
    manual_abv: orNull(column.decimal()),
    latest: column.json<Latest>(),
    measured: column.json<Measured>(),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  searched: batch => [batch.number, batch.name],
})

export type Batch = RowOf<typeof batchTable>

export const batchStayTable = defineTable({
  name: 'batch_phases',
  columns: {
    id: column.uuid(),
    batch_id: column.uuid(),
    position: column.integer(),
    phase: column.text<StayPhase>(),
    vessel_id: orNull(column.uuid()),
    started_at: column.instant(),
    ended_at: orNull(column.instant()),
    volume_l: orNull(column.decimal()),
    loss_l: column.decimal(),
    note: orNull(column.text()),
    vessel_cleaned_at: orNull(column.instant()),
  },
})

export type BatchStay = RowOf<typeof batchStayTable>

/** Oldest first. */
export const listStays = (db: Queryable, bookId: string, batchId: string): Promise<BatchStay[]> =>
  batchStayTable.all(db, bookId, { condition: sql`r.batch_id = ${batchId}`, order: 'position' })

/** Where the batch is now; undefined while it is planned. */
export const findCurrentStay = (db: Queryable, bookId: string, batchId: string): Promise<BatchStay | undefined> =>
  batchStayTable.findWhere(db, bookId, sql`r.batch_id = ${batchId} and r.ended_at is null`)

/** When a batch that was never brewed was completed or given up; null when neither is what ended it. */
export async function findEnd(db: Queryable, bookId: string, batchId: string): Promise<Instant | null> {
  const found = await db.maybe<{ at: Instant }>(sql`
    select occurred_at as at
      from batch_entries
     where book_id = ${bookId} and batch_id = ${batchId} and kind in ('phase', 'cancel')
       and not is_undone and reverses_id is null
     order by sequence desc
     limit 1`)
  return found?.at ?? null
}

export const deleteStay = (tx: Tx, bookId: string, id: string): Promise<number> =>
  tx.run(sql`delete from batch_phases where book_id = ${bookId} and id = ${id}`)

/** Of the batch as it was, what an undo brings back beside litres and value. */
export interface Before {
  phase: BatchPhase
  previous_phase: BatchPhase | null
  vessel_id: string | null
  /** The volume was not stated yet. */
  is_unstated: boolean
  /** The stay that ended with the operation, and the one that began. */
  closed_stay_id: string | null
  opened_stay_id: string | null
}

export const batchEntryTable = defineTable({
  name: 'batch_entries',
  columns: {
    id: column.uuid(),
    batch_id: column.uuid(),
    sequence: column.integer(),
    operation_id: column.uuid(),
    kind: column.text<EntryKind>(),
    occurred_at: column.instant(),
    volume_l: column.decimal(),
    volume_after_l: orNull(column.decimal()),
    value: column.decimal(),
    value_after: column.decimal(),
    document_object: orNull(column.text<'stock_issue' | 'goods_receipt'>()),
    document_id: orNull(column.uuid()),
    document_number: orNull(column.text()),
    other_batch_id: orNull(column.uuid()),
    vessel_id: orNull(column.uuid()),
    reason: orNull(column.text()),
    note: orNull(column.text()),
    is_undone: column.boolean(),
    reverses_id: orNull(column.uuid()),
    /** With the first entry an operation writes to a batch. */
    before: orNull(column.json<Before>()),
  },
  computed: {
    other_batch_number: { ...orNull(column.text()), read: () => 'o.number as other_batch_number' },
    vessel_name: { ...orNull(column.text()), read: () => 'v.name as vessel_name' },
  },
  joins: sql`
    left join batches o on o.book_id = r.book_id and o.id = r.other_batch_id
    left join vessels v on v.book_id = r.book_id and v.id = r.vessel_id`,
})

export type BatchEntry = RowOf<typeof batchEntryTable>

/** Everything one operation wrote, over all batches, in the order it was written. */
export const listEntriesOfOperation = (db: Queryable, bookId: string, operationId: string): Promise<BatchEntry[]> =>
  batchEntryTable.all(db, bookId, {
    condition: sql`r.operation_id = ${operationId} and r.reverses_id is null`,
    order: 'id',
  })

/** Entries that stand, oldest first: neither taken back nor a taking back. */
export const listStandingEntries = (db: Queryable, bookId: string, batchId: string): Promise<BatchEntry[]> =>
  batchEntryTable.all(db, bookId, {
    condition: sql`r.batch_id = ${batchId} and not r.is_undone and r.reverses_id is null`,
    order: 'sequence',
  })

/** The entry of that place. */
export const findEntry = (
  db: Queryable,
  bookId: string,
  at: { batchId: string; sequence: number },
): Promise<BatchEntry | undefined> =>
  batchEntryTable.findWhere(db, bookId, sql`r.batch_id = ${at.batchId} and r.sequence = ${at.sequence}`)

/** The newest entry that stands; 0 without one. */
export async function findLastStanding(db: Queryable, bookId: string, batchId: string): Promise<number> {
  const row = await db.maybe<{ sequence: number }>(sql`
    select sequence
      from batch_entries
     where book_id = ${bookId} and batch_id = ${batchId} and not is_undone and reverses_id is null
     order by sequence desc
     limit 1`)
  return row?.sequence ?? 0
}

export interface Leaving {
  document_object: 'stock_issue' | 'goods_receipt' | null
  document_id: string | null
  document_number: string | null
  batch_id: string | null
  batch_number: string | null
  batch_phase: BatchPhase | null
}

/** Where beer of the batch went: into stock, or into other batches. */
export const listLeavings = (db: Queryable, bookId: string, batchId: string): Promise<Leaving[]> =>
  db.many(sql`
    select e.document_object, e.document_id, e.document_number, o.id as batch_id, o.number as batch_number,
           o.phase as batch_phase
      from batch_entries e
      left join batches o on o.book_id = e.book_id and o.id = e.other_batch_id
     where e.book_id = ${bookId} and e.batch_id = ${batchId} and e.kind in ('received', 'split_out', 'blend_out')
       and not e.is_undone and e.reverses_id is null
     order by e.sequence`)

type ShownNames = Pick<Batch, 'item_code' | 'item_name' | 'recipe_name' | 'warehouse_name'>

/** What the records a batch names are called now, for one that is open again. */
export const getShownNames = async (db: Queryable, bookId: string, batchId: string): Promise<ShownNames> =>
  (await db.maybe<ShownNames>(sql`
    select i.code as item_code, i.name as item_name, c.name as recipe_name, w.name as warehouse_name
      from batches b
      join items i on i.book_id = b.book_id and i.id = b.item_id
      join warehouses w on w.book_id = b.book_id and w.id = b.warehouse_id
      left join recipes c on c.book_id = b.book_id and c.id = b.recipe_id
     where b.book_id = ${bookId} and b.id = ${batchId}`))!

export interface RecipeToBrew {
  id: string
  name: string
  item_id: string
  is_active: boolean
  version: number
  batch_volume_l: string
}

/** A version of a recipe, the newest by default. */
export const findRecipeToBrew = (
  db: Queryable,
  bookId: string,
  of: { recipeId: string; version: number | undefined },
): Promise<RecipeToBrew | undefined> =>
  db.maybe(sql`
    select r.id, r.name, r.item_id, r.is_active, v.number as version,
           trim_scale(v.batch_volume_l)::text as batch_volume_l
      from recipes r
      join recipe_versions v on v.book_id = r.book_id and v.recipe_id = r.id
       and v.number = coalesce(${of.version ?? null}::integer, r.newest_version)
     where r.book_id = ${bookId} and r.id = ${of.recipeId}`)
