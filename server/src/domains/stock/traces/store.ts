/**
 * SQL of the way goods took from layer to layer. Everything is looked up by its key, one row after the other: `lateral`
 * with a limit leaves no other plan. After a large import PostgreSQL knows nothing of the tables yet, expects a row or
 * two of each, and would compare all of them with all of them.
 */
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { MovementPurpose } from '../documents/schema.ts'
import type { NamedRow } from '../levels/store.ts'
import type { Link } from './production.ts'

/** A document that put a layer there, or took from it. */
export interface DocumentRow {
  document_id: string
  document_number: string
  date: Day
  movement_purpose: MovementPurpose
  partner_id: string | null
  partner_name: string | null
  batch_id: string | null
  packaging_run_id: string | null
  repack_id: string | null
}

/** What an issue took from a layer. */
export interface Taking {
  lot_id: string
  quantity: string
  document: DocumentRow
}

/** A layer, as its receipt named it. */
export interface LayerRow extends DocumentRow, NamedRow {
  lot_id: string
  quantity: string
  lot_number: string | null
  /** The layer a transfer took it from. */
  source_lot_id: string | null
}

const documentColumns = sql`d.id as document_id, d.number as document_number, d.date, d.movement_purpose, d.partner_id,
  coalesce(d.partner_name, p.name) as partner_name, d.batch_id, d.packaging_run_id, d.repack_id`

/** A document `d` and its partner `p`. */
const documentOf = (bookId: string, id: Sql): Sql => sql`
      cross join lateral (
        select id, number, date, movement_purpose, partner_id, partner_name, warehouse_name, batch_id,
               packaging_run_id, repack_id
          from stock_documents
         where book_id = ${bookId} and id = ${id}
         limit 1) d
      left join lateral (
        select name
          from partners
         where book_id = ${bookId} and id = d.partner_id
         limit 1) p on true`

export const listLayers = (db: Queryable, bookId: string, lotIds: string[]): Promise<LayerRow[]> =>
  db.many(sql`
    select o.id as lot_id, o.lot_number, o.item_id,
           case when l.item_name is null then i.code else l.item_code end as item_code,
           coalesce(l.item_name, i.name) as item_name, o.warehouse_id, u.unit_id, u.unit_code,
           coalesce(l.unit_symbol, u.symbol) as unit_symbol, u.unit_dimension,
           case when l.item_name is null then u.decimals else l.unit_decimals end as unit_decimals,
           coalesce(d.warehouse_name, w.name) as warehouse_name, l.source_lot_id, ${documentColumns},
           trim_scale(o.received_quantity)::text as quantity
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select id, lot_number, item_id, warehouse_id, document_id, received_quantity
          from stock_lots
         where book_id = ${bookId} and id = wanted.id
         limit 1) o
     cross join lateral (
        select item_code, item_name, unit_symbol, unit_decimals, source_lot_id
          from stock_lines
         where book_id = ${bookId} and id = o.id
         limit 1) l
     cross join lateral (
        select code, name, unit_id
          from items
         where book_id = ${bookId} and id = o.item_id
         limit 1) i
     cross join lateral (
        select id as unit_id, code as unit_code, symbol, dimension as unit_dimension, decimals
          from units
         where book_id = ${bookId} and id = i.unit_id
         limit 1) u
     cross join lateral (
        select name
          from warehouses
         where book_id = ${bookId} and id = o.warehouse_id
         limit 1) w
     ${documentOf(bookId, sql`o.document_id`)}
     order by d.date, d.number, o.id`)

type Taken = Omit<Taking, 'document'> & { document_id: string }

const listDocuments = (db: Queryable, bookId: string, ids: string[]): Promise<DocumentRow[]> =>
  db.many(sql`
    select ${documentColumns}
      from unnest(${ids}::uuid[]) wanted (id)
     ${documentOf(bookId, sql`wanted.id`)}
     order by d.date, d.number`)

