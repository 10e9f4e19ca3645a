/** The database of this installation: the embedded server or the one DATABASE_URL names, brought up to date. */
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionsFor } from '../db/connection-share.ts'
import { type Account, type EmbeddedPostgres, MAX_CONNECTIONS, openEmbeddedPostgres } from '../db/embedded/index.ts'
import { isUnavailable } from '../db/errors.ts'
import { addressesOf } from '../db/hosts.ts'
import { migrate } from '../db/migrate.ts'
import { type ConnectionOptions, type Database, openDatabase } from '../db/pool.ts'
import { isPooled, pooledWords } from '../db/pooler.ts'
import { join, type Presence } from '../db/presence.ts'
import { ensureServiceRole, serviceAddress, serviceRole } from '../db/service-role.ts'
import { completeBooks } from '../domains/accounts/books.ts'
import type { Config } from './config.ts'
import { orInterrupted } from './stop-signals.ts'

export interface Store {
  database: Database
  /** How the owner of the tables reaches it. */
  owner: ConnectionOptions
  /** How requests reach it. */
  connection: ConnectionOptions
  /** Where the embedded server keeps its files; undefined for an external one. */
  embeddedAt: string | undefined
  /** Whom the embedded server runs as when we are root. */
  account: Account | undefined
  /** The migrations this process ran. */
  migrated: string[]
  /** Starts a lost embedded server again. */
  revive: (() => Promise<void>) | undefined
  close(): Promise<void>
}

export class StoreError extends Error {}
export class ListenError extends Error {}
/** The workers do not stay. */
export class WorkerError extends Error {}

interface StoreOptions {
  /** `serve` or the name of the command: shown in pg_stat_activity. */
  purpose: string
  log: (line: string) => void
  /** Gives the opening up; a server that was started for it is stopped again. */
  stopping?: AbortSignal
}

const patienceMs = 30_000
const promptlyMs = 500

export async function openStore(config: Config, options: StoreOptions): Promise<Store> {
  const { databaseUrl } = config
  const store = await (databaseUrl ? openExternal(config, options) : openOwn(config, options))
  // From the first request on times are those of the database.
  await store.database.look()
  return store
}

const nameOf = ({ purpose }: StoreOptions): string => `cellarbook ${purpose}`

async function openExternal({ databaseUrl, databasePool: size }: Config, options: StoreOptions): Promise<Store> {
  const url = databaseUrl!
  const owner = openDatabase({ connectionString: url }, { name: nameOf(options), size })
  await refusePooler(owner)
  const migrated = await orInterrupted(prepareDatabase(owner, options), options.stopping)
  const { database, connection } = await servingExternal(owner, url, { ...options, size })
  const close = () => promptly(database.end(), undefined)
  const owning = { connectionString: url }
  return {
    database,
    owner: owning,
    connection,
    migrated,
    embeddedAt: undefined,
    account: undefined,
    revive: undefined,
    close,
  }
}

/** One that is not there yet is waited for by what follows. */
async function refusePooler(owner: Database): Promise<void> {
  const isThrough = await isPooled(owner).catch(error => (isUnavailable(error) ? false : Promise.reject(error)))
  if (isThrough) throw new StoreError(pooledWords)
}

/** With a role of its own for requests where the owner may make one, else as the owner. */
async function servingExternal(
  owner: Database,
  url: string,
  options: StoreOptions & { size: number },
): Promise<Pick<Store, 'database' | 'connection'>> {
  try {
    const { role, connectionString } = await serviceAddress(owner, url)
    // A role that was just made is not yet on the others.
    await ensureServiceRole(owner, role, { connectionString: addressesOf(connectionString)[owner.host()]! })
    const database = openDatabase({ connectionString }, { name: nameOf(options), size: options.size })
    await owner.end()
    return { database, connection: { connectionString } }
  } catch (error) {
    options.log(`Requests use the role of DATABASE_URL, there is none of their own: ${(error as Error).message}`)
    return { database: owner, connection: { connectionString: url } }
  }
}

/** As it is: nothing is migrated, made or given. */
export async function openUnmigrated({ databaseUrl, dataDir, backup }: Config) {
  const name = { name: 'cellarbook upgrade', size: 2 }
  if (databaseUrl) {
    const database = openDatabase({ connectionString: databaseUrl }, name)
    return { database, folder: path.resolve('.'), close: () => database.end() }
  }
  const embedded = await openEmbeddedPostgres({ dataDir, log: () => {}, archives: backup?.keepsLog ?? false })
  const database = openDatabase({ ...embedded.connection, ssl: false }, name)
  const presence = await join(embedded, database)
  return { database, folder: embedded.location, close: () => leave(embedded, database, presence) }
}

/** With room for all workers and their pools, when this process is the one that starts it. */
const roomFor = (workers: number, pool: number) => ({
  maxConnections: Math.max(MAX_CONNECTIONS, connectionsFor(workers, pool) + 4),
})

async function openOwn(config: Config, options: StoreOptions): Promise<Store> {
  const { dataDir, workers, databasePool: size, backup } = config
  const archives = backup?.keepsLog ?? false
  const embedded = await openEmbeddedPostgres({ dataDir, log: options.log, archives, ...roomFor(workers, size) })
  const connection = { ...embedded.connection, ssl: false } satisfies ConnectionOptions
  const owner = openDatabase(connection, { name: nameOf(options) })
  const arrival = await join(embedded, owner)
  try {
    const migrated = await orInterrupted(prepareDatabase(owner, options), options.stopping)
    const role = serviceRole('cellarbook_service', connection.password)
    await ensureServiceRole(owner, role, { ...connection, ...role })
    const serving = { ...connection, ...role }
    const database = openDatabase(serving, { name: nameOf(options), size })
    const presence = await join(embedded, database)
    await Promise.all([arrival.end(), owner.end()])
    const close = () => leave(embedded, database, presence)
    const { location: embeddedAt, account } = embedded
    return {
      database,
      owner: connection,
      connection: serving,
      migrated,
      embeddedAt,
      account,
      revive: () => embedded.ensureRunning(),
      close,
    }
  } catch (error) {
    await leave(embedded, owner, arrival)
    throw error
  }
}

/** An external server may start after us: wait for it a while. */
async function prepareDatabase(database: Database, { log, stopping }: StoreOptions): Promise<string[]> {
  const deadline = performance.now() + patienceMs
  // The first of several hosts may be a standby.
  await database.look()
  for (let isFirst = true; ; isFirst = false) {
    try {
      const migrated = await migrate(database)
      await database.look()
      // Also when another process ran the migrations: it may be lost, or not as far yet.
      await completeBooks(database, database.clock, {
        loadDomains: () => import('../domains/index.ts'),
        isMigrated: migrated.length > 0,
      })
      return migrated
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline || stopping?.aborted) {
        throw isUnavailable(error) ? new StoreError(`The database does not answer: ${(error as Error).message}`) : error
      }
      if (isFirst) log('Waiting for the database …')
      await new Promise(resolve => setTimeout(resolve, 250))
    }
  }
}

/** The embedded server stops with the last process that uses it. */
async function leave(embedded: EmbeddedPostgres, database: Database, presence: Presence): Promise<void> {
  const isLast = await promptly(presence.leave(), true, 1_000)
  await promptly(database.end(), undefined)
  if (isLast) await embedded.stop()
  await presence.end()
}

/** A database that does not answer, or a statement that takes minutes, does not keep us from stopping the server. */
const promptly = <T>(work: Promise<T>, otherwise: T, maxMs = promptlyMs): Promise<T> =>
  Promise.race([work.catch(() => otherwise), sleep(maxMs, otherwise, { ref: false })])
