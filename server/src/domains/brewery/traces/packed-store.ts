/** SQL of the way goods took through packaging runs. Every row is looked up by its key: `offset 0` leaves no other plan. */
import { type Sql, sql } from '../../../db/sql.ts'
import { allocationsOf, layersOf, type TakenFrom } from '../../stock/index.ts'

/** What issues took from layers, as the rows `wanted (lot_id, issue_id)`. */
export const wantedOf = (taken: readonly TakenFrom[]): Sql => sql`
           unnest(${taken.map(({ lot_id }) => lot_id)}::uuid[], ${taken.map(({ issue_id }) => issue_id)}::uuid[])
           as wanted (lot_id, issue_id)`

/** Behind products of a run: the beer that was released for it, and what each of them is packed in. */
export const packedInto = (bookId: string, lotIds: string[]): Sql => sql`
    select a.lot_id, wanted.id as from_lot_id
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select run_id
          from packaging_run_outputs
         where book_id = ${bookId} and id = wanted.id
         limit 1) t
     cross join lateral (
        select tank_release_id
          from packaging_runs
         where book_id = ${bookId} and id = t.run_id
         limit 1) n
     ${allocationsOf(bookId, sql`n.tank_release_id`)}
     union
    select a.lot_id, wanted.id as from_lot_id
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select id
          from packaging_run_materials
         where book_id = ${bookId} and output_id = wanted.id
        offset 0) m
     cross join lateral (
        select lot_id
          from stock_allocations
         where book_id = ${bookId} and line_id = m.id
        offset 0) a`

/** Of beer that was released, all products of its run; of packaging, the product it went around. */
export const packedFrom = (bookId: string, taken: readonly TakenFrom[]): Sql => sql`
    select l.lot_id, wanted.lot_id as from_lot_id
      from ${wantedOf(taken)}
     cross join lateral (
        select packaging_run_id
          from stock_documents
         where book_id = ${bookId} and id = wanted.issue_id
         limit 1) d
     cross join lateral (
        select goods_receipt_id
          from packaging_runs
         where book_id = ${bookId} and id = d.packaging_run_id and tank_release_id = wanted.issue_id
         limit 1) n
     ${layersOf(bookId, sql`n.goods_receipt_id`)}
     union
    select m.output_id, wanted.lot_id
      from ${wantedOf(taken)}
     cross join lateral (
        select line_id
          from stock_allocations
         where book_id = ${bookId} and document_id = wanted.issue_id and lot_id = wanted.lot_id
        offset 0) a
     cross join lateral (
        select output_id
          from packaging_run_materials
         where book_id = ${bookId} and id = a.line_id
         limit 1) m`
