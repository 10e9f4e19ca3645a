/** Documents keep the names of the records they refer to; while open, they follow a new name. */
import { join, raw, type Sql, sql } from '../db/sql.ts'
import type { DefinedTable } from '../db/table.ts'
import type { Renamed, WriteContext } from './context.ts'

/** Documents that keep names. */
export interface Naming<Stored, Row> {
  table: DefinedTable<Stored, Row>
  /** Which of its rows `r` follow a new name. */
  open: Sql
  /** The columns that keep a name, by those that refer to the record. */
  names: { readonly [By in keyof Stored]?: keyof Stored }
}

export const isDraft = sql`r.status = 'draft'`

/** Through the table, which keeps the search text too. What is posted keeps the name it was posted with. */
export async function renameInDrafts<Stored extends { id: string; version: number }, Row extends Stored>(
  ctx: WriteContext,
  { table, open, names }: Naming<Stored, Row>,
  renamed: readonly Renamed[],
): Promise<void> {
  const at = { bookId: ctx.account.book.id, now: ctx.now }
  const nameOf = new Map<unknown, string>(renamed.map(({ id, name }) => [id, name]))
  const kept = Object.entries(names) as [keyof Stored & string, keyof Stored & string][]
  const refers = kept.map(([by]) => sql`r.${raw(by)} = any (${[...nameOf.keys()] as string[]}::uuid[])`)
  const condition = sql`${open} and (${join(refers, ' or ')})`
  const drafts = await table.all(ctx.tx, at.bookId, { condition, order: 'id' })
  const next = drafts.map(draft => {
    const fresh = kept.map(([by, name]) => [name, nameOf.get(draft[by]) ?? draft[name]])
    return { ...draft, ...Object.fromEntries(fresh), version: draft.version + 1 }
  })
  await table.save(ctx.tx, at, next)
}
