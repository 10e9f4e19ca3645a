/** Many rows of one table in one statement: new ones inserted, known ones (by id) replaced. */
import type { Instant } from '../lib/instants.ts'
import type { Tx } from './pool.ts'
import { raw, type Sql, sql } from './sql.ts'

/** A table of the books with the columns people set, each with its PostgreSQL type. */
export interface Table<Row> {
  name: string
  columns: { [Column in keyof Row]: string }
  /** Its rows carry a version that grows with every change. */
  isVersioned?: boolean
}

interface AnyTable {
  columns: Record<string, string>
  isVersioned?: boolean
}

/** Numbers travel as text inside the JSON, so that PostgreSQL reads them exactly. */
export async function upsertRows<Row extends { id: string }>(
  tx: Tx,
  table: Table<Row>,
  at: { bookId: string; now: Instant },
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`
    insert into ${raw(table.name)} as t (book_id, ${version(table)} ${names(table)}, created_at, updated_at)
    select ${at.bookId}, ${firstVersion(table)} ${names(table)}, ${at.now}, ${at.now}
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (${typedNames(table)})
        on conflict (book_id, id) do update
       set ${assignments(table)}, updated_at = excluded.updated_at`)
}

const columnsOf = (table: AnyTable): [string, string][] => Object.entries(table.columns)

const names = (table: AnyTable): Sql =>
  raw(
    columnsOf(table)
      .map(([name]) => name)
      .join(', '),
  )

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
    .filter(([name]) => name !== 'id')
    .map(([name]) => `${name} = excluded.${name}`)
  return raw([...(table.isVersioned ? ['version = t.version + 1'] : []), ...own].join(', '))
}

/** Of a wider row the columns of the table. */
export const only = <Row extends object>({ columns }: Table<Row>, row: Row): Row =>
  Object.fromEntries(Object.keys(columns).map(name => [name, row[name as keyof Row]])) as Row
