/** A table said once: its columns give the type of a row, the list a select names, and the statement that saves rows. */
import { assert } from '../lib/assert.ts'
import type { Day } from '../lib/days.ts'
import type { Instant } from '../lib/instants.ts'
import { searchable } from '../lib/search-text.ts'
import { type Listed, type Page, type PageRequest, type Selection, selectPage } from './paging.ts'
import type { Queryable, Tx } from './pool.ts'
import { raw, type Sql, sql } from './sql.ts'
import { type Copied, insertInto, narrowerOf, type Table, upsertInto } from './upsert.ts'

/** A column by its PostgreSQL type; `Value` is what a row holds. */
export interface Column<Value> {
  readonly type: string
  /** How a select reads it, when not by its name alone; `r` is the table. */
  readonly read?: (name: string) => string
  /** How it travels to the database, when not as the JSON of its value. */
  write?(value: Value): unknown
  readonly '~value'?: Value
}

const asText = (name: string) => `r.${name}::text as ${name}`
const asNumber = (name: string) => `r.${name}::float8 as ${name}`
const asHex = (name: string) => `encode(r.${name}, 'hex') as ${name}`
const withoutZeros = (name: string) => `trim_scale(r.${name})::text as ${name}`

export const column = {
  uuid: (): Column<string> => ({ type: 'uuid' }),
  text: <Value extends string = string>(): Column<Value> => ({ type: 'text' }),
  integer: (): Column<number> => ({ type: 'integer' }),
  /** Whole, and far from 2^53. */
  bigint: (): Column<number> => ({ type: 'bigint', read: asNumber }),
  boolean: (): Column<boolean> => ({ type: 'boolean' }),
  date: (): Column<Day> => ({ type: 'date' }),
  instant: (): Column<Instant> => ({ type: 'timestamptz' }),
  /** With the places it is stored with, such as `10.00`. */
  amount: (): Column<string> => ({ type: 'numeric', read: asText }),
  /** Without zeros at its end. */
  decimal: (): Column<string> => ({ type: 'numeric', read: withoutZeros }),
  /** Bytes as hexadecimal text. */
  hex: (): Column<string> => ({ type: 'bytea', read: asHex, write: text => `\\x${text}` }),
  bytes: (): Column<Buffer> => ({ type: 'bytea', write: bytes => `\\x${bytes.toString('hex')}` }),
  json: <Value>(): Column<Value> => ({ type: 'jsonb' }),
  uuids: (): Column<string[]> => ({ type: 'uuid[]' }),
  texts: <Value extends string = string>(): Column<Value[]> => ({ type: 'text[]' }),
}

export const orNull = <Value>(declared: Column<Value>): Column<Value | null> => declared

/** Read by an expression of its own, such as one that falls back to a join. */
export const readAs = <Value>(declared: Column<Value>, expression: string): Column<Value> => ({
  ...declared,
  read: name => `${expression} as ${name}`,
})

