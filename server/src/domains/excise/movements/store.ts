/** SQL of the figures of a month, and of its movements one by one. */
import type { UnitRef } from '../../../contract/schema.ts'
import { type Page, type PageRequest, selectPage } from '../../../db/paging.ts'
import type { Queryable } from '../../../db/pool.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import type { Day } from '../../../lib/days.ts'
import type { Instant } from '../../../lib/instants.ts'
import { beersOf } from '../../core/index.ts'
import { firstDayOf, lastDayOf, type Month } from '../months.ts'
import { movedOf, movementsOf, producingPurposes, type Span, stockBefore } from './movements-store.ts'

const day = (text: Day): Sql => sql`${text}::date`

const spanOf = (bookId: string, from: Day, to: Day): Span => ({
  bookId: sql`${bookId}::uuid`,
  from: day(from),
  to: day(to),
})

const monthSpan = (bookId: string, month: Month): Span => spanOf(bookId, firstDayOf(month), lastDayOf(month))

export interface Stock {
  plato: number
  hl: string
}

export const listStockBefore = (db: Queryable, bookId: string, month: Month): Promise<Stock[]> =>
  db.many(sql`
    select plato, trim_scale(hl)::text as hl
      from ${stockBefore(sql`${bookId}::uuid`, day(firstDayOf(month)))} before
     order by plato ${unprepared}`)

export interface Moved {
  plato: number
  produced_hl: string
  received_hl: string
  released_hl: string
  losses_hl: string
}

const sumsAsText = sql`trim_scale(produced_hl)::text as produced_hl, trim_scale(received_hl)::text as received_hl,
  trim_scale(released_hl)::text as released_hl, trim_scale(losses_hl)::text as losses_hl`

export const listMoved = (db: Queryable, bookId: string, month: Month): Promise<Moved[]> =>
  db.many(sql`
    select plato, ${sumsAsText}
      from ${movedOf(monthSpan(bookId, month), 'plato')} sums
     order by plato ${unprepared}`)

/**
 * Whether anything has changed since that can change what moved in a month. A document from before may have been one of
 * the month; a later one is when it is confirmed in it, with beer.
 */
export async function mayHaveMoved(
  db: Queryable,
  bookId: string,
  { month, since }: { month: Month; since: Instant },
): Promise<boolean> {
  const changed = await db.maybe<{ any: boolean }>(sql`
    select exists (select 1
                     from stock_documents d
                    where d.book_id = ${bookId} and d.movement_type in ('receipt', 'issue') and d.updated_at >= ${since}
                      and (d.created_at < ${since}
                           or d.status = 'confirmed' and d.date between ${day(firstDayOf(month))} and ${day(lastDayOf(month))}
                              and exists (select 1
                                            from stock_lines l
                                            join ${beersOf(bookId)} e on e.item_id = l.item_id
                                           where l.book_id = d.book_id and l.document_id = d.id)))
        or exists (select 1
                     from items i
                    where i.book_id = ${bookId} and i.updated_at >= ${since}
                      and (i.plato is not null
                           or exists (select 1
                                        from items p
                                       where p.book_id = i.book_id and p.base_item_id = i.id and p.plato is not null)))
        or exists (select 1 from warehouses w where w.book_id = ${bookId} and w.updated_at >= ${since})
        or exists (select 1 from units u where u.book_id = ${bookId} and u.updated_at >= ${since}) as any ${unprepared}`)
  return changed!.any
}

/** What moved in a month, day by day; what only moved inside is no change of the record. */
export const listMovedByDay = (db: Queryable, bookId: string, month: Month): Promise<(Moved & { date: Day })[]> =>
  db.many(sql`
    select date, plato, ${sumsAsText}
      from ${movedOf(monthSpan(bookId, month), 'date, plato')} sums
     order by date, plato ${unprepared}`)

