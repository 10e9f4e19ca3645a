/** PostgreSQL through `pg`: the pool, typed rows, transactions whose commit is checked. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Clock } from '../lib/instants.ts'
import { databaseClock } from './clock.ts'
import { trackConnections } from './connections.ts'
import { openProbe } from './probe.ts'
import { type Sql, unprepared } from './sql.ts'
import { watchConnections } from './watch.ts'

export interface Queryable {
  many<Row>(statement: Sql): Promise<Row[]>
  /** The first row, or undefined. */
  maybe<Row>(statement: Sql): Promise<Row | undefined>
  /** How many rows were changed. */
  run(statement: Sql): Promise<number>
}

/** Inside one transaction. */
export interface Tx extends Queryable {
  readonly inTransaction: true
}

export interface Database extends Queryable {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A connection of its own for LISTEN; the caller ends it. */
  dedicated(): Promise<pg.Client>
  /** Asks PostgreSQL whether it is there, on a connection kept for that; while it is not, everything else is refused. */
  look(): Promise<boolean>
  /** The time of the database, from the first look on. */
  clock: Clock
  end(): Promise<void>
}

/** PostgreSQL did not answer when it was last asked. */
export class DatabaseAway extends Error {}

/** COMMIT was sent and no answer came: the work may be there or not. */
export class CommitUnknown extends Error {}

/** Thrown inside a transaction by whoever wants its result without its effects. */
export class RolledBack<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('rolled back on purpose')
    this.value = value
  }
}

const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.TIMESTAMPTZ) return instantOfPostgres
    if (oid === pg.types.builtins.DATE) return String
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

/** `2026-09-17 10:00:00.5+00` as PostgreSQL writes it in UTC becomes `2026-09-17T10:00:00.500Z`. */
function instantOfPostgres(text: string): string {
  const fraction = text.slice(20, -3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

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
  keepAliveInitialDelayMillis: keepAliveMs,
  options: sessionSettings.map(setting => `-c ${setting}`).join(' '),
})

export function openDatabase(connection: ConnectionOptions, options: { name: string; size?: number }): Database {
  const config = clientOptions(connection, options.name)
  const connections = trackConnections()
  class Client extends pg.Client {
    constructor() {
      super(config)
      // A client without a listener of its own kills the process when PostgreSQL drops it.
      this.on('error', () => {})
      connections.add(this)
    }
  }
  const pool = new pg.Pool({ ...config, Client, max: options.size ?? 8, idleTimeoutMillis: 60_000 })
  pool.on('error', () => {})
  const clock = databaseClock()
  const watch = watchConnections(connections, openProbe(config, clock))
  const prepare = statementPreparer()
  const connect = async () => {
    if (watch.isAway) throw new DatabaseAway('the database does not answer')
    return pool.connect()
  }
  return {
    ...queryable(borrowing(connect), prepare),
    transaction: work => transaction(connect, prepare, work),
    dedicated: async () => {
      const client = new Client()
      await client.connect()
      return client
    },
    look: watch.look,
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

type Connect = () => Promise<pg.PoolClient>
type Query = (config: pg.QueryConfig) => Promise<pg.QueryResult>

/** One statement on a connection of the pool. */
const borrowing =
  (connect: Connect): Query =>
  async config => {
    const client = await connect()
    try {
      const result = await client.query(config)
      client.release()
      return result
    } catch (error) {
      client.release(error instanceof pg.DatabaseError ? undefined : (error as Error))
      throw error
    }
  }

type Prepare = (statement: Sql) => pg.QueryConfig

/**
 * Every statement is prepared once per connection, under a name made of its text, unless it is marked `unprepared`.
 * The texts are few, because values never enter them.
 */
function statementPreparer(): Prepare {
  const configs = new Map<string, { name?: string; text: string }>()
  const configOf = (text: string) => {
    const known = configs.get(text)
    if (known) return known
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    const config = text.includes(unprepared.sql) ? { text } : { name, text }
    configs.set(text, config)
    return config
  }
  return ({ text, values }) => ({ ...configOf(text), values: values as unknown[] })
}

function queryable(ask: Query, prepare: Prepare): Queryable {
  const query = (statement: Sql) => ask(prepare(statement))
  return {
    many: async statement => (await query(statement)).rows,
    maybe: async statement => (await query(statement)).rows[0],
    run: async statement => (await query(statement)).rowCount ?? 0,
  }
}

async function transaction<T>(connect: Connect, prepare: Prepare, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queryable(config => client.query(config), prepare), inTransaction: true })
    await commit(client)
    return result
  } catch (error) {
    broken = await undo(client, error)
    if (error instanceof RolledBack) return error.value as T
    throw error
  } finally {
    client.release(broken)
  }
}

/** COMMIT of an aborted transaction answers ROLLBACK without an error: nothing was written. */
async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('commit').catch((error: Error) => {
    throw isRefusal(error) ? error : new CommitUnknown('the answer to COMMIT was lost', { cause: error })
  })
  if (result.command !== 'COMMIT') throw new Error(`COMMIT was answered by ${result.command}`)
}

/** The server itself said no, so the transaction is certainly undone. */
const isRefusal = (error: Error): boolean =>
  error instanceof pg.DatabaseError && !(error.code ?? '').startsWith('57P') && error.severity === 'ERROR'

async function undo(client: pg.PoolClient, cause: unknown): Promise<Error | undefined> {
  if (cause instanceof CommitUnknown) return cause
  return client.query('rollback').then(
    () => undefined,
    (error: Error) => error,
  )
}
