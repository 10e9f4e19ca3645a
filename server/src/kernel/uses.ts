/** Who uses a record: whoever asks declares the question, and every domain answers for its own tables. */
import type { Queryable } from '../db/pool.ts'
import { empty, join, raw, type Sql, sql } from '../db/sql.ts'

/** A question about a record, such as "what is written in the unit of this item?". */
export interface UseOf {
  readonly name: string
}

export const defineUse = (name: string): UseOf => Object.freeze({ name })

/** Rows of one table that use the record. */
export interface Use {
  of: UseOf
  /** In words, for the refusal: `an order`. */
  by: string
  table: string
  /** The column that holds the id, or the ids. */
  column: string
  isList?: boolean
  /** Which of the rows `u`; all of them by default. */
  condition?: string
}

/** What uses the record, in words; undefined when nothing does. One statement, however many may use it. */
export async function findUse(
  db: Queryable,
  uses: readonly Use[],
  { bookId, id }: { bookId: string; id: string },
): Promise<string | undefined> {
  if (uses.length === 0) return undefined
  const selects = uses.map(use => {
    const column = raw(`u.${use.column}`)
    const names = use.isList ? sql`${id}::uuid = any (${column})` : sql`${column} = ${id}::uuid`
    return sql`select ${use.by}::text as used_by ${rowsOf(use, bookId)} and ${names}`
  })
  const row = await db.maybe<{ used_by: string }>(sql`
    select used_by
      from (${join(selects, ' union all ')}) uses
     limit 1`)
  return row?.used_by
}

/** Every record of the book that is used. */
export async function listUsed(db: Queryable, uses: readonly Use[], bookId: string): Promise<Set<string>> {
  if (uses.length === 0) return new Set()
  const selects = uses.map(use => {
    const id = raw(use.isList ? `unnest(u.${use.column})` : `u.${use.column}`)
    return sql`select ${id} as id ${rowsOf(use, bookId)}`
  })
  const rows = await db.many<{ id: string }>(join(selects, ' union '))
  return new Set(rows.map(row => row.id))
}

const rowsOf = ({ table, condition }: Use, bookId: string): Sql =>
  sql`from ${raw(table)} u where u.book_id = ${bookId} ${condition ? sql`and ${raw(condition)}` : empty}`
