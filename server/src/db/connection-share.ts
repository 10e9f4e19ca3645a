/** How many connections to PostgreSQL each of several workers may have, so that all of them find one. */
import { availableParallelism } from 'node:os'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** Of a process that serves alone, and of a worker where there are enough. */
export const poolSize = 8
/** With fewer a worker could do nothing beside a write. */
const leastPoolSize = 2
/** Of each worker beside its pool: the probe, the one that listens, the one that attends, one that is being replaced. */
const besidePool = 4
/** Of a pool, for writes of several books that travel together. More than the processor can serve would only travel emptier. */
const fewestLanes = 2
/** What one process can keep busy. */
const mostLanes = 4

export const lanesAlone = (): number => Math.min(mostLanes, Math.max(fewestLanes, availableParallelism()))
/** The least pools have one. */
export const lanesOfWorker = (connections: number): number => Math.min(fewestLanes, connections >> 1)

/** For the process that leads them, and for commands. */
const spare = 20

export const connectionsFor = (workers: number, size = poolSize): number => spare + workers * (size + besidePool)

/** The size of each worker's pool; undefined when PostgreSQL allows too few. */
export async function sharePool(
  db: Queryable,
  workers: number,
  most = poolSize,
): Promise<{ size: number | undefined; allowed: number }> {
  // PostgreSQL 16 knows a second kind of reserved ones.
  const found = await db.maybe<{ allowed: number }>(sql`
    select sum(case name when 'max_connections' then setting::int else -setting::int end)::int as allowed
      from pg_settings
     where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')`)
  const allowed = found?.allowed ?? 0
  const share = Math.floor((allowed - spare) / workers) - besidePool
  return { size: share < leastPoolSize ? undefined : Math.min(share, most), allowed }
}

/** What the least pools need. */
export const leastConnectionsFor = (workers: number): number => connectionsFor(workers, leastPoolSize)
