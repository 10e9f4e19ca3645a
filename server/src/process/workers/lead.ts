/**
 * The process that leads the workers: it owns the database and the port, counts for all of them, passes on what one
 * tells the others, and replaces who is lost. It answers no request itself.
 */
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { leastConnectionsFor, sharePool } from '../../db/connection-share.ts'
import { identityOf } from '../../db/embedded/account.ts'
import { watchReachability } from '../../db/reachability.ts'
import { type Store, StoreError } from '../database.ts'
import type { Serving } from '../listening.ts'
import { leave, prepareLeaving } from '../privileges.ts'
import type { Starting } from '../serve.ts'
import { webhookSigningKey } from '../signing-key.ts'
import { orInterrupted } from '../stop-signals.ts'
import { type CounterDesk, openCounters } from './counters.ts'
import { type Crew, openCrew } from './crew.ts'
import type { ToLeader } from './messages.ts'
import { type Gathered, gathered } from './relay.ts'

export async function lead({ config, store, log, hurried, consoleBuilt }: Starting): Promise<Serving> {
  const poolSize = await poolSizeFor(store, config.workers)
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
  const exchange = openExchange(config.workers)
  let isConsoleBuilt = false
  const crew = openCrew({
    count: config.workers,
    log,
    beginningOf: number => ({ kind: 'begin', number, config, connection: store.connection, poolSize, isConsoleBuilt }),
    receive: (number, message) => exchange.receive(crew, number, message),
    forget: exchange.forget,
  })
  void consoleBuilt.then(() => {
    isConsoleBuilt = true
    for (let number = 1; number <= config.workers; number++) crew.tell(number, { kind: 'console_built' })
  })
  const stop = async () => {
    reachability.stop()
    await crew.stop(hurried)
  }
  try {
    await orInterrupted(crew.served, hurried)
  } catch (error) {
    await stop()
    throw error
  }
  if (leaving) log.info(leave(leaving))
  return { stop, lost: crew.lost }
}

async function poolSizeFor({ database }: Store, workers: number): Promise<number> {
  const { size, allowed } = await sharePool(database, workers)
  if (size !== undefined) return size
  throw new StoreError(
    `WORKERS=${workers} needs ${leastConnectionsFor(workers)} connections and PostgreSQL allows ${allowed}: ` +
      'lower WORKERS, or raise max_connections.',
  )
}

/** Counts for the workers, and passes pokes of one on to the others. */
function openExchange(workers: number) {
  const counters = openCounters()
  const desks = new Map<number, CounterDesk>()
  const deskOf = (number: number): CounterDesk => {
    const desk = desks.get(number) ?? counters.openDesk()
    desks.set(number, desk)
    return desk
  }
  const numbers = Array.from({ length: workers }, (_, at) => at + 1)
  const pokes = new Map<number, Gathered>()
  const pokesFor = (crew: Crew, number: number): Gathered => {
    const known = pokes.get(number) ?? gathered(bookIds => crew.tell(number, { kind: 'poked', bookIds }))
    pokes.set(number, known)
    return known
  }
  return {
    receive(crew: Crew, from: number, message: ToLeader): void {
      if (message.kind === 'counting') {
        crew.tell(from, { kind: 'counted', answers: deskOf(from).answer(message.questions) })
      } else if (message.kind === 'poked') {
        for (const number of numbers) {
          if (number !== from) for (const bookId of message.bookIds) pokesFor(crew, number).add(bookId)
        }
      }
    },
    forget(number: number): void {
      desks.get(number)?.close()
      desks.delete(number)
    },
  }
}
