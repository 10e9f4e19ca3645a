/** SQL of the way goods took through batches, by their ledgers, and through packaging runs. */
import type { Queryable } from '../../../db/pool.ts'
import { raw, type Sql, sql } from '../../../db/sql.ts'
import type { BatchOfTrace } from '../../stock/index.ts'

/** Entries that stand: neither taken back nor a taking back. */
const stands = (entry: 'e' | 'o'): Sql => raw(`not ${entry}.is_undone and ${entry}.reverses_id is null`)

/** The batches beer came from, each as far as its ledger went when it left. Every step goes back in time. */
const sources = (bookId: string, start: Sql): Sql => sql`
  recursive way (batch_id, until) as (
    ${start}
     union
    select o.batch_id, o.sequence
      from way
      join batch_entries e
        on e.book_id = ${bookId} and e.batch_id = way.batch_id and e.sequence < way.until
       and e.kind in ('split_in', 'blend_in') and ${stands('e')}
      join batch_entries o
        on o.book_id = ${bookId} and o.operation_id = e.operation_id and o.batch_id = e.other_batch_id
       and o.other_batch_id = e.batch_id and o.kind in ('split_out', 'blend_out') and ${stands('o')})`

/** The batches beer went to, each from that place of its ledger on. */
const targets = (bookId: string, start: Sql): Sql => sql`
  recursive way (batch_id, since) as (
    ${start}
     union
    select o.batch_id, o.sequence
      from way
      join batch_entries e
        on e.book_id = ${bookId} and e.batch_id = way.batch_id and e.sequence > way.since
       and e.kind in ('split_out', 'blend_out') and ${stands('e')}
      join batch_entries o
        on o.book_id = ${bookId} and o.operation_id = e.operation_id and o.batch_id = e.other_batch_id
       and o.other_batch_id = e.batch_id and o.kind in ('split_in', 'blend_in') and ${stands('o')})`

/** Layers the batches of the way had consumed. */
const consumed = (bookId: string): Sql => sql`
  select a.lot_id
    from (select batch_id, max(until) as until from way group by batch_id) way
    join batch_entries e
      on e.book_id = ${bookId} and e.batch_id = way.batch_id and e.sequence < way.until and e.kind = 'material'
     and ${stands('e')}
    join stock_allocations a on a.book_id = ${bookId} and a.document_id = e.document_id`

/** Layers the batches of the way gave since. */
const given = (bookId: string): Sql => sql`
  select l.id as lot_id
    from (select batch_id, min(since) as since from way group by batch_id) way
    join batch_entries e
      on e.book_id = ${bookId} and e.batch_id = way.batch_id and e.sequence > way.since
     and e.kind in ('received', 'by_product') and ${stands('e')}
    join stock_lots l on l.book_id = ${bookId} and l.document_id = e.document_id`

/** Behind products of a run: the beer that was released for it, and what each of them is packed in. */
const packedInto = (bookId: string, lotIds: string[]): Sql => sql`
  select a.lot_id
    from packaging_run_outputs t
    join packaging_runs n on n.book_id = t.book_id and n.id = t.run_id
    join stock_allocations a on a.book_id = ${bookId} and a.document_id = n.tank_release_id
   where t.book_id = ${bookId} and t.id = any (${lotIds}::uuid[])
   union
  select a.lot_id
    from packaging_run_materials m
    join stock_allocations a on a.book_id = ${bookId} and a.line_id = m.id
   where m.book_id = ${bookId} and m.output_id = any (${lotIds}::uuid[])`

/** Of beer that was released, all products of its run; of packaging, the product it went around. */
const packedFrom = (bookId: string, { lotIds, issueIds }: Taken): Sql => sql`
  select o.id as lot_id
    from stock_documents d
    join packaging_runs n on n.book_id = ${bookId} and n.id = d.packaging_run_id and n.tank_release_id = d.id
    join stock_lots o on o.book_id = ${bookId} and o.document_id = n.goods_receipt_id
   where d.book_id = ${bookId} and d.id = any (${issueIds}::uuid[])
   union
  select m.output_id
    from stock_allocations a
    join packaging_run_materials m on m.book_id = ${bookId} and m.id = a.line_id
   where a.book_id = ${bookId} and a.document_id = any (${issueIds}::uuid[]) and a.lot_id = any (${lotIds}::uuid[])`

