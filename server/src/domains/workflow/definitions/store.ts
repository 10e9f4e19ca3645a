/** SQL of the definitions, and of what a book watches because of them. */
import type { Queryable, Tx } from '../../../db/pool.ts'
import { sql } from '../../../db/sql.ts'
import { column, defineTable, orNull, type RowOf } from '../../../db/table.ts'
import type { WatchedActions } from '../../../kernel/watched-actions.ts'
import type { Condition, StepEntry } from './schema.ts'

/** As it was written: `jsonb` would shuffle the members. */
export const writtenJson = <Value>() => ({ ...column.json<Value>(), type: 'json' })

export const definitionTable = defineTable({
  name: 'workflow_definitions',
  columns: {
    id: column.uuid(),
    code: column.text(),
    name: column.text(),
    document: column.text(),
    action: column.text(),
    to_state: orNull(column.text()),
    conditions: writtenJson<Condition[]>(),
    steps: writtenJson<StepEntry[]>(),
    is_active: column.boolean(),
    watched: column.texts(),
  },
})
export type Definition = Omit<RowOf<typeof definitionTable>, 'created_at' | 'updated_at'>

export const listDefinitions = (db: Queryable, bookId: string): Promise<Definition[]> =>
  definitionTable.all(db, bookId, { condition: sql`true`, order: 'code' })

/** Those an action starts, before their conditions are asked. */
export const listStarted = (
  db: Queryable,
  bookId: string,
  { document, action, state }: { document: string; action: string; state: string },
): Promise<Definition[]> =>
  definitionTable.all(db, bookId, {
    condition: sql`r.is_active and r.document = ${document} and r.action = ${action}
                   and coalesce(r.to_state, ${state}) = ${state}`,
    order: 'code',
  })

export async function saveWatched(tx: Tx, bookId: string, watched: WatchedActions | null): Promise<void> {
  await tx.run(sql`
    update books
       set watched_actions = ${watched === null ? null : JSON.stringify(watched)}::jsonb
     where id = ${bookId}`)
}