type Columns = Record<string, Column<unknown>>
type ValuesOf<C extends Columns> = { [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never }

interface Declaration<Stored extends Columns, Computed extends Columns, Copies extends Copied | undefined> {
  name: string
  /** What is stored, besides the book and the two instants every row has. */
  columns: Stored
  /** What a select adds by expressions over the joins. */
  computed?: Computed
  /** Joins after the table `r`. */
  joins?: Sql
  copied?: Copies
  /** Written with a new row, then left to statements of their own. */
  initial?: readonly NoInfer<keyof Stored & string>[]
  /** What a search looks through, kept in the column `search_text`. */
  searched?: (row: NoInfer<ValuesOf<Stored>>) => (string | null)[]
}

export interface DefinedTable<Stored, Row> extends Omit<Table<Stored>, 'copied'> {
  readonly copied: Copied | undefined
  /** The select list of a row, over `from`. */
  readonly select: Sql
  readonly from: Sql
  find(db: Queryable, bookId: string, id: string): Promise<Row | undefined>
  /** One that another row names, so it is there. */
  get(db: Queryable, bookId: string, id: string): Promise<Row>
  /** By a condition on `r`. */
  findWhere(db: Queryable, bookId: string, condition: Sql): Promise<Row | undefined>
  /** All that meet the condition, in the order of a column. */
  all(db: Queryable, bookId: string, where: { condition: Sql; order: keyof Stored & string }): Promise<Row[]>
  page(db: Queryable, of: Selection, page: PageRequest): Promise<Page<Row>>
  /** Of a wider row what is stored. */
  rowOf(row: Stored): Stored
  /** New ones alone. */
  insert(tx: Tx, at: { bookId: string; now: Instant }, rows: readonly Stored[]): Promise<void>
  /** New or changed. */
  save(tx: Tx, at: { bookId: string; now: Instant }, rows: readonly Stored[]): Promise<void>
}

export type RowOf<T> = T extends DefinedTable<infer _Stored, infer Row> ? Row : never
export type StoredOf<T> = T extends DefinedTable<infer Stored, infer _Row> ? Stored : never

export function defineTable<
  const Stored extends Columns & { id: Column<string> },
  const Computed extends Columns = Record<never, never>,
  Copies extends Copied | undefined = undefined,
>(
  declaration: Declaration<Stored, Computed, Copies>,
): DefinedTable<ValuesOf<Stored>, ValuesOf<Stored> & ValuesOf<Computed> & Listed> & { copied: Copies } {
  type Values = ValuesOf<Stored> & { id: string }
  type Row = ValuesOf<Stored> & ValuesOf<Computed> & Listed
  const { columns, computed, joins, searched } = declaration
  const table = storedTable<Values>(declaration, searched !== undefined)
  const select = raw([...selectColumns({ ...columns, ...computed }), 'r.created_at', 'r.updated_at'].join(', '))
  const from = joins ? sql`${raw(table.name)} r ${joins}` : raw(`${table.name} r`)
  const narrow = narrowerOf(table)
  const rowOf = (row: ValuesOf<Stored>): Values =>
    searched
      ? Object.assign(narrow(row as Values), { search_text: searchable(...searched(row)) })
      : narrow(row as Values)
  const insert = insertInto(table)
  const upsert = upsertInto(table)
  const write = rowWriter<Values>(columns)
  const sent = (row: ValuesOf<Stored>): Values => write(rowOf(row))
  const where = (bookId: string, condition: Sql) =>
    sql`select ${select} from ${from} where r.book_id = ${bookId} and ${condition}`
  return {
    ...table,
    copied: declaration.copied as Copies,
    select,
    from,
    rowOf,
    find: (db, bookId, id) => db.maybe<Row>(where(bookId, sql`r.id = ${id}`)),
    async get(db, bookId, id) {
      const row = await db.maybe<Row>(where(bookId, sql`r.id = ${id}`))
      assert(row, `${table.name} has the row ${id}`)
      return row
    },
    findWhere: (db, bookId, condition) => db.maybe<Row>(where(bookId, condition)),
    all: (db, bookId, { condition, order }) =>
      db.many<Row>(sql`${where(bookId, condition)} order by ${raw(`r.${order}`)}`),
    page: (db, of, page) => selectPage<Row>(db, { columns: select, from, ...of }, page),
    insert: (tx, at, rows) => insert(tx, at, rows.map(sent)),
    save: (tx, at, rows) => upsert(tx, at, rows.map(sent)),
  }
}

const storedTable = <Values>(
  { name, columns, copied, initial }: Omit<Table<unknown>, 'columns'> & { columns: Columns },
  isSearched: boolean,
): Table<Values> => {
  const types = Object.entries(columns).map(([each, { type }]) => [each, type])
  return {
    name,
    columns: Object.fromEntries([...types, ...(isSearched ? [['search_text', 'text']] : [])]),
    ...(copied && { copied }),
    ...(initial && { initial }),
  }
}

/** Makes of a row what travels. */
function rowWriter<Row extends object>(columns: Columns): (row: Row) => Row {
  const written = Object.entries(columns).filter(([, { write }]) => write)
  if (written.length === 0) return row => row
  return row => {
    const values = row as Record<string, unknown>
    const changed = written.map(([name, { write }]) => [name, values[name] === null ? null : write!(values[name])])
    return { ...row, ...Object.fromEntries(changed) }
  }
}

const selectColumns = (columns: Columns): string[] =>
  Object.entries(columns).map(([name, { read }]) => (read ? read(name) : `r.${name}`))