/** From January to the end of the month. */
export async function sumProduced(db: Queryable, bookId: string, month: Month): Promise<string> {
  const span = spanOf(bookId, `${month.slice(0, 4)}-01-01`, lastDayOf(month))
  const row = await db.maybe<{ hl: string }>(sql`
    select trim_scale(coalesce(sum(m.hl), 0))::text as hl
      from ${movementsOf(span, producingPurposes)} m
     where m.column_name = 'produced' ${unprepared}`)
  return row!.hl
}

export interface InProduction {
  plato: number
  batches: number
  volume_hl: string
}

/** What batches had in process when the month ended, where the account is. Beer received counts on its document's day. */
export const listInProduction = (
  db: Queryable,
  bookId: string,
  { month, timeZone }: { month: Month; timeZone: string },
): Promise<InProduction[]> =>
  db.many(sql`
    select plato, count(*)::integer as batches, trim_scale(sum(litres) * 0.01)::text as volume_hl
      from (select e.plato, b.id, sum(n.volume_l) as litres
              from batch_entries n
              join batches b on b.book_id = n.book_id and b.id = n.batch_id
              join ${beersOf(bookId)} e on e.item_id = b.item_id
              left join stock_documents d on d.book_id = n.book_id and d.id = n.document_id
             where n.book_id = ${bookId} and not n.is_undone and n.reverses_id is null
               and coalesce(d.date, (n.occurred_at at time zone ${timeZone})::date) <= ${day(lastDayOf(month))}
             group by e.plato, b.id) held
     where litres > 0
     group by plato
     order by plato`)

/** Drafts dated in the month with a line of beer in a warehouse of excise. */
export async function countOpenDocuments(db: Queryable, bookId: string, month: Month): Promise<number> {
  const row = await db.maybe<{ count: number }>(sql`
    select count(*)::integer as count
      from stock_documents d
      join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id and w.is_excise_relevant
     where d.book_id = ${bookId} and d.movement_type in ('receipt', 'issue') and d.status = 'draft'
       and d.date between ${day(firstDayOf(month))} and ${day(lastDayOf(month))}
       and exists (select 1
                     from stock_lines l
                     join ${beersOf(bookId)} e on e.item_id = l.item_id
                    where l.book_id = d.book_id and l.document_id = d.id) ${unprepared}`)
  return row!.count
}

export interface MovementRow {
  id: string
  created_at: Instant
  updated_at: Instant
  date: Day
  plato: number
  hl: string
  column_name: 'produced' | 'received' | 'released' | 'losses' | 'internal'
  document_object: 'goods_receipt' | 'stock_issue' | 'packaging_run' | 'repack'
  document_id: string
  document_number: string
  movement_purpose: string | null
  line_id: string | null
  item_id: string | null
  item_code: string | null
  item_name: string
  warehouse_id: string
  warehouse_name: string
  partner_id: string | null
  partner_name: string | null
  batch_id: string | null
  lot_number: string | null
  quantity: string
  unit_id: string
  unit_code: string
  unit_symbol: string
  unit_dimension: UnitRef['dimension']
  unit_decimals: number | null
}

const shown = sql`r.id, r.created_at, r.updated_at, r.date, r.plato, trim_scale(r.hl)::text as hl, r.column_name,
  case when d.movement_type = 'receipt' then 'goods_receipt' when d.movement_type = 'issue' then 'stock_issue'
       when g.id is not null then 'packaging_run' else 'repack' end as document_object,
  coalesce(d.id, r.operation_id) as document_id, coalesce(d.number, g.number, k.number) as document_number,
  coalesce(d.movement_purpose, case when k.id is not null then 'repack' end) as movement_purpose, l.id as line_id,
  l.item_id, case when l.item_name is null then i.code else l.item_code end as item_code,
  coalesce(l.item_name, i.name) as item_name, w.id as warehouse_id, coalesce(d.warehouse_name, w.name) as warehouse_name,
  d.partner_id, coalesce(d.partner_name, p.name) as partner_name, coalesce(d.batch_id, g.batch_id) as batch_id,
  l.lot_number, trim_scale(coalesce(l.issued_quantity, l.quantity))::text as quantity, u.id as unit_id,
  u.code as unit_code, coalesce(l.unit_symbol, u.symbol) as unit_symbol, u.dimension as unit_dimension,
  case when l.item_name is null then u.decimals else l.unit_decimals end as unit_decimals`

