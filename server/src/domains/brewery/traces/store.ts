/** SQL of the way goods took through batches, by their ledgers, and through packaging runs. Every row is looked up by its key. */
import type { Queryable } from '../../../db/pool.ts'
import { raw, type Sql, sql } from '../../../db/sql.ts'
import { allocationsOf, type BatchOfTrace, type Link, layersOf, type TakenFrom } from '../../stock/index.ts'
import { packedFrom, packedInto, wantedOf } from './packed-store.ts'

/** Entries that stand: neither taken back nor a taking back. */
const stands = raw('not is_undone and reverses_id is null')

/** Entries of the batches on the way, each looked up in its ledger. `offset 0` keeps PostgreSQL from other plans. */
const entriesOf = (bookId: string, condition: Sql): Sql => sql`
     cross join lateral (
        select batch_id, other_batch_id, operation_id, document_id
          from batch_entries
         where book_id = ${bookId} and batch_id = way.batch_id and ${condition} and ${stands}
        offset 0) e`

/** The other side of what went from one batch to another. */
const otherSideOf = (bookId: string, kinds: Sql): Sql => sql`
     cross join lateral (
        select batch_id, sequence
          from batch_entries
         where book_id = ${bookId} and operation_id = e.operation_id and batch_id = e.other_batch_id
           and other_batch_id = e.batch_id and kind in (${kinds}) and ${stands}
        offset 0) o`

const comings = raw(`'split_in', 'blend_in'`)
const goings = raw(`'split_out', 'blend_out'`)

/** The batches beer of a layer came from, each as far as its ledger went when it left. Every step goes back in time. */
const sources = (bookId: string, start: Sql): Sql => sql`
  recursive way (from_lot_id, batch_id, until) as (
    ${start}
     union
    select way.from_lot_id, o.batch_id, o.sequence
      from way
     ${entriesOf(bookId, sql`sequence < way.until and kind in (${comings})`)}
     ${otherSideOf(bookId, goings)})`

/** The batches a layer went to, each from that place of its ledger on. */
const targets = (bookId: string, start: Sql): Sql => sql`
  recursive way (from_lot_id, batch_id, since) as (
    ${start}
     union
    select way.from_lot_id, o.batch_id, o.sequence
      from way
     ${entriesOf(bookId, sql`sequence > way.since and kind in (${goings})`)}
     ${otherSideOf(bookId, comings)})`

/** Layers the batches of the way had consumed. */
const consumed = (bookId: string): Sql => sql`
    select a.lot_id, way.from_lot_id
      from (select from_lot_id, batch_id, max(until) as until from way group by from_lot_id, batch_id) way
     ${entriesOf(bookId, sql`sequence < way.until and kind = 'material'`)}
     ${allocationsOf(bookId, sql`e.document_id`)}`

/** Layers the batches of the way gave since. */
const given = (bookId: string): Sql => sql`
    select l.lot_id, way.from_lot_id
      from (select from_lot_id, batch_id, min(since) as since from way group by from_lot_id, batch_id) way
     ${entriesOf(bookId, sql`sequence > way.since and kind in ('received', 'by_product')`)}
     ${layersOf(bookId, sql`e.document_id`)}`

export const listLotsBehind = (db: Queryable, bookId: string, lotIds: string[]): Promise<Link[]> =>
  db.many(sql`
    with ${sources(
      bookId,
      sql`
    select wanted.id, e.batch_id, e.sequence
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select document_id
          from stock_lots
         where book_id = ${bookId} and id = wanted.id
         limit 1) l
     cross join lateral (
        select batch_id, sequence
          from batch_entries
         where book_id = ${bookId} and document_id = l.document_id and kind in ('received', 'by_product') and ${stands}
        offset 0) e`,
    )}
    ${consumed(bookId)}
     union
    ${packedInto(bookId, lotIds)}`)

export const listLotsAhead = (db: Queryable, bookId: string, taken: TakenFrom[]): Promise<Link[]> =>
  db.many(sql`
    with ${targets(
      bookId,
      sql`
    select wanted.lot_id, e.batch_id, e.sequence
      from ${wantedOf(taken)}
     cross join lateral (
        select batch_id, sequence
          from batch_entries
         where book_id = ${bookId} and document_id = wanted.issue_id and kind = 'material' and ${stands}
        offset 0) e`,
    )}
    ${given(bookId)}
     union
    ${packedFrom(bookId, taken)}`)

/** Behind a batch as it is now, with packaging that was issued for it by hand. */
export const listMaterialLots = (db: Queryable, bookId: string, batchId: string): Promise<string[]> =>
  listLots(
    db,
    sql`
    with ${sources(bookId, sql`select null::uuid, ${batchId}::uuid, ${largest}::integer`)}
    ${consumed(bookId)}
     union
    select a.lot_id, null
      from (select id
              from stock_documents
             where book_id = ${bookId} and batch_id = ${batchId} and movement_type = 'issue'
               and movement_purpose = 'packaging_consumption' and packaging_run_id is null) d
     ${allocationsOf(bookId, sql`d.id`)}`,
  )

/** No ledger is longer. */
const largest = 2 ** 31 - 1

/** What came of a batch, and of batches that took from it. */
export const listProducedLots = (db: Queryable, bookId: string, batchId: string): Promise<string[]> =>
  listLots(db, sql`with ${targets(bookId, sql`select null::uuid, ${batchId}::uuid, 0`)} ${given(bookId)}`)

/** The items of a batch and of those that took from it. */
export const listBeers = async (db: Queryable, bookId: string, batchId: string): Promise<string[]> => {
  const rows = await db.many<{ item_id: string }>(sql`
    with ${targets(bookId, sql`select null::uuid, ${batchId}::uuid, 0`)}
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
       and e.kind in ('split_in', 'split_out', 'blend_in', 'blend_out') and not e.is_undone and e.reverses_id is null
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
