/** SQL of packaging runs, their outputs and their materials. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf, readAs, type StoredOf } from '../../../db/table.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { itemCopies, itemJoins, shownItem } from '../../core/index.ts'
import type { OpenLayer } from './rules.ts'
import type { RunSource, RunStatus } from './schema.ts'

export const runTable = defineTable({
  name: 'packaging_runs',
  columns: {
    id: column.uuid(),
    version: column.integer(),
    number: column.text(),
    status: column.text<RunStatus>(),
    date: column.date(),
    warehouse_id: column.uuid(),
    warehouse_name: column.text(),
    target_warehouse_id: column.uuid(),
    target_warehouse_name: column.text(),
    batch_id: orNull(column.uuid()),
    source: column.text<RunSource>(),
    lot_id: orNull(column.uuid()),
    /** The beer. */
    item_id: column.uuid(),
    unit_id: column.uuid(),
    /** As sent; null follows what is filled. */
    stated_quantity: orNull(column.decimal()),
    released_quantity: column.decimal(),
    filled_quantity: column.decimal(),
    is_final: column.boolean(),
    additional_cost: column.decimal(),
    liquid_value: orNull(column.decimal()),
    material_value: orNull(column.decimal()),
    production_receipt_id: orNull(column.uuid()),
    tank_release_id: orNull(column.uuid()),
    packaging_issue_id: orNull(column.uuid()),
    goods_receipt_id: orNull(column.uuid()),
    notes: orNull(column.text()),
    external_system: orNull(column.text()),
    external_id: orNull(column.text()),
  },
  computed: shownItem,
  joins: itemJoins,
  copied: itemCopies(),
  searched: run => [run.number, run.notes],
})

export type PackagingRun = RowOf<typeof runTable>

export const runOutputTable = defineTable({
  name: 'packaging_run_outputs',
  columns: {
    id: column.uuid(),
    run_id: column.uuid(),
    output_order: column.integer(),
    item_id: column.uuid(),
    quantity: column.decimal(),
    filled_quantity: column.decimal(),
    lot_number: orNull(column.text()),
    expiry_date: orNull(column.date()),
    liquid_value: orNull(column.decimal()),
    material_value: orNull(column.decimal()),
    returnable_value: orNull(column.decimal()),
    additional_value: orNull(column.decimal()),
    value: orNull(column.decimal()),
  },
  computed: {
    ...shownItem,
    shelf_life_days: readAs(orNull(column.integer()), 'i.shelf_life_days'),
    volume_l: readAs(orNull(column.decimal()), 'trim_scale(i.volume_l)::text'),
    /** What a piece is filled with; null where the beer is not kept in a unit of volume. */
    filled_l: readAs(orNull(column.decimal()), 'trim_scale(i.base_item_quantity * x.to_base_factor)::text'),
  },
  joins: sql`${itemJoins}
    left join items b on b.book_id = i.book_id and b.id = i.base_item_id
    left join units x on x.book_id = b.book_id and x.id = b.unit_id and x.dimension = 'volume'`,
  copied: itemCopies(),
})

export type RunOutput = RowOf<typeof runOutputTable>
export type RunOutputColumns = StoredOf<typeof runOutputTable>

export const runMaterialTable = defineTable({
  name: 'packaging_run_materials',
  columns: {
    id: column.uuid(),
    output_id: column.uuid(),
    material_order: column.integer(),
    item_id: column.uuid(),
    quantity: column.decimal(),
    lot_id: orNull(column.uuid()),
    value: orNull(column.decimal()),
    is_returnable: column.boolean(),
  },
  computed: shownItem,
  joins: itemJoins,
  copied: itemCopies(),
})

export type RunMaterial = RowOf<typeof runMaterialTable>
export type RunMaterialColumns = StoredOf<typeof runMaterialTable>

/** An output with what it is packed in. */
export type PackedOutput = RunOutput & { materials: RunMaterial[] }

/** In their order, each with its materials in theirs. */
export async function listOutputs(db: Queryable, bookId: string, runId: string): Promise<PackedOutput[]> {
  const outputs = await runOutputTable.all(db, bookId, { condition: sql`r.run_id = ${runId}`, order: 'output_order' })
  const materials = await runMaterialTable.all(db, bookId, { condition: ofRun(bookId, runId), order: 'material_order' })
  return outputs.map(output => ({ ...output, materials: materials.filter(({ output_id }) => output_id === output.id) }))
}

/** Materials `r` of a run. */
const ofRun = (bookId: string, runId: string) => sql`r.output_id = any (array(
  select id
    from packaging_run_outputs
   where book_id = ${bookId} and run_id = ${runId}))`

/** For outputs that are sent anew. */
export async function deleteOutputs(tx: Tx, bookId: string, runId: string): Promise<void> {
  await tx.run(sql`delete from packaging_run_materials r where r.book_id = ${bookId} and ${ofRun(bookId, runId)}`)
  await tx.run(sql`delete from packaging_run_outputs where book_id = ${bookId} and run_id = ${runId}`)
}

export interface BilledMaterial {
  product_id: string
  material_id: string
  quantity: string
  decimals: number | null
}

/** What one piece of each product is packed in: by its packaging type, then by itself. */
export const listBilledMaterials = (db: Queryable, bookId: string, productIds: string[]): Promise<BilledMaterial[]> =>
  db.many(sql`
    select p.id as product_id, b.material_id, b.quantity::text, u.decimals
      from items p
      join packaging_bills b
        on b.book_id = p.book_id and b.is_active and (b.product_id = p.id or b.packaging_type = p.packaging_type)
      join items m on m.book_id = b.book_id and m.id = b.material_id
      join units u on u.book_id = m.book_id and u.id = m.unit_id
     where p.book_id = ${bookId} and p.id = any (${productIds}::uuid[])
     order by b.product_id is not null, b.id`)

/** Of the beer a batch gave, what is left in a warehouse on a day, in the order of the queue. */
export const listLayersOfBatch = (
  db: Queryable,
  bookId: string,
  of: { batchId: string; itemId: string; warehouseId: string; day: Day },
): Promise<OpenLayer[]> =>
  db.many(sql`
    select l.id, l.remaining_quantity::text
      from stock_documents d
      join stock_lots l on l.book_id = d.book_id and l.document_id = d.id
     where d.book_id = ${bookId} and d.batch_id = ${of.batchId} and l.item_id = ${of.itemId}
       and l.warehouse_id = ${of.warehouseId} and l.received_on <= ${of.day}::date and l.remaining_quantity > 0
     order by l.received_on, l.posted_at, l.line_order, l.id`)

/** Drafts that show one of the items come to their next version; their ids. */
export async function touchDraftsOfItems(
  tx: Tx,
  at: { bookId: string; now: Instant },
  itemIds: string[],
): Promise<string[]> {
  const named = sql`item_id = any (${itemIds}::uuid[])`
  const drafts = await tx.many<{ id: string }>(sql`
    update packaging_runs r
       set version = r.version + 1,
           updated_at = ${at.now}
     where r.book_id = ${at.bookId} and r.status = 'draft'
       and (r.${named}
            or exists (select 1
                         from packaging_run_outputs o
                        where o.book_id = r.book_id and o.run_id = r.id and o.${named})
            or exists (select 1
                         from packaging_run_outputs o
                         join packaging_run_materials m on m.book_id = o.book_id and m.output_id = o.id
                        where o.book_id = r.book_id and o.run_id = r.id and m.${named}))
    returning r.id`)
  return drafts.map(({ id }) => id)
}
