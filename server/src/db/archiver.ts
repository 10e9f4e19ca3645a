/** How PostgreSQL fares with putting its log aside. */
import type pg from 'pg'
import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

export interface Archiver {
  /** Whether the server was started to do it. */
  isOn: boolean
  lastAt: Date | null
  /** What it could not put aside when it last tried; null when that went well. */
  failing: string | null
  failures: number
}

export async function readArchiver(client: pg.Client): Promise<Archiver> {
  const { rows } = await client.query(`
    select current_setting('archive_mode') = 'on' as "isOn", last_archived_time as "lastAt", failed_count::int as failures,
           case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failing
      from pg_stat_archiver`)
  return rows[0]
}

export const readArchiveFailures = (db: Queryable): Promise<{ value: number }[]> =>
  db.many(sql`select failed_count::float8 as value from pg_stat_archiver`)
