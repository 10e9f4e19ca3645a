/** Numbers of records: one counter per book, kind and year, taken under the book's lock, so that none is skipped. */
import { forMany } from '../db/alike.ts'
import type { Tx } from '../db/pool.ts'
import { oneOfEach } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { assert } from '../lib/assert.ts'
import { type Day, yearOf } from '../lib/days.ts'
import { newId } from '../lib/ids.ts'
import type { Instant } from '../lib/instants.ts'
import type { WriteContext } from './context.ts'

/** A kind of numbers, with what a new book starts with. */
export interface Series {
  kind: string
  prefix: string
  /** Whether it begins anew each year; it does unless said otherwise. */
  isYearly?: boolean
  /** Its place among all kinds, in lists of them. */
  place: number
}

/** The kinds in their order. Schemas show this very array, complete once the list of domains is loaded. */
export const documentKinds: string[] = []

/** Told once, by the list of domains. */
export function declareSeries(series: readonly Series[]): void {
  const ordered = series.toSorted((one, other) => one.place - other.place)
  documentKinds.splice(0, documentKinds.length, ...ordered.map(({ kind }) => kind))
}

export interface NumberFormat {
  prefix: string
  digits: number
  is_yearly: boolean
}

/** `OBJ202600001`; a series that does not begin anew each year has no year in its numbers. */
export const numberText = ({ prefix, digits, is_yearly }: NumberFormat, year: number, value: number): string =>
  `${prefix}${is_yearly ? String(year).padStart(4, '0') : ''}${String(value).padStart(digits, '0')}`

type Taken = NumberFormat & { last_number: number }

/** The next number of a kind; the year is that of the document's day. */
export async function takeNumber(ctx: WriteContext, kind: string, day: Day): Promise<string> {
  const at = { bookId: ctx.account.book.id, kind, year: yearOf(day) }
  const taken = (await countOn(ctx.tx, at)) ?? (await beginCounting(ctx.tx, at))
  assert(taken, `the book has a number series for ${kind}`)
  return numberText(taken, at.year, taken.last_number)
}

interface SeriesOfYear {
  bookId: string
  kind: string
  year: number
}

const asked = { place: 'integer', book_id: 'uuid', kind: 'text', year: 'integer' }

/** Without the look for a conflict that an insert begins with. */
const countAllOn = (all: readonly SeriesOfYear[]): Sql => sql`
    update number_counters c
       set last_number = c.last_number + 1
      from ${oneOfEach(
        all.map(({ bookId, kind, year }, place) => ({ place: place + 1, book_id: bookId, kind, year })),
        asked,
      )}
           join number_series n on n.book_id = s.book_id and n.document_kind = s.kind
     where c.book_id = s.book_id and c.document_kind = s.kind
       and c.year = case when n.is_yearly then s.year else 0 end
    returning s.place, c.last_number, n.prefix, n.digits, n.is_yearly`

const countOn = (tx: Tx, at: SeriesOfYear): Promise<Taken | undefined> => tx.maybe(forMany(countAllOn, at))

/** The first number of a year. Two of one write may ask at once, and neither found a counter. */
const beginCounting = (tx: Tx, { bookId, kind, year }: SeriesOfYear): Promise<Taken | undefined> =>
  tx.maybe(sql`
    with s as (
      select s.book_id, s.document_kind, s.prefix, s.digits, s.is_yearly from number_series s
       where s.book_id = ${bookId} and s.document_kind = ${kind}),
    counted as (
      insert into number_counters as c (book_id, document_kind, year, last_number)
      select s.book_id, s.document_kind, case when s.is_yearly then ${year}::integer else 0 end, 1
        from s
          on conflict (book_id, document_kind, year) do update
         set last_number = c.last_number + 1
      returning c.last_number)
    select counted.last_number, s.prefix, s.digits, s.is_yearly from s, counted`)

/** As the domains declare them; a kind the book has stays as it is. */
export async function insertMissingSeries(
  tx: Tx,
  { bookId, now }: { bookId: string; now: Instant },
  series: readonly Series[],
): Promise<void> {
  const rows = series.map(({ kind, prefix, isYearly = true }) => ({ id: newId(), kind, prefix, is_yearly: isYearly }))
  await tx.run(sql`
    insert into number_series (book_id, id, document_kind, prefix, digits, is_yearly, created_at, updated_at)
    select ${bookId}, sent.id, sent.kind, sent.prefix, 5, sent.is_yearly, ${now}, ${now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (id uuid, kind text, prefix text, is_yearly boolean)
        on conflict (book_id, document_kind) do nothing`)
}
