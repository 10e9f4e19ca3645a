/** PostgreSQL through `pg`: the pool, typed rows, transactions whose commit is checked. */
import pg from 'pg'
import type { Clock } from '../lib/instants.ts'
import { databaseClock } from './clock.ts'
import { looksOf, poolSize } from './connection-share.ts'
import { trackConnections } from './connections.ts'
import { gatheredReads, type Reads } from './gathering.ts'
import { hostsOf } from './hosts.ts'
import { openProbe } from './probe.ts'
import { type Connect, type Prepare, type Query, queryable, type Tx } from './queryable.ts'
import { readRowsAtOnce } from './row-texts.ts'
import { shapeOf } from './shapes.ts'
import { runSnapshot, runTransaction } from './transaction.ts'
import { types } from './types.ts'
import { watchConnections } from './watch.ts'
import { lossIn, query } from './wave.ts'
import { sentOf } from './wire.ts'

export type { Fellow, Queryable, Tx } from './queryable.ts'
export { CommitUnknown, RolledBack } from './transaction.ts'

export interface Database extends Reads {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For what finds one record: many who ask at the same time share connections. */
  lookUps: Reads
  /** A connection of its own for LISTEN; the caller ends it. */
  dedicated(): Promise<pg.Client>
  /** One for COPY, which has the line to itself: nothing travels together with it. */
  copying(): Promise<pg.Client>
  /** Asks PostgreSQL whether it is there, on a connection kept for that; while it is not, everything else is refused. */
  look(): Promise<boolean>
  /** Which of several hosts is used, from zero on. */
  host(): number
  /** Connections of the pool at most. */
  size: number
  /** Of the pool now. */
  usage(): { open: number; idle: number; waiting: number }
  /** The time of the database, from the first look on. */
  clock: Clock
  end(): Promise<void>
}

/** PostgreSQL did not answer when it was last asked. */
export class DatabaseAway extends Error {}

export type ConnectionOptions = pg.ClientConfig

const sessionSettings = [
  'timezone=UTC',
  'datestyle=ISO',
  'statement_timeout=10000',
  'lock_timeout=5000',
  // A node that stands still in the middle of a write holds its book no longer. Not lower: a busy machine makes pauses, too.
  'idle_in_transaction_session_timeout=3000',
  'default_transaction_isolation=read\\ committed',
  'client_min_messages=warning',
  // The server, too, notices a client that vanished. On a Unix socket they mean nothing.
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]

/** Of a new connection, and in the queue for one. */
const connectMs = 3_000
const keepAliveMs = 10_000
/** How long connections have to say goodbye. */
const goodbyeMs = 1_000

const clientOptions = (connection: ConnectionOptions, applicationName: string): pg.ClientConfig => ({
  ...connection,
  types,
  application_name: applicationName,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  // Statements that do not wait for each other travel together.
  pipeline: true,
  keepAliveInitialDelayMillis: keepAliveMs,
  options: sessionSettings.map(setting => `-c ${setting}`).join(' '),
})

export function openDatabase(
  connection: ConnectionOptions,
  { name, size = poolSize }: { name: string; size?: number },
): Database {
  const hosts = hostsOf(clientOptions(connection, name))
  const connections = trackConnections()
  class Client extends pg.Client {
    constructor() {
      super(hosts.current())
      // A client without a listener of its own kills the process when PostgreSQL drops it.
      this.on('error', () => {})
      connections.add(this)
      readRowsAtOnce(this)
    }
  }
  const opened = async (client: pg.Client) => {
    await client.connect()
    return client
  }
  const pool = new pg.Pool({ ...hosts.current(), Client, max: size, idleTimeoutMillis: 60_000 })
  pool.on('error', () => {})
  const clock = databaseClock()
  const watch = watchConnections(connections, openProbe(hosts, clock))
  const connect = async () => {
    if (watch.isAway) throw new DatabaseAway('the database does not answer')
    return pool.connect()
  }
  return {
    ...readsBy(connect, { prepare, looks: looksOf(size) }),
    transaction: work => runTransaction(connect, prepare, work),
    dedicated: () => opened(new Client()),
    copying: () => {
      const client = new pg.Client({ ...hosts.current(), pipeline: false })
      client.on('error', () => {})
      connections.add(client)
      return opened(client)
    },
    look: watch.look,
    host: () => hosts.at,
    size,
    usage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    clock: clock.now,
    async end() {
      // A connection that vanished answers no goodbye.
      const late = setTimeout(connections.cutIdle, goodbyeMs)
      await pool.end()
      clearTimeout(late)
      watch.stop()
    },
  }
}

function readsBy(
  connect: Connect,
  { prepare, looks }: { prepare: Prepare; looks: number },
): Reads & { lookUps: Reads } {
  const query = borrowing(connect)
  const snapshot: Reads['snapshot'] = read => runSnapshot(connect, prepare, read)
  const reads: Reads = { ...queryable(query, prepare), snapshot }
  return { ...reads, lookUps: looks > 0 ? gatheredReads({ connect, prepare, query, snapshot }, looks) : reads }
}

/** One statement on a connection of the pool. */
const borrowing =
  (connect: Connect): Query =>
  async prepared => {
    const client = await connect()
    try {
      const result = await query(client, prepared)
      client.release()
      return result
    } catch (error) {
      client.release(lossIn(error))
      throw error
    }
  }

/** Every statement is prepared once per connection, under a name made of its text, unless it is marked `unprepared`. */
const prepare: Prepare = statement => {
  const { name, text } = shapeOf(statement)
  return { name, text, sent: statement.values.map(sentOf) }
}
