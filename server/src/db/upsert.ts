/** Many rows of one table in one statement: new ones inserted, known ones (by id) replaced where there may be some. */
import type { Instant } from '../lib/instants.ts'
import { forMany } from './alike.ts'
import type { Tx } from './pool.ts'
import { jsonArray } from './rows.ts'
import { raw, type Sql, sql } from './sql.ts'

/** A table of the books with the columns people set, each with its PostgreSQL type. */
export interface Table<Row> {
  name: string
  columns: { [Column in keyof Row]: string }
  /** Its rows carry a version that grows with every change. */
  isVersioned?: boolean
  copied?: Copied | undefined
  /** Columns written with a new row and then left to statements of their own. */
  initial?: readonly string[]
}

/** Columns that keep what another record says: copied when a row is new or refers to another record, then kept. */
export interface Copied {
  /** The column that refers to the record. */
  by: string
  /** Joins that find the record of the row `sent`; `book` is the book's id. */
  from: (book: Sql) => Sql
  /** Each column with the expression it is copied from. */
  columns: Record<string, string>
}

/** A table whose rows keep copies. */
export interface CopyingTable {
  name: string
  copied: Copied
}

interface AnyTable {
  columns: Record<string, string>
  isVersioned?: boolean
  copied?: Copied | undefined
  initial?: readonly string[]
}

/** Saves rows of a table. */
export type Upsert<Row> = (tx: Tx, at: { bookId: string; now: Instant }, rows: readonly Row[]) => Promise<void>

interface Write {
  at: { bookId: string; now: Instant }
  /** JSON. */
  rows: string
}

/**
 * Sent without waiting. Numbers travel as text inside the JSON, so that PostgreSQL reads them exactly. What the columns
 * give to the statement is written once for the table: with five lines it took longer than their JSON.
 */
function writeInto<Row extends { id: string }>(table: Table<Row>, whenKnown: Sql): Upsert<Row> {
  const insert = sql`insert into ${raw(table.name)} as t (book_id, ${version(table)} ${names(table)}, created_at, updated_at)`
  const selected = sql`${firstVersion(table)} ${values(table)}`
  const types = typedNames(table)
  const copied = (book: Sql) => table.copied?.from(book) ?? sql``
  const ofOneBook = ({ at, rows }: Write) => sql`
      ${insert}
      select ${at.bookId}, ${selected}, ${at.now}, ${at.now}
        from json_to_recordset(${rows}::json) as sent (${types})
             ${copied(sql`${at.bookId}`)}
             ${whenKnown}`
  const ofSeveral = (writes: readonly Write[]) => sql`
      ${insert}
      select book.id, ${selected}, book.now, book.now
        from unnest((select ${writes.map(({ at }) => at.bookId)}::uuid[]),
                    (select ${writes.map(({ at }) => at.now)}::timestamptz[]),
                    (select ${jsonArray(writes.map(({ rows }) => rows))}::json[])) as book (id, now, rows)
             cross join lateral json_to_recordset(book.rows) as sent (${types})
             ${copied(raw('book.id'))}
             ${whenKnown}`
  const write = (writes: readonly Write[]) => (writes.length === 1 ? ofOneBook(writes[0]!) : ofSeveral(writes))
  return async (tx, at, rows) => {
    if (rows.length > 0) tx.send(forMany(write, { at, rows: JSON.stringify(rows) }))
  }
}

export const upsertInto = <Row extends { id: string }>(table: Table<Row>): Upsert<Row> =>
  writeInto(
    table,
    sql`
          on conflict (book_id, id) do update
         set ${assignments(table)}, updated_at = excluded.updated_at`,
  )

/** All of them new: who may find a row to replace has to look for it first, which a quarter of an insert goes into. */
export const insertInto = <Row extends { id: string }>(table: Table<Row>): Upsert<Row> => writeInto(table, sql``)

export const upsertRows = <Row extends { id: string }>(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { table, rows }: { table: Table<Row>; rows: readonly Row[] },
): Promise<void> => upsertInto(table)(tx, at, rows)

/** Copies once more what other records say now, into the rows `sent` that meet the condition. */
export async function copyAgain(
  tx: Tx,
  at: { bookId: string; now: Instant },
  { table, condition }: { table: CopyingTable; condition: Sql },
): Promise<void> {
  const copies = Object.entries(table.copied.columns)
  const fresh = raw(copies.map(([name, from]) => `${from} as ${name}`).join(', '))
  const set = raw(copies.map(([name]) => `${name} = fresh.${name}`).join(', '))
  await tx.run(sql`
    update ${raw(table.name)} t
       set ${set}, updated_at = ${at.now}
      from (select sent.id, ${fresh}
              from ${raw(table.name)} sent
                   ${table.copied.from(sql`${at.bookId}`)}
             where sent.book_id = ${at.bookId} and ${condition}) fresh
     where t.book_id = ${at.bookId} and t.id = fresh.id`)
}

const columnsOf = (table: AnyTable): [string, string][] => Object.entries(table.columns)

const copiesOf = ({ copied }: AnyTable): [string, string][] => Object.entries(copied?.columns ?? {})

const names = (table: AnyTable): Sql => raw([...columnsOf(table), ...copiesOf(table)].map(([name]) => name).join(', '))

const values = (table: AnyTable): Sql =>
  raw([...columnsOf(table).map(([name]) => `sent.${name}`), ...copiesOf(table).map(([, from]) => from)].join(', '))

const typedNames = (table: AnyTable): Sql =>
  raw(
    columnsOf(table)
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  )

const version = ({ isVersioned }: AnyTable): Sql => raw(isVersioned ? 'version,' : '')
const firstVersion = ({ isVersioned }: AnyTable): Sql => raw(isVersioned ? '1,' : '')

function assignments(table: AnyTable): Sql {
  const own = columnsOf(table)
    .filter(([name]) => name !== 'id' && !table.initial?.includes(name))
    .map(([name]) => `${name} = excluded.${name}`)
  const by = table.copied?.by
  const copies = copiesOf(table).map(
    ([name]) => `${name} = case when t.${by} is distinct from excluded.${by} then excluded.${name} else t.${name} end`,
  )
  return raw([...(table.isVersioned ? ['version = t.version + 1'] : []), ...own, ...copies].join(', '))
}

/** Of a wider row the columns of the table. */
export const only = <Row extends object>({ columns }: Table<Row>, row: Row): Row =>
  Object.fromEntries(Object.keys(columns).map(name => [name, row[name as keyof Row]])) as Row

/** The same for many rows, by a function that is written for these columns. */
export function narrowerOf<Row extends object>({ columns }: Table<Row>): (row: Row) => Row {
  const properties = Object.keys(columns).map(name => `${name}: row.${name}`)
  return new Function('row', `return { ${properties.join(', ')} }`) as (row: Row) => Row
}
