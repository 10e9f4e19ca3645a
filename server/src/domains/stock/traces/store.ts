/** SQL of the way goods took from layer to layer. */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import type { MovementPurpose } from '../documents/schema.ts'

/** A document that put a layer there, or took from it. */
export interface MovementRow {
  lot_id: string
  document_id: string
  document_number: string
  date: Day
  movement_purpose: MovementPurpose
  partner_id: string | null
  partner_name: string | null
  batch_id: string | null
  packaging_run_id: string | null
  repack_id: string | null
  quantity: string
}

/** A layer, as its receipt named it. */
export interface LayerRow extends MovementRow {
  lot_number: string | null
  item_id: string
  item_code: string | null
  item_name: string
  warehouse_id: string
  warehouse_name: string
  /** The layer a transfer took it from. */
  source_lot_id: string | null
}

const documentColumns = sql`d.id as document_id, d.number as document_number, d.date, d.movement_purpose, d.partner_id,
  coalesce(d.partner_name, p.name) as partner_name, d.batch_id, d.packaging_run_id, d.repack_id`

export const listLayers = (db: Queryable, bookId: string, lotIds: string[]): Promise<LayerRow[]> =>
  db.many(sql`
    select o.id as lot_id, o.lot_number, o.item_id,
           case when l.item_name is null then i.code else l.item_code end as item_code,
           coalesce(l.item_name, i.name) as item_name, o.warehouse_id,
           coalesce(d.warehouse_name, w.name) as warehouse_name, l.source_lot_id, ${documentColumns},
           trim_scale(o.received_quantity)::text as quantity
      from stock_lots o
      join stock_lines l on l.book_id = o.book_id and l.id = o.id
      join stock_documents d on d.book_id = o.book_id and d.id = o.document_id
      join items i on i.book_id = o.book_id and i.id = o.item_id
      join warehouses w on w.book_id = o.book_id and w.id = o.warehouse_id
      left join partners p on p.book_id = d.book_id and p.id = d.partner_id
     where o.book_id = ${bookId} and o.id = any (${lotIds}::uuid[])
     order by d.date, d.number, o.id`)

/** Issues that took from the layers, once for each document and layer. */
export const listTakings = (db: Queryable, bookId: string, lotIds: string[]): Promise<MovementRow[]> =>
  listTaken(db, bookId, sql`lot_id = any (${lotIds}::uuid[])`)

/** What issues took that name the batch for reading alone: neither its materials nor documents of a run. */
export const listReferring = (db: Queryable, bookId: string, batchId: string): Promise<MovementRow[]> =>
  listTaken(
    db,
    bookId,
    sql`document_id in (
          select id
            from stock_documents
           where book_id = ${bookId} and batch_id = ${batchId} and movement_type = 'issue'
             and movement_purpose not in ('production_out', 'packaging_consumption') and packaging_run_id is null)`,
  )

const listTaken = (db: Queryable, bookId: string, condition: Sql): Promise<MovementRow[]> =>
  db.many(sql`
    select a.lot_id, ${documentColumns}, trim_scale(a.quantity)::text as quantity
      from (select lot_id, document_id, sum(quantity) as quantity
              from stock_allocations
             where book_id = ${bookId} and ${condition}
             group by lot_id, document_id) a
      join stock_documents d on d.book_id = ${bookId} and d.id = a.document_id
      left join partners p on p.book_id = d.book_id and p.id = d.partner_id
     order by d.date, d.number, a.lot_id`)

/** The layers transfers made of these. */
export const listTransferred = (db: Queryable, bookId: string, lotIds: string[]): Promise<string[]> =>
  listIds(
    db,
    sql`
    select o.id
      from stock_lines l
      join stock_lots o on o.book_id = l.book_id and o.id = l.id
     where l.book_id = ${bookId} and l.source_lot_id = any (${lotIds}::uuid[])`,
  )

/** A repack makes all its outputs of all its inputs. */
export const listRepackInputs = (db: Queryable, bookId: string, repackIds: string[]): Promise<string[]> =>
  listIds(
    db,
    sql`
    select distinct a.lot_id as id
      from stock_documents d
      join stock_allocations a on a.book_id = d.book_id and a.document_id = d.id
     where d.book_id = ${bookId} and d.repack_id = any (${repackIds}::uuid[]) and d.movement_type = 'issue'`,
  )

export const listRepackOutputs = (db: Queryable, bookId: string, repackIds: string[]): Promise<string[]> =>
  listIds(
    db,
    sql`
    select o.id
      from stock_documents d
      join stock_lots o on o.book_id = d.book_id and o.document_id = d.id
     where d.book_id = ${bookId} and d.repack_id = any (${repackIds}::uuid[]) and d.movement_type = 'receipt'`,
  )

const listIds = async (db: Queryable, statement: Sql): Promise<string[]> =>
  (await db.many<{ id: string }>(statement)).map(({ id }) => id)