/** Movements `r` with what each of them says; a difference of an operation has neither a line nor an item. */
const withNames = (movements: Sql): Sql => sql`${movements} r
  left join stock_documents d on d.book_id = r.book_id and d.id = r.document_id
  left join stock_lines l on l.book_id = r.book_id and l.id = r.id
  left join items i on i.book_id = l.book_id and i.id = l.item_id
  left join units u on u.book_id = i.book_id and u.id = i.unit_id
  left join partners p on p.book_id = d.book_id and p.id = d.partner_id
  left join packaging_runs g on r.document_id is null and g.book_id = r.book_id and g.id = r.operation_id
  left join repacks k on r.document_id is null and k.book_id = r.book_id and k.id = r.operation_id
  left join warehouses w on w.book_id = r.book_id and w.id = coalesce(d.warehouse_id, g.warehouse_id, k.warehouse_id)`

/** A movement by itself: what it is about is asked for later. */
export type MovementKey = Pick<
  MovementRow,
  'id' | 'created_at' | 'updated_at' | 'date' | 'plato' | 'hl' | 'column_name' | 'document_id'
> & { operation_id: string | null }

const keyColumns = sql`r.id, r.created_at, r.updated_at, r.document_id, r.operation_id, r.date, r.plato, r.hl::text as hl,
  r.column_name`

/** Only the movements of the page are asked what they say. */
export async function pageMovements(
  db: Queryable,
  { bookId, month, where }: { bookId: string; month: Month; where: Sql[] },
  page: PageRequest,
): Promise<Page<MovementRow>> {
  const from = sql`${movementsOf(monthSpan(bookId, month))} r`
  const conditions = [...where, sql`true ${unprepared}`]
  const found = await selectPage<MovementKey>(db, { bookId, where: conditions, columns: keyColumns, from }, page)
  return { ...found, rows: await nameMovements(db, bookId, found.rows) }
}

/** All of a month, in its order. */
export const listMovementKeys = (db: Queryable, bookId: string, month: Month): Promise<MovementKey[]> =>
  db.many(sql`
    select ${keyColumns}
      from ${movementsOf(monthSpan(bookId, month))} r
      left join stock_documents d on d.book_id = r.book_id and d.id = r.document_id
      left join packaging_runs g on r.document_id is null and g.book_id = r.book_id and g.id = r.operation_id
      left join repacks k on r.document_id is null and k.book_id = r.book_id and k.id = r.operation_id
     order by r.date, coalesce(d.number, g.number, k.number), r.line_order nulls last, r.id ${unprepared}`)

/** In their order, with what each of them says. */
export async function nameMovements(
  db: Queryable,
  bookId: string,
  keys: readonly MovementKey[],
): Promise<MovementRow[]> {
  const rows = await db.many<MovementRow>(sql`select ${shown} from ${withNames(keysAsRows(bookId, keys))}`)
  const byId = new Map(rows.map(row => [row.id, row]))
  return keys.map(({ id }) => byId.get(id)!)
}

const keysAsRows = (bookId: string, keys: readonly MovementKey[]): Sql => sql`(
  select ${bookId}::uuid as book_id, sent.*
    from json_to_recordset(${JSON.stringify(keys)}::json) as sent (
           id uuid, created_at timestamptz(3), updated_at timestamptz(3), document_id uuid, operation_id uuid, date date,
           plato integer, hl numeric, column_name text))`
