/** PostgreSQL through `pg`: the pool, typed rows, transactions whose commit is checked. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { plannedAnew, type Sql } from './sql.ts'

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
  end(): Promise<void>
}

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
  'idle_in_transaction_session_timeout=15000',
  'default_transaction_isolation=read\\ committed',
  'client_min_messages=warning',
]

const clientOptions = (connection: ConnectionOptions, applicationName: string): pg.ClientConfig => ({
  ...connection,
  types,
  application_name: applicationName,
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
  options: sessionSettings.map(setting => `-c ${setting}`).join(' '),
})

export function openDatabase(connection: ConnectionOptions, options: { name: string; size?: number }): Database {
  const config = clientOptions(connection, options.name)
  const pool = new pg.Pool({ ...config, max: options.size ?? 8, idleTimeoutMillis: 60_000 })
  const prepare = statementPreparer()
  // A client without a listener of its own kills the process when PostgreSQL drops it.
  pool.on('connect', client => client.on('error', () => {}))
  pool.on('error', () => {})
  return {
    ...queryable(pool, prepare),
    transaction: work => transaction(pool, prepare, work),
    dedicated: async () => {
      const client = new pg.Client(config)
      client.on('error', () => {})
      await client.connect()
      return client
    },
    end: () => pool.end(),
  }
}

type Prepare = (statement: Sql) => pg.QueryConfig

/**
 * Every statement is prepared once per connection, under a name made of its text, unless it is to be planned anew.
 * The texts are few, because values never enter them.
 */
function statementPreparer(): Prepare {
  const configs = new Map<string, { name?: string; text: string }>()
  const configOf = (text: string) => {
    const known = configs.get(text)
    if (known) return known
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    const config = text.includes(plannedAnew.sql) ? { text } : { name, text }
    configs.set(text, config)
    return config
  }
  return ({ text, values }) => ({ ...configOf(text), values: values as unknown[] })
}

function queryable(target: pg.Pool | pg.ClientBase, prepare: Prepare): Queryable {
  const query = (statement: Sql) => target.query(prepare(statement)) as Promise<pg.QueryResult>
  return {
    many: async statement => (await query(statement)).rows,
    maybe: async statement => (await query(statement)).rows[0],
    run: async statement => (await query(statement)).rowCount ?? 0,
  }
}

async function transaction<T>(pool: pg.Pool, prepare: Prepare, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queryable(client, prepare), inTransaction: true })
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
