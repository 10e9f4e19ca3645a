/** Whether this node should be sent requests, with reasons: what a load balancer and an operator ask for. */
import type { Reachability } from '../db/reachability.ts'
import type { Disk } from '../storage/disk.ts'
import type { BookQueue } from './book-queue.ts'

export interface ReadinessCheck {
  name: 'service' | 'database' | 'migrations' | 'disk' | 'queue'
  /** A warning is for the operator: the node serves. */
  status: 'ok' | 'warning' | 'failed'
  detail: string | null
}

export type Readiness = () => Promise<ReadinessCheck[]>

export interface ReadinessParts {
  reachability: Reachability
  disk: Disk
  queue: BookQueue
  isStopping: () => boolean
  /** How the database differs from what this program expects. */
  migrations: () => Promise<'same' | 'older' | 'newer'>
}

/** A book whose next write has waited this long is told of. It is no reason to take the node away from all others. */
const slowMs = 2_000

const ok = (name: ReadinessCheck['name']): ReadinessCheck => ({ name, status: 'ok', detail: null })
const failed = (name: ReadinessCheck['name'], detail: string): ReadinessCheck => ({ name, status: 'failed', detail })
const warning = (name: ReadinessCheck['name'], detail: string): ReadinessCheck => ({ name, status: 'warning', detail })

export const readiness =
  ({ reachability, disk, queue, isStopping, migrations }: ReadinessParts): Readiness =>
  async () => {
    const isReachable = await reachability.check()
    await disk.look()
    return [
      isStopping() ? failed('service', 'The service is stopping.') : ok('service'),
      isReachable ? ok('database') : failed('database', 'The database does not answer.'),
      isReachable ? await migrationsCheck(migrations) : failed('migrations', 'Unknown while the database is away.'),
      disk.isLow ? failed('disk', 'The disk is nearly full: writes are refused.') : ok('disk'),
      queue.longestPauseMs() > slowMs ? warning('queue', 'Writes of an account wait for seconds.') : ok('queue'),
    ]
  }

async function migrationsCheck(look: ReadinessParts['migrations']): Promise<ReadinessCheck> {
  const found = await look().catch(() => undefined)
  if (found === undefined) return failed('migrations', 'They could not be read.')
  if (found === 'older') return failed('migrations', 'The database lacks migrations of this version.')
  return found === 'newer'
    ? warning('migrations', 'A newer version has migrated the database: upgrade this node.')
    : ok('migrations')
}
