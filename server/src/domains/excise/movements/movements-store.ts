/** SQL of what excise counts: the posted lines of beer in its warehouses, each with its column. */
import { empty, raw, type Sql, sql } from '../../../db/sql.ts'
import { beersOf } from '../../core/index.ts'

/** Days of a book, both counted in: values, or columns of a statement around it. */
export interface Span {
  bookId: Sql
  from: Sql
  to: Sql
}

const isInExcise = (warehouseId: Sql): Sql => sql`(
  select x.is_excise_relevant
    from warehouses x
   where x.book_id = d.book_id and x.id = ${warehouseId})`

/** A packaging run or a repack: what it takes and what it makes is told by the difference. Beer it gets from a batch is not. */
const operationId = sql`case
  when d.packaging_run_id is null then d.repack_id
  when not exists (select 1
                     from packaging_runs g
                    where g.book_id = d.book_id and g.id = d.packaging_run_id and g.production_receipt_id = d.id)
  then d.packaging_run_id end`

/** Of a line that is no part of an operation. What is made by hand without its partner is received, or released. */
const column = sql`case
  when d.movement_type = 'receipt' then case
    when d.movement_purpose = 'production_in' then 'produced'
    when d.source_issue_id is not null
     and (select ${isInExcise(sql`s.warehouse_id`)}
            from stock_documents s
           where s.book_id = d.book_id and s.id = d.source_issue_id) then 'internal'
    else 'received' end
  when d.movement_purpose in ('production_out', 'tank_release', 'packaging_consumption') then 'produced'
  when d.movement_purpose in ('waste', 'inventory_shortage') then 'losses'
  when d.target_warehouse_id is not null and ${isInExcise(sql`d.target_warehouse_id`)} then 'internal'
  else 'released' end`

const isOfPurpose = (purposes: readonly string[] | undefined): Sql =>
  purposes ? sql`and d.movement_purpose = any (${purposes}::text[])` : empty

/** Documents of the span: what is the same for all their lines is worked out once for each of them. */
const documentsOf = ({ bookId, from, to }: Span, purposes?: readonly string[]): Sql => sql`
  select d.book_id, d.id, d.date, w.is_excise_relevant as is_inside, ${operationId} as operation_id,
         ${column} as column_name, case d.movement_type when 'receipt' then 0.01 else -0.01 end as hl_per_litre
    from stock_documents d
    join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id
   where d.book_id = ${bookId} and d.movement_type in ('receipt', 'issue') and d.date between ${from} and ${to}
     and d.status = 'confirmed' ${isOfPurpose(purposes)}`

/**
 * Lines of beer of these documents, looked up for each: `offset 0` leaves no other plan. Signed: what comes is positive. A
 * hundredth is exact, a division is not.
 */
const lines = sql`
  select d.book_id, l.id, l.created_at, l.item_id, l.line_order, d.id as document_id, d.date, e.plato, d.is_inside,
         l.moved * e.litres * d.hl_per_litre as hl, d.operation_id, d.column_name
    from documents d
   cross join lateral (
     select id, created_at, item_id, line_order, coalesce(issued_quantity, quantity) as moved
       from stock_lines
      where book_id = d.book_id and document_id = d.id
     offset 0) l
    join beers e on e.item_id = l.item_id
   where l.moved > 0`

/** Through arrays: PostgreSQL takes the beers for a single one otherwise, and reads all lines again for each of them. */
const beers = (bookId: Sql): Sql => sql`
  select b.item_id, b.plato, b.litres
    from (select array_agg(item_id) as ids, array_agg(plato) as platos, array_agg(litres) as litres
            from ${beersOf(bookId)} beer) known
   cross join lateral unnest(known.ids, known.platos, known.litres) b (item_id, plato, litres)`

/**
 * Every movement of a span: the lines, those of operations and between two warehouses of excise as `internal`; and for
 * each operation and row what left excise with it, and what it lost or gained.
 */
