/** SQL of the cost sheet of a batch. */
import type { UnitRef } from '../../../contract/schema.ts'
import type { Queryable } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'

interface ItemColumns {
  item_id: string
  item_code: string | null
  item_name: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

/** As the posted line says it. */
const itemColumns = sql`l.item_id, l.item_code, l.item_name, u.id as unit_id, u.code as unit_code, l.unit_symbol,
  u.dimension as unit_dimension, l.unit_decimals`

const withUnits = sql`
  join items i on i.book_id = l.book_id and i.id = l.item_id
  join units u on u.book_id = i.book_id and u.id = i.unit_id`

export interface Consumed extends ItemColumns {
  lot_id: string
  lot_number: string | null
  quantity: string
  value: string
  document_id: string
}

/** Layers the material issues of a batch took from, in the order they were taken. */
export const listConsumed = (db: Queryable, bookId: string, batchId: string): Promise<Consumed[]> =>
  db.many(sql`
    select ${itemColumns}, a.lot_id, o.lot_number, trim_scale(a.quantity)::text as quantity, a.value::text, d.id as document_id
      from stock_documents d
      join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
      join stock_allocations a on a.book_id = l.book_id and a.line_id = l.id
      join stock_lots o on o.book_id = a.book_id and o.id = a.lot_id
      ${withUnits}
     where d.book_id = ${bookId} and d.batch_id = ${batchId} and d.status = 'confirmed'
       and d.movement_type = 'issue' and d.movement_purpose = 'production_out'
     order by d.posted_at, d.id, l.line_order, o.received_on, o.posted_at, o.line_order, o.id`)

export interface ProducedRow extends ItemColumns {
  document_id: string
  /** Of the whole document. */
  additional_cost: string
  is_beer: boolean
  quantity: string
  /** By its own price. */
  own_value: string
}

/** What the production receipts of a batch brought, by document and item. */
export const listProduced = (
  db: Queryable,
  bookId: string,
  batch: { id: string; item_id: string },
): Promise<ProducedRow[]> =>
  db.many(sql`
    select ${itemColumns}, d.id as document_id, d.additional_cost::text, l.item_id = ${batch.item_id} as is_beer,
           trim_scale(sum(coalesce(l.issued_quantity, l.quantity)))::text as quantity,
           sum(round(coalesce(l.issued_quantity, l.quantity) * coalesce(l.unit_price, 0), 2))::text as own_value
      from stock_documents d
      join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
      ${withUnits}
     where d.book_id = ${bookId} and d.batch_id = ${batch.id} and d.status = 'confirmed'
       and d.movement_type = 'receipt' and d.movement_purpose = 'production_in'
       and coalesce(l.issued_quantity, l.quantity) > 0
     group by d.book_id, d.id, l.item_id, l.item_code, l.item_name, l.unit_symbol, l.unit_decimals, u.book_id, u.id
     order by d.posted_at, d.id, min(l.line_order)`)

export interface Packaged {
  id: string
  number: string
  released_quantity: string
  filled_quantity: string
  liquid_value: string
  material_value: string
  additional_cost: string
  litres_per_unit: string
}

/** Runs that name no batch, and were filled with beer of this one alone. */
const filledFrom = (bookId: string, batchId: string) => sql`
    select t.packaging_run_id
      from stock_documents d
      join stock_lots o on o.book_id = d.book_id and o.document_id = d.id
      join stock_allocations a on a.book_id = o.book_id and a.lot_id = o.id
      join stock_documents t on t.book_id = a.book_id and t.id = a.document_id
      join packaging_runs r on r.book_id = t.book_id and r.id = t.packaging_run_id
     where d.book_id = ${bookId} and d.batch_id = ${batchId} and d.movement_purpose = 'production_in'
       and t.movement_purpose = 'tank_release' and r.batch_id is null
       and not exists (
         select from stock_allocations b
           join stock_lots e on e.book_id = b.book_id and e.id = b.lot_id
           join stock_documents f on f.book_id = e.book_id and f.id = e.document_id
          where b.book_id = ${bookId} and b.document_id = t.id and f.batch_id is distinct from ${batchId})`

/** The confirmed packaging runs of a batch: those it was named for, and those its beer filled. */
export const listPackaged = (db: Queryable, bookId: string, batchId: string): Promise<Packaged[]> =>
  db.many(sql`
    select p.id, p.number, trim_scale(p.released_quantity)::text as released_quantity,
           trim_scale(p.filled_quantity)::text as filled_quantity, p.liquid_value::text, p.material_value::text,
           p.additional_cost::text, u.to_base_factor::text as litres_per_unit
      from packaging_runs p
      join units u on u.book_id = p.book_id and u.id = p.unit_id
     where p.book_id = ${bookId} and p.status = 'confirmed'
       and p.id in (
         select id
           from packaging_runs
          where book_id = ${bookId} and batch_id = ${batchId}
          union ${filledFrom(bookId, batchId)})
     order by p.created_at, p.id`)