/** What issues took from layers. */
interface Taken {
  lotIds: string[]
  issueIds: string[]
}

export const listLotsBehind = (db: Queryable, bookId: string, lotIds: string[]): Promise<string[]> =>
  listLots(
    db,
    sql`
    with ${sources(
      bookId,
      sql`
    select e.batch_id, e.sequence
      from stock_lots l
      join batch_entries e on e.book_id = ${bookId} and e.document_id = l.document_id
       and e.kind in ('received', 'by_product') and ${stands('e')}
     where l.book_id = ${bookId} and l.id = any (${lotIds}::uuid[])`,
    )}
    ${consumed(bookId)}
     union
    ${packedInto(bookId, lotIds)}`,
  )

export const listLotsAhead = (db: Queryable, bookId: string, taken: Taken): Promise<string[]> =>
  listLots(
    db,
    sql`
    with ${targets(
      bookId,
      sql`
    select e.batch_id, e.sequence
      from batch_entries e
     where e.book_id = ${bookId} and e.document_id = any (${taken.issueIds}::uuid[]) and e.kind = 'material'
       and ${stands('e')}`,
    )}
    ${given(bookId)}
     union
    ${packedFrom(bookId, taken)}`,
  )

/** Behind a batch as it is now, with packaging that was issued for it by hand. */
export const listMaterialLots = (db: Queryable, bookId: string, batchId: string): Promise<string[]> =>
  listLots(
    db,
    sql`
    with ${sources(bookId, sql`select ${batchId}::uuid, ${largest}::integer`)}
    ${consumed(bookId)}
     union
    select a.lot_id
      from stock_documents d
      join stock_allocations a on a.book_id = ${bookId} and a.document_id = d.id
     where d.book_id = ${bookId} and d.batch_id = ${batchId} and d.movement_type = 'issue'
       and d.movement_purpose = 'packaging_consumption' and d.packaging_run_id is null`,
  )

/** No ledger is longer. */
const largest = 2 ** 31 - 1

/** What came of a batch, and of batches that took from it. */
export const listProducedLots = (db: Queryable, bookId: string, batchId: string): Promise<string[]> =>
  listLots(db, sql`with ${targets(bookId, sql`select ${batchId}::uuid, 0`)} ${given(bookId)}`)

/** The items of a batch and of those that took from it. */
export const listBeers = async (db: Queryable, bookId: string, batchId: string): Promise<string[]> => {
  const rows = await db.many<{ item_id: string }>(sql`
    with ${targets(bookId, sql`select ${batchId}::uuid, 0`)}
    select distinct b.item_id
      from way
      join batches b on b.book_id = ${bookId} and b.id = way.batch_id`)
  return rows.map(({ item_id }) => item_id)
}

export interface RelatedRow {
  id: string
  number: string
  kind: 'split_in' | 'split_out' | 'blend_in' | 'blend_out'
  volume_l: string
}

/** The batches it exchanged litres with, in the order of the ledger. */
export const listRelated = (db: Queryable, bookId: string, batchId: string): Promise<RelatedRow[]> =>
  db.many(sql`
    select b.id, b.number, e.kind, trim_scale(sum(abs(e.volume_l)))::text as volume_l
      from batch_entries e
      join batches b on b.book_id = e.book_id and b.id = e.other_batch_id
     where e.book_id = ${bookId} and e.batch_id = ${batchId}
       and e.kind in ('split_in', 'split_out', 'blend_in', 'blend_out') and ${stands('e')}
     group by b.id, b.number, e.kind
     order by min(e.sequence)`)

export const listBatchesOf = (
  db: Queryable,
  bookId: string,
  { batchIds, runIds }: { batchIds: string[]; runIds: string[] },
): Promise<BatchOfTrace[]> =>
  db.many(sql`
    select id, number, null as run_id
      from batches
     where book_id = ${bookId} and id = any (${batchIds}::uuid[])
     union all
    select b.id, b.number, n.id
      from packaging_runs n
      join batches b on b.book_id = n.book_id and b.id = n.batch_id
     where n.book_id = ${bookId} and n.id = any (${runIds}::uuid[])`)

/** A statement that gives `lot_id`, each once. */
const listLots = async (db: Queryable, statement: Sql): Promise<string[]> => {
  const rows = await db.many<{ lot_id: string }>(statement)
  return [...new Set(rows.map(({ lot_id }) => lot_id))]
}
