/**
 * The process that leads the workers: it owns the database and the port, counts for all of them, passes on what one
 * tells the others, and replaces who is lost. It answers no request itself.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { leastConnectionsFor, sharePool } from '../../db/connection-share.ts'
import { identityOf } from '../../db/embedded/account.ts'
import { watchReachability } from '../../db/reachability.ts'
import type { Config } from '../config.ts'
import { type Store, StoreError } from '../database.ts'
import type { Serving } from '../listening.ts'
import { leave, prepareLeaving } from '../privileges.ts'
import type { Starting } from '../serve.ts'
import { ratesOf } from '../several-nodes.ts'
import { webhookSigningKey } from '../signing-key.ts'
import { orInterrupted } from '../stop-signals.ts'
import { openCrew } from './crew.ts'
import { openExchange } from './exchange.ts'

export async function lead({ config, store, log, hurried, consoleBuilt }: Starting): Promise<Serving> {
  const poolSize = await poolSizeFor(store, config)
  // Made before workers look for it, and before it is given to whom they run as.
  webhookSigningKey(config)
  const leaving = prepareLeaving({ account: store.account, dataDir: config.dataDir, isForking: true })
  const exec = fileURLToPath(new URL('./serving-worker.js', import.meta.url))
  cluster.schedulingPolicy = cluster.SCHED_RR
  cluster.setupPrimary({ exec, args: [], ...identityOf(leaving?.account) })
  const reachability = watchReachability(store.database, {
    log: line => log.warn(line),
    ...(store.revive && { revive: store.revive }),
  })
  const rates = ratesOf(config, store.database)
  const exchange = openExchange(config.workers, rates)
  let isConsoleBuilt = false
  const crew = openCrew({
    count: config.workers,
    log,
    beginningOf: number => ({ kind: 'begin', number, config, connection: store.connection, poolSize, isConsoleBuilt }),
    receive: exchange.receive,
    forget: exchange.forget,
  })
  exchange.open(crew.tell)
  void consoleBuilt.then(() => {
    isConsoleBuilt = true
    for (let number = 1; number <= config.workers; number++) crew.tell(number, { kind: 'console_built' })
  })
  const stop = async () => {
    reachability.stop()
    rates?.stop()
    await crew.stop(hurried)
  }
  try {
    await orInterrupted(crew.served, hurried)
  } catch (error) {
    await stop()
    throw error
  }
  if (leaving) log.info(leave(leaving))
  return { stop, lost: crew.lost, metricsText: exchange.metricsText }
}

async function poolSizeFor({ database }: Store, { workers, databasePool: most }: Config): Promise<number> {
  const { size, allowed } = await sharePool(database, workers, most)
  if (size !== undefined) return size
  throw new StoreError(
    `WORKERS=${workers} needs ${leastConnectionsFor(workers)} connections and PostgreSQL allows ${allowed}: ` +
      'lower WORKERS, or raise max_connections.',
  )
}
