/** Rows sent as one array for each column: PostgreSQL reads them faster than JSON, and numbers exactly. */
import { join, raw, type Sql, sql } from './sql.ts'

type Value = string | number | boolean | null

/**
 * The rows `s` as a source of a `from`, with the columns of `types`, each with its PostgreSQL type. The planner expects ten
 * of them, so it looks rows up by their keys instead of reading a book. By a `select`, or it would count those of each call:
 * where they are fewer than ten, a plan of its own looks cheaper than the kept one, and making it costs more than running it.
 */
export function rowsOf<Types extends Record<string, string>>(
  rows: readonly Record<keyof Types & string, Value>[],
  types: Types,
): Sql {
  const columns = Object.entries(types) as [keyof Types & string, string][]
  const arrays = columns.map(([name, type]) => sql`(select ${arrayOf(rows, name, type === 'text')}::${raw(type)}[])`)
  const names = raw(columns.map(([name]) => name).join(', '))
  return sql`unnest(${join(arrays)}) as s (${names})`
}

/** What somebody writes into a book, as one part of what is written into several. */
export interface Written<Row> {
  at: { bookId: string; now: string }
  rows: readonly Row[]
}

/** The rows of all, each with its book and the time it is written. */
export const ofBooks = <Row extends object>(all: readonly Written<Row>[]) =>
  all.flatMap(({ at, rows }) => rows.map(row => ({ book_id: at.bookId, now: at.now, ...row })))

/** The types of what `ofBooks` adds. */
export const ofBook = { book_id: 'uuid', now: 'timestamptz' }

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
