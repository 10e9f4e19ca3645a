/** How many connections to PostgreSQL each of several workers may have, so that all of them find one, and what they are for. */
import { availableParallelism } from 'node:os'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

/** Of a process that serves alone, and of a worker where there are enough. */
export const poolSize = 12
/** With fewer a worker could do nothing beside a write. */
const leastPoolSize = 2
/** Of each worker beside its pool: the probe, the one that listens, the one that attends, one that is being replaced. */
const besidePool = 4

/** What the connections of a pool are for. */
export interface Shares {
  /** For writes of several books that travel together. */
  lanes: number
  /** For look-ups that do. */
  looks: number
  /** For requests that have one each. */
  places: number
  /** Some places are left for others, where there are enough. */
  placesPerTenant: number
}

interface ShareOptions {
  /** No other worker has a part of the machine. */
  isAlone: boolean
  cores?: number
}

const fewestLanes = 2
/** What one process can keep busy. */
const mostLanes = 4
const leftForOthers = 2

/** Lanes: one for each core where a process has all of them; more would only travel emptier. */
export function shareOut(connections: number, { isAlone, cores = availableParallelism() }: ShareOptions): Shares {
  const wanted = isAlone ? Math.min(mostLanes, Math.max(fewestLanes, cores)) : fewestLanes
  const lanes = Math.min(wanted, connections >> 1)
  const looks = looksOf(connections)
  const places = connections - lanes - looks
  const placesPerTenant = Math.max(1, Math.min(connections >> 1, places - leftForOthers))
  return { lanes, looks, places, placesPerTenant }
}

/** Small pools have none, and look-ups travel by themselves. */
export function looksOf(connections: number): number {
  if (connections >= 8) return 2
  return connections >= 4 ? 1 : 0
}

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
