/** Of the database: who answers, how old it is, its clock, what it lacks. Nothing is started, nothing is changed. */
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findPostmaster } from '../../db/embedded/postmaster.ts'
import { readLocation } from '../../db/embedded/relocation.ts'
import { addressesOf } from '../../db/hosts.ts'
import { readMigrations } from '../../db/migrate.ts'
import { pooledWords } from '../../db/pooler.ts'
import { fingerprintOf } from '../../kernel/agreement.ts'
import type { Config } from '../config.ts'
import { type Finding, failed, fine, warning, wordsOf } from './finding.ts'
import { checkLog } from './log.ts'

const oldestMajor = 15
const mostSkewMs = 1_000

export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return checkOwn(config)
  const found = await Promise.all(addressesOf(config.databaseUrl).map(address => checkHost(config, address)))
  const hasPrimary = found.flat().some(({ check, status }) => check === 'migrations' || status === 'failed')
  const advice = 'Promote one of them, or name the host of the primary.'
  return [...found.flat(), ...(hasPrimary ? [] : [failed('database', 'No host can be written to.', advice)])]
}

/** Ours is started with the service. */
async function checkOwn(config: Config): Promise<Finding[]> {
  const { dataDir } = config
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : dataDir
  const cluster = readLocation(folder) ?? path.join(folder, 'postgres')
  if (!existsSync(cluster)) return [fine('database', 'Its own PostgreSQL is made at the first start.')]
  const { kind } = findPostmaster(cluster)
  const isRunning = kind === 'ours'
  const own = fine('database', `Its own PostgreSQL in ${cluster} ${isRunning ? 'runs' : 'starts with the service'}.`)
  return [own, ...(config.backup?.keepsLog && isRunning ? await checkLog(cluster) : [])]
}

async function checkHost(config: Config, address: string): Promise<Finding[]> {
  const { host, port } = new URL(address.replace(/^postgres(ql)?:/, 'http:'))
  const name = port ? host : `${host}:5432`
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await lookAt(client, config, name)
  } catch (error) {
    const words = wordsOf(error)
    return /unsupported startup parameter/.test(words)
      ? [failed('database', `${name} is a pooler.`, pooledWords)]
      : [failed('database', `${name} does not answer: ${words}`, 'Start it, or correct DATABASE_URL.')]
  } finally {
    await client.end().catch(() => {})
  }
}

async function lookAt(client: pg.Client, config: Config, name: string): Promise<Finding[]> {
  const askedMs = Date.now()
  const { rows } = await client.query(`
    select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby, current_setting('server_version') as version,
           current_setting('server_version_num')::int / 10000 as major,
           extract(epoch from clock_timestamp()) * 1000 as now_ms,
           to_regclass('schema_migrations') is not null as is_made, to_regclass('node_agreements') is not null as has_nodes`)
  const [seen] = rows
  if (seen.pid !== (client as unknown as { processID: number }).processID)
    return [failed('database', `${name} is a pooler.`, pooledWords)]
  if (seen.major < oldestMajor)
    return [failed('database', `${name} is PostgreSQL ${seen.version}.`, `Use ${oldestMajor} or newer.`)]
  if (seen.is_standby) return [fine('database', `${name} is a standby (PostgreSQL ${seen.version}).`)]
  const aheadMs = Math.round(Number(seen.now_ms) - (askedMs + Date.now()) / 2)
  return [
    fine('database', `${name} is PostgreSQL ${seen.version} and can be written to.`),
    clockOf(aheadMs),
    await migrationsOf(client, seen.is_made),
    ...(seen.has_nodes ? await keyOf(client, config) : []),
  ]
}

const clockOf = (aheadMs: number): Finding =>
  Math.abs(aheadMs) <= mostSkewMs
    ? fine('clock', `The clocks of this machine and the database differ by ${Math.abs(aheadMs)} ms.`)
    : warning('clock', `The clock of the database is ${aheadMs} ms ahead of this machine.`, 'Set both by NTP.')

async function migrationsOf(client: pg.Client, isMade: boolean): Promise<Finding> {
  const known = (await readMigrations()).map(({ number }) => number)
  if (!isMade)
    return fine('migrations', `The database is empty: the first start makes it (${known.length} migrations).`)
  const { rows } = await client.query('select number from schema_migrations')
  const applied = new Set<number>(rows.map(({ number }) => number))
  const newer = [...applied].filter(number => number > known.at(-1)!)
  if (newer.length > 0) {
    return failed(
      'migrations',
      `The database has migration ${Math.max(...newer)}, newer than this program.`,
      'Start the newer version.',
    )
  }
  const missing = known.filter(number => !applied.has(number))
  return missing.length === 0
    ? fine('migrations', 'All have run.')
    : warning('migrations', `${missing.length} have not run yet.`, 'The next start runs them; back up before.')
}

async function keyOf(client: pg.Client, { webhookSigningKey }: Config): Promise<Finding[]> {
  if (webhookSigningKey === undefined) return []
  const { rows } = await client.query("select value from node_agreements where name = 'webhook_signing_key'")
  if (rows.length === 0 || rows[0].value === fingerprintOf(webhookSigningKey)) return []
  return [
    failed('signing key', 'The nodes of this database use another WEBHOOK_SIGNING_KEY.', 'Set the same on all nodes.'),
  ]
}
