/** The backups the service made by itself. */
import type { Database, Queryable } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { newId } from '../lib/ids.ts'
import type { Instant } from '../lib/instants.ts'

/** Any number, the same for all nodes. */
const lockKey = 7_223_019_852
/** Of rows, not of backups. */
const keptRuns = 500

export interface RunTimes {
  began_at: Instant | null
  succeeded_at: Instant | null
}

/** When the last one began, and when the last one began that came to its end. */
export const findRunTimes = (db: Queryable): Promise<RunTimes | undefined> =>
  db.maybe<RunTimes>(sql`
    select max(began_at) as began_at, max(began_at) filter (where bytes is not null) as succeeded_at
      from backups`)

export async function insertRun(db: Queryable, run: { began_at: Instant; name: string }): Promise<string> {
  const id = newId()
  await db.run(sql`insert into backups (id, began_at, name) values (${id}, ${run.began_at}, ${run.name})`)
  return id
}

export async function endRun(
  db: Queryable,
  id: string,
  end: { ended_at: Instant; bytes: number | null; error: string | null },
): Promise<void> {
  await db.run(sql`
    update backups
       set ended_at = ${end.ended_at}, bytes = ${end.bytes}, error = ${end.error}
     where id = ${id}`)
  await db.run(sql`
    delete from backups
     where began_at < (select began_at from backups order by began_at desc offset ${keptRuns} limit 1)`)
}

/** The work, unless another node is at it. */
export async function unlessBackingUp(database: Database, work: () => Promise<void>): Promise<void> {
  const client = await database.dedicated()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [lockKey])
    if (rows[0].is_ours) await work()
  } finally {
    await client.end()
  }
}
