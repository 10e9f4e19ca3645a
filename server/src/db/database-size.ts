/** How large the database is. */
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

export const readDatabaseSize = (db: Queryable): Promise<{ value: number }[]> =>
  db.many(sql`select pg_database_size(current_database())::float8 as value`)
