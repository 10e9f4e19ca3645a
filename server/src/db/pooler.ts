/** Tells a connection pooler, such as pgBouncer, from PostgreSQL itself. */
import pg from 'pg'
import type { Database } from './pool.ts'

export const pooledWords =
  'DATABASE_URL leads to a connection pooler (such as pgBouncer), not to PostgreSQL itself: connections have to be sessions, ' +
  'for LISTEN, prepared statements and locks. Use the address of PostgreSQL; DATABASE_POOL says how many connections are kept.'

/** A pooler hands out process numbers of its own making, and refuses settings at the start of a session. */
export async function isPooled(database: Database): Promise<boolean> {
  try {
    const client = await database.dedicated()
    try {
      const { rows } = await client.query('select pg_backend_pid() as pid')
      return rows[0].pid !== (client as unknown as { processID: number }).processID
    } finally {
      await client.end()
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && /unsupported startup parameter/.test(error.message)) return true
    throw error
  }
}
