/** Rows sent as one array for each column: PostgreSQL reads them faster than JSON, and numbers exactly. */
import { join, raw, type Sql, sql } from './sql.ts'

type Value = string | number | boolean | null

/**
 * The rows `s` as a source of a `from`, with the columns of `types`, each with its PostgreSQL type. The planner expects ten
 * of them, so it looks rows up by their keys instead of reading a book. By a `select`, or it would count those of each call:
 * where they are fewer than ten, a plan of its own looks cheaper than the kept one, and making it costs more than running it.
 */
export function rowsOf<Columns extends Types>(rows: readonly RowOf<Columns>[], types: Columns): Sql {
  const columns = Object.entries(types) as [keyof Columns & string, string][]
  const arrays = columns.map(([name, type]) => sql`(select ${arrayOf(rows, name, type === 'text')}::${raw(type)}[])`)
  const names = raw(columns.map(([name]) => name).join(', '))
  return sql`unnest(${join(arrays)}) as s (${names})`
}

type Types = Record<string, string>
type RowOf<Columns extends Types> = Record<keyof Columns & string, Value>

/** The types of what everything that is written into a book has. */
export const ofBook = { book_id: 'uuid', now: 'timestamptz' }

export const inBook = ({ bookId, now }: { bookId: string; now: string }) => ({ book_id: bookId, now })

/** The rows `s` of several, each with what is the same for all of its owner; that is said once where there is one owner. */
export function rowsOfAll<Own extends Types, Columns extends Types>(
  all: readonly { own: RowOf<Own>; rows: readonly RowOf<Columns>[] }[],
  own: Own,
  columns: Columns,
): Sql {
  const [first, ...others] = all
  if (first && others.length === 0) {
    return sql`(select s.*, ${constants(first.own, own)} from ${rowsOf<Columns>(first.rows, columns)}) s`
  }
  const rows = all.flatMap(each => each.rows.map(row => ({ ...each.own, ...row })))
  return rowsOf<Own & Columns>(rows, { ...own, ...columns })
}

/** The same where each has one row. */
export function oneOfEach<Own extends Types>(all: readonly RowOf<Own>[], own: Own): Sql {
  const [first, ...others] = all
  return first && others.length === 0 ? sql`(select ${constants(first, own)}) s` : rowsOf<Own>(all, own)
}

const constants = <Own extends Types>(row: RowOf<Own>, types: Own): Sql =>
  join(
    Object.entries(types).map(([name, type]) => sql`${row[name as keyof Own & string]}::${raw(type)} as ${raw(name)}`),
  )

/** As PostgreSQL writes arrays, or for texts as it keeps them: nothing of what is in a text has to be escaped. */
function arrayOf<Name extends string>(
  rows: readonly Record<Name, Value>[],
  name: Name,
  isText: boolean,
): string | Texts {
  if (isText) return new Texts(rows.map(row => row[name] as string | null))
  return `{${rows.map(row => row[name] ?? 'null').join(',')}}`
}

/** What PostgreSQL calls these types in bytes. */
const textType = 25
const jsonType = 114
const headerBytes = 20

/**
 * Texts of JSON as an array of `json` in the bytes PostgreSQL keeps it in. As text each of their many quotes would be escaped
 * here and read back there.
 */
export const jsonArray = (texts: readonly string[]): Buffer => arrayBytes(jsonType, texts)

/** An array of texts, which travels as bytes. */
export class Texts {
  readonly all: readonly (string | null)[]
  constructor(all: readonly (string | null)[]) {
    this.all = all
  }

  /** Called by `pg`. */
  toPostgres(): Buffer {
    return arrayBytes(textType, this.all)
  }
}

function arrayBytes(type: number, texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map(text => (text === null ? -1 : Buffer.byteLength(text)))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), headerBytes))
  // One dimension, whether there are nulls, the type, how many, and the number of the first.
  let end = 0
  for (const part of [1, lengths.includes(-1) ? 1 : 0, type, texts.length, 1]) end = bytes.writeInt32BE(part, end)
  for (const [place, text] of texts.entries()) {
    end = bytes.writeInt32BE(lengths[place]!, end)
    if (text !== null) end += bytes.write(text, end)
  }
  return bytes
}
