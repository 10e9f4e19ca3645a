/** Rows sent as one array for each column: PostgreSQL reads them faster than JSON, and numbers exactly. */
import { join, raw, type Sql, sql } from './sql.ts'

type Value = string | number | boolean | null

/**
 * The rows `s` as a source of a `from`, with the columns of `types`, each with its PostgreSQL type. The planner expects ten
 * of them, so it looks rows up by their keys instead of reading a book. By a `select`, or it would count those of each call:
 * where they are fewer than ten, a plan of its own looks cheaper than the kept one, and making it costs more than running it.
 */
export function rowsOf<Name extends string>(rows: readonly Record<Name, Value>[], types: Record<Name, string>): Sql {
  const columns = Object.entries(types) as [Name, string][]
  const arrays = columns.map(([name, type]) => sql`(select ${arrayOf(rows, name, type === 'text')}::${raw(type)}[])`)
  const names = raw(columns.map(([name]) => name).join(', '))
  return sql`unnest(${join(arrays)}) as s (${names})`
}

/** As PostgreSQL writes arrays, or for texts as it keeps them: nothing of what is in a text has to be escaped. */
function arrayOf<Name extends string>(
  rows: readonly Record<Name, Value>[],
  name: Name,
  isText: boolean,
): string | Buffer {
  if (isText)
    return arrayBytes(
      textType,
      rows.map(row => row[name] as string | null),
    )
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
