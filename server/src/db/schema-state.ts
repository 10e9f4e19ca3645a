/** Whether the database has the migrations this program expects: others may migrate it, or restore an older one. */
import { readMigrations } from './migrate.ts'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

export type SchemaState = 'same' | 'older' | 'newer'

/** Nobody migrates more often. */
const keptMs = 10_000

export function schemaWatch(db: Queryable): () => Promise<SchemaState> {
  let known: { state: SchemaState; atMs: number } | undefined
  return async () => {
    if (known && performance.now() - known.atMs < keptMs) return known.state
    known = { state: await schemaState(db), atMs: performance.now() }
    return known.state
  }
}

async function schemaState(db: Queryable): Promise<SchemaState> {
  const expected = (await readMigrations()).map(({ number }) => number)
  const rows = await db.many<{ number: number }>(sql`select number from schema_migrations`)
  const applied = new Set(rows.map(({ number }) => number))
  if (expected.some(number => !applied.has(number))) return 'older'
  return Math.max(...applied) > Math.max(...expected) ? 'newer' : 'same'
}