/** Issues that took from the layers, once for each document and layer. A row for each layer holds all of them by document. */
export async function listTakings(db: Queryable, bookId: string, lotIds: string[]): Promise<Taking[]> {
  const layers = await db.many<{ lot_id: string; taken: [document_id: string, quantity: string][] }>(sql`
    select wanted.id as lot_id, a.taken
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select json_agg(json_build_array(document_id, quantity)) as taken
          from (select document_id, trim_scale(sum(quantity))::text as quantity
                  from stock_allocations
                 where book_id = ${bookId} and lot_id = wanted.id
                 group by document_id) issued) a
     where a.taken is not null
     order by wanted.id`)
  const taken = layers.flatMap(({ lot_id, taken }) =>
    taken.map(([document_id, quantity]) => ({ lot_id, document_id, quantity })),
  )
  const ids = new Set(taken.map(({ document_id }) => document_id))
  return byDocument(taken, await listDocuments(db, bookId, [...ids]))
}

/** What issues took that name the batch for reading alone: neither its materials nor documents of a run. */
export async function listReferring(db: Queryable, bookId: string, batchId: string): Promise<Taking[]> {
  const ids = await listIds(
    db,
    sql`
    select id
      from stock_documents
     where book_id = ${bookId} and batch_id = ${batchId} and movement_type = 'issue'
       and movement_purpose not in ('production_out', 'packaging_consumption') and packaging_run_id is null`,
  )
  const taken = await db.many<Taken>(sql`
    select a.lot_id, wanted.id as document_id, trim_scale(a.quantity)::text as quantity
      from unnest(${ids}::uuid[]) wanted (id)
     cross join lateral (
        select lot_id, sum(quantity) as quantity
          from stock_allocations
         where book_id = ${bookId} and document_id = wanted.id
         group by lot_id) a
     order by a.lot_id`)
  return byDocument(taken, await listDocuments(db, bookId, ids))
}

/** In the order of the documents. One that is gone by now took nothing. */
function byDocument(taken: readonly Taken[], documents: readonly DocumentRow[]): Taking[] {
  const ofDocument = groupBy(taken, ({ document_id }) => document_id)
  return documents.flatMap(document =>
    (ofDocument.get(document.document_id) ?? []).map(({ lot_id, quantity }) => ({ lot_id, quantity, document })),
  )
}

/** The layers transfers made of these. */
export const listTransferred = (db: Queryable, bookId: string, lotIds: string[]): Promise<Link[]> =>
  db.many(sql`
    select o.id as lot_id, wanted.id as from_lot_id
      from unnest(${lotIds}::uuid[]) wanted (id)
     cross join lateral (
        select id
          from stock_lines
         where book_id = ${bookId} and source_lot_id = wanted.id
        offset 0) l
     cross join lateral (
        select id
          from stock_lots
         where book_id = ${bookId} and id = l.id
         limit 1) o`)

/** Layers a document, an issue, took from. */
export const allocationsOf = (bookId: string, document: Sql): Sql => sql`
     cross join lateral (
        select lot_id
          from stock_allocations
         where book_id = ${bookId} and document_id = ${document}
        offset 0) a`

/** Layers a document, a receipt, made. */
export const layersOf = (bookId: string, document: Sql): Sql => sql`
     cross join lateral (
        select id as lot_id
          from stock_lots
         where book_id = ${bookId} and document_id = ${document}
        offset 0) l`

/** The documents of repacks that went that way. */
const documentsOfRepacks = (bookId: string, repackIds: string[], type: 'issue' | 'receipt'): Sql => sql`
           unnest(${repackIds}::uuid[]) wanted (id)
     cross join lateral (
        select id
          from stock_documents
         where book_id = ${bookId} and repack_id = wanted.id and movement_type = ${type}
        offset 0) d`

/** A layer that went into a repack, or came of it. */
export interface Repacked {
  repack_id: string
  lot_id: string
}

/** A repack makes all its outputs of all its inputs. */
export const listRepackInputs = (db: Queryable, bookId: string, repackIds: string[]): Promise<Repacked[]> =>
  db.many(sql`
    select distinct wanted.id as repack_id, a.lot_id
      from ${documentsOfRepacks(bookId, repackIds, 'issue')}
     ${allocationsOf(bookId, sql`d.id`)}`)

export const listRepackOutputs = (db: Queryable, bookId: string, repackIds: string[]): Promise<Repacked[]> =>
  db.many(sql`
    select wanted.id as repack_id, l.lot_id
      from ${documentsOfRepacks(bookId, repackIds, 'receipt')}
     ${layersOf(bookId, sql`d.id`)}`)

const listIds = async (db: Queryable, statement: Sql): Promise<string[]> =>
  (await db.many<{ id: string }>(statement)).map(({ id }) => id)
