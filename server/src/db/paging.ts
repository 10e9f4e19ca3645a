/** Keyset pages: cost does not grow with the depth of the page. */
import type { Instant } from '../lib/instants.ts'
import type { Queryable } from './pool.ts'
import { empty, join, raw, type Sql, sql } from './sql.ts'

export type PageOrder = 'newest_first' | 'by_creation' | 'by_update'

/** An order of its own, by what an index has. */
export interface Sorting {
  /** Of the row `r`, never null. */
  by: Sql
  /** Of what it is sorted by. */
  type: 'text' | 'date'
  isDescending?: boolean
}

export interface PageRequest {
  order: PageOrder
  /** Instead of `order`. */
  sorting?: Sorting
  /** The last row of the page before: its instant, or what it is sorted by. */
  after?: { at: Instant; id: string }
  /** With `by_update`: nothing that changed earlier is asked for. */
  since?: Instant
  limit: number
  /** Everything a book has, or what came or changed since an instant: no filter says which, and no record whose they are. */
  isWhole?: boolean
}

/** Every listed row has these. */
export interface Listed {
  id: string
  created_at: Instant
  updated_at: Instant
  /** What the page is sorted by, where that was asked for. */
  sort_key?: string
}

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
  /** The book's last event when the page was read: events after it are not in the page. None of what has no book. */
  latestSequence?: number
}

/** Which rows of a book are listed. */
export interface Selection {
  bookId: string
  /** Conditions on the table, under the alias `r`. */
  where: Sql[]
  /**
   * The table is indexed by the day of `updated_at`, which it keeps in `updated_on`, and not by `updated_at`: its rows
   * change often, and in place. The days come in order, and the rows of one are sorted.
   */
  keepsDay?: boolean
}

export interface PageSource extends Selection {
  columns: Sql
  /** The table, under the alias `r`. */
  from: Sql
}

const orders: Record<PageOrder, { column: Sql; forward: boolean }> = {
  newest_first: { column: sql`created_at`, forward: false },
  by_creation: { column: sql`created_at`, forward: true },
  by_update: { column: sql`updated_at`, forward: true },
}

/** The most rows a page shows. */
export const mostRows = 200

/** With the one that tells there are more. */
const most = mostRows + 1

/**
 * One statement, so that the page and the sequence come from the same snapshot. The book's row comes even when the page is
 * empty. A plan is kept when it costs no more than one made for the values, and of a limit it does not know PostgreSQL
 * expects the worst. Where no filter decides what is best, the most is told beside it: no list of a large book is planned anew.
 */
export async function selectPage<Row extends Listed>(
  db: Queryable,
  source: PageSource,
  page: PageRequest,
): Promise<Page<Row>> {
  const { column, shown, isForward } = keyOf(page)
  const direction = isForward ? sql`asc` : sql`desc`
  const isByDay = source.keepsDay === true && !page.sorting && page.order === 'by_update'
  const conditions = [
    sql`r.book_id = ${source.bookId}`,
    ...source.where,
    ...beyond(page),
    ...(isByDay ? fromDay(page) : []),
  ]
  const listed = sql`
        select ${source.columns}${page.sorting ? sql`, (${column})::text as sort_key` : empty}
          from ${source.from}
         where ${join(conditions, ' and ')}
         order by ${isByDay ? sql`r.updated_on,` : empty} ${column} ${direction}, r.id ${direction}`
  const inOrder = sql`order by ${shown} ${direction}, p.id ${direction}`
  const isSteady = page.isWhole === true && !isByDay && !page.sorting && page.limit < most
  const found = await db.many<Row & { latest_sequence: string }>(sql`
    select b.last_sequence as latest_sequence, p.*
      from books b
      left join lateral (${isSteady ? sql`select * from (${listed} limit ${raw(String(most))}) p ${inOrder}` : listed}
         limit ${page.limit + 1}) p on true
     where b.id = ${source.bookId}
     ${inOrder}`)
  const rows = found.filter(row => row.id !== null)
  return {
    rows: rows.slice(0, page.limit),
    hasMore: rows.length > page.limit,
    latestSequence: Number(found[0]?.latest_sequence ?? 0),
  }
}

/** What belongs to an account, not to one of its books: the newest first, or from an instant on. */
export async function selectOfTenant<Row extends Listed>(
  db: Queryable,
  { tenantId, columns, from, where }: Omit<PageSource, 'bookId'> & { tenantId: string },
  page: PageRequest,
): Promise<Page<Row>> {
  const { column, forward } = orders[page.order]
  const direction = forward ? sql`asc` : sql`desc`
  const conditions = [sql`r.tenant_id = ${tenantId}`, ...where, ...beyond(page)]
  const rows = await db.many<Row>(sql`
    select ${columns}
      from ${from}
     where ${join(conditions, ' and ')}
     order by r.${column} ${direction}, r.id ${direction}
     limit ${page.limit + 1}`)
  return { rows: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
}

/** What the rows of a page are ordered by, and how that is called around it. */
function keyOf({ order, sorting }: PageRequest): { column: Sql; shown: Sql; type: Sql; isForward: boolean } {
  const { column, forward } = orders[order]
  if (!sorting) return { column: sql`r.${column}`, shown: sql`p.${column}`, type: sql`timestamptz`, isForward: forward }
  const { by, type, isDescending = false } = sorting
  const shown = sql`p.sort_key collate "C"`
  return { column: by, shown, type: type === 'date' ? sql`date` : sql`text`, isForward: !isDescending }
}

function beyond(page: PageRequest): Sql[] {
  const { after } = page
  if (!after) return []
  const { column, type, isForward } = keyOf(page)
  const place = sql`(${after.at}::${type}, ${after.id}::uuid)`
  return [isForward ? sql`(${column}, r.id) > ${place}` : sql`(${column}, r.id) < ${place}`]
}

function fromDay({ after, since }: PageRequest): Sql[] {
  const from = after?.at ?? since
  return from === undefined ? [] : [sql`r.updated_on >= (${from}::timestamptz at time zone 'UTC')::date`]
}

/** Where the next page starts. */
export const placeOf = (order: PageOrder, row: Listed): { at: Instant; id: string } => ({
  at: row.sort_key ?? (order === 'by_update' ? row.updated_at : row.created_at),
  id: row.id,
})