export const movementsOf = (span: Span, purposes?: readonly string[]): Sql => sql`(
  with documents as materialized (${documentsOf(span, purposes)}),
  beers as materialized (${beers(span.bookId)}),
  parts as materialized (${lines} and d.operation_id is not null),
  operations as (
    select o.operation_id, o.date, o.plato, max(o.created_at) as created_at,
           coalesce(-sum(o.hl) filter (where o.hl < 0 and o.is_inside), 0) as gone,
           coalesce(sum(o.hl) filter (where o.hl > 0 and o.is_inside), 0) as made,
           coalesce(sum(o.hl) filter (where o.hl > 0 and not o.is_inside), 0) as away
      from parts o
     where o.operation_id in (select i.operation_id from parts i where i.is_inside)
     group by o.operation_id, o.date, o.plato),
  differences as (
    select operation_id, date, plato, created_at, 'released' as column_name, -away as hl
      from operations
     where away > 0
     union all
    select operation_id, date, plato, created_at, case when gone > made + away then 'losses' else 'produced' end,
           made + away - gone
      from operations
     where gone <> made + away)
  select book_id, id, created_at, created_at as updated_at, item_id, line_order, document_id, operation_id, date, plato, hl,
         case when operation_id is null then column_name else 'internal' end as column_name
    from (${lines} and d.is_inside) line
   union all
  select ${span.bookId}, md5(concat_ws(' ', operation_id, date, plato, column_name))::uuid, created_at, created_at, null, null, null,
         operation_id, date, plato, hl, column_name
    from differences)`

/** The sums of the columns, for each °Plato, and for each day of it. Columns are told apart once they are added up. */
export const movedOf = (span: Span, by: 'plato' | 'date, plato'): Sql => sql`(
  select ${raw(by)},
         coalesce(sum(hl) filter (where column_name = 'produced'), 0) as produced_hl,
         coalesce(sum(hl) filter (where column_name = 'received'), 0) as received_hl,
         coalesce(-sum(hl) filter (where column_name = 'released'), 0) as released_hl,
         coalesce(-sum(hl) filter (where column_name = 'losses'), 0) as losses_hl
    from (select ${raw(by)}, column_name, sum(hl) as hl
            from ${movementsOf(span)} movement
           where column_name <> 'internal'
           group by ${raw(by)}, column_name) added
   group by ${raw(by)})`

/** Purposes that can make a movement of the column produced. */
export const producingPurposes = ['production_in', 'production_out', 'tank_release', 'packaging_consumption', 'repack']

/** What lies in excise when a month begins, with what is on the way between two of its warehouses. */
export const stockBefore = (bookId: Sql, firstDay: Sql): Sql => sql`(
  select s.plato, sum(s.hl) as hl
    from (select e.plato, m.quantity * e.litres * 0.01 as hl
            from stock_months m
            join warehouses w on w.book_id = m.book_id and w.id = m.warehouse_id and w.is_excise_relevant
            join ${beersOf(bookId)} e on e.item_id = m.item_id
           where m.book_id = ${bookId} and m.month < ${firstDay}
           union all
          select e.plato, coalesce(l.issued_quantity, l.quantity) * e.litres * 0.01
            from stock_documents d
            join warehouses w on w.book_id = d.book_id and w.id = d.warehouse_id and w.is_excise_relevant
            join warehouses t on t.book_id = d.book_id and t.id = d.target_warehouse_id and t.is_excise_relevant
            join stock_lines l on l.book_id = d.book_id and l.document_id = d.id
            join ${beersOf(bookId)} e on e.item_id = l.item_id
           where d.book_id = ${bookId} and d.movement_type = 'issue' and d.movement_purpose = 'transfer'
             and d.status = 'confirmed' and d.date < ${firstDay}
             and not exists (select 1
                               from stock_documents a
                              where a.book_id = d.book_id and a.source_issue_id = d.id and a.status = 'confirmed'
                                and a.date < ${firstDay})) s
   group by s.plato
  having sum(s.hl) <> 0)`
