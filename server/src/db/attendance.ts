/**
 * Who of many processes is there: each holds one lock together with the others. One that comes and finds nobody knows
 * that all before it are gone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from './pool.ts'

/** A living process whose connection was lost is back by then, and waits for the lock. */
const doubtMs = 2_000
const retryMs = 250

export interface Attendance {
  stop(): Promise<void>
}

/** Comes back by itself after a lost connection. `whenAlone` is asked once, at the beginning, when nobody else is there. */
export function attend(database: Database, lockKey: number, whenAlone: () => Promise<unknown>): Attendance {
  let isStopped = false
  let held: pg.Client | undefined

  async function come(isFirst: boolean): Promise<void> {
    const client = await database.dedicated()
    held = client
    const gone = new Promise<void>(resolve => void client.once('end', () => resolve()))
    if (isStopped) return client.end()
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    const isAlone = isFirst && (await takeAlone(client, lockKey))
    if (isAlone) await whenAlone()
    await client.query('select pg_advisory_lock_shared($1)', [lockKey])
    await client.query('select pg_advisory_unlock($1) where $2', [lockKey, isAlone])
    await gone
  }

  const running = (async () => {
    for (let isFirst = true; !isStopped; isFirst = false) {
      await come(isFirst).catch(() => {})
      await held?.end().catch(() => {})
      if (!isStopped) await sleep(retryMs, undefined, { ref: false })
    }
  })()

  return {
    async stop() {
      isStopped = true
      await held?.end().catch(() => {})
      await Promise.race([running, sleep(200, undefined, { ref: false })])
    },
  }
}

/** Whether nobody has the lock, nor came for it while we waited. */
async function takeAlone(client: pg.Client, lockKey: number): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [lockKey])
  if (!rows[0].is_ours) return false
  await sleep(doubtMs, undefined, { ref: false })
  const waiting = await client.query(
    `select 1 from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) + objid::bigint = $1`,
    [lockKey],
  )
  if (waiting.rows.length === 0) return true
  await client.query('select pg_advisory_unlock($1)', [lockKey])
  return false
}
