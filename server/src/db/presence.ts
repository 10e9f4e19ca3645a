/** Who uses the embedded server: all hold one lock together, and whoever gets it for itself alone is the last. */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { EmbeddedPostgres } from './embedded/index.ts'
import { isUnavailable } from './errors.ts'
import type { Database } from './pool.ts'

/** Any number, the same for all processes. */
const lockKey = 7_223_019_843
const retryMs = 500

export interface Presence {
  /** Whether nobody else uses the server. Whoever comes from then on waits for its end and starts it again. */
  leave(): Promise<boolean>
  end(): Promise<void>
}

/** Returns when this process counts; a lost server is joined again by itself. */
export async function join(embedded: EmbeddedPostgres, database: Database): Promise<Presence> {
  let isLeaving = false
  let held = await hold(embedded, database)
  const rejoin = async (): Promise<void> => {
    while (!isLeaving) {
      const again = await hold(embedded, database).catch(() => undefined)
      if (again) return keep(again)
      await sleep(retryMs, undefined, { ref: false })
    }
  }
  const keep = (client: pg.Client): void => {
    held = client
    client.once('end', () => void rejoin())
  }
  keep(held)
  return {
    async leave() {
      isLeaving = true
      return takeAlone(held)
    },
    end() {
      isLeaving = true
      return held.end().catch(() => {})
    },
  }
}

/** The lock is taken by waiting: while the last one stops the server, the connection ends instead. */
async function hold(embedded: EmbeddedPostgres, database: Database): Promise<pg.Client> {
  for (;;) {
    const client = await database.dedicated().catch(unlessUnavailable)
    if (client && (await lockShared(client))) return client
    await client?.end().catch(() => {})
    await embedded.ensureRunning()
  }
}

async function lockShared(client: pg.Client): Promise<boolean> {
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock_shared($1)', [lockKey])
    return true
  } catch (error) {
    unlessUnavailable(error)
    return false
  }
}

function unlessUnavailable(error: unknown): undefined {
  if (!isUnavailable(error)) throw error
}

/** A server that does not answer is used by nobody. */
async function takeAlone(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [lockKey])
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_alone', [lockKey])
    return rows[0].is_alone
  } catch {
    return true
  }
}
