/** Brings the schema up to date: numbered files, forward only, once, under an advisory lock. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Migration, MigrationError, patienceMs, runMigration } from './migration-run.ts'
import { checksumOf, stepsOf } from './migration-steps.ts'
import type { Database } from './pool.ts'
import { tellOfYoungTables } from './young-tables.ts'

export { type Migration, MigrationError } from './migration-run.ts'

const oldestPostgres = 15

/** Any number, the same for all nodes. */
const lockKey = 7_223_019_841
const turnMs = 100

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations')

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_.*\.sql$/.test(name)).sort()
  const bridges = await readdir(path.join(folder, 'bridges'))
  return Promise.all(
    names.map(async name => ({
      number: Number(name.slice(0, 4)),
      name: name.slice(0, -4),
      text: await readFile(path.join(folder, name), 'utf8'),
      ...(bridges.includes(name) && { bridge: await readFile(path.join(folder, 'bridges', name), 'utf8') }),
    })),
  )
}

interface MigrateOptions {
  patienceMs?: number
  /** Makes the schema of an earlier version: these numbers and no others. */
  only?: ReadonlySet<number>
}

/** Returns the names of the migrations it ran. */
export async function migrate(database: Database, { only, ...options }: MigrateOptions = {}): Promise<string[]> {
  const migrations = (await readMigrations()).filter(({ number }) => !only || only.has(number))
  const client = await database.dedicated()
  try {
    await checkServer(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await takeTurn(client)
    const applied = await appliedMigrations(client)
    refuseNewer(applied, migrations)
    refuseEdited(applied, migrations)
    const missing = migrations.filter(migration => !isDone(migration, applied))
    for (const migration of missing) {
      const { steps } = applied.find(({ number }) => number === migration.number) ?? { steps: 0 }
      await runMigration(client, { migration, stepsDone: steps ?? 0, patienceMs, ...options })
    }
    await noteEarlier(client, applied, migrations)
    // Tables are made by migrations, and to look for young ones takes a tenth of a second: not at every start.
    if (missing.length > 0) await tellOfYoungTables(client)
    return missing.map(migration => migration.name)
  } finally {
    await client.end()
  }
}

/** Those a start would run; nothing is changed. */
export async function pendingMigrations(database: Database): Promise<Migration[]> {
  const migrations = await readMigrations()
  const client = await database.dedicated()
  try {
    await checkServer(client)
    const { rows } = await client.query("select to_regclass('schema_migrations') is not null as is_there")
    if (!rows[0].is_there) return migrations
    // Rows as the oldest programs left them have neither.
    const noted = await client.query(`
      select number, to_jsonb(m) ->> 'checksum' as checksum, (to_jsonb(m) ->> 'steps')::integer as steps
        from schema_migrations m
       order by number`)
    refuseNewer(noted.rows, migrations)
    refuseEdited(noted.rows, migrations)
    return migrations.filter(migration => !isDone(migration, noted.rows))
  } finally {
    await client.end()
  }
}

/** Asked for again and again, not waited for: a statement that waits would hold up indexes made concurrently. */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_ours', [lockKey])
    if (rows[0].is_ours) return
    await sleep(turnMs)
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
  const major: number = rows[0].major
  if (major < oldestPostgres) {
    throw new MigrationError(`PostgreSQL ${major} is too old: Cellarbook needs ${oldestPostgres} or newer.`)
  }
}

interface Applied {
  number: number
  /** Null in rows of programs that kept none. */
  checksum: string | null
  /** How many of its steps are done; null means all. */
  steps: number | null
}

async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  await client.query(
    'alter table schema_migrations add column if not exists checksum text, add column if not exists steps integer',
  )
  const { rows } = await client.query('select number, checksum, steps from schema_migrations order by number')
  return rows
}

const isDone = ({ number, text }: Migration, applied: Applied[]): boolean =>
  applied.some(row => row.number === number && (row.steps ?? Infinity) >= stepsOf(text).length)

/** An old program on a newer schema would write rows the newer one does not understand. */
function refuseNewer(applied: Applied[], known: Migration[]): void {
  const newest = known.at(-1)?.number ?? 0
  const foreign = applied.filter(({ number }) => number > newest)
  if (foreign.length === 0) return
  throw new MigrationError(
    `The database is newer than this Cellarbook: it has migration ${foreign.at(-1)!.number}, the program knows ${newest}. ` +
      'Start the newer version.',
  )
}

/** Two databases of one version would differ. */
function refuseEdited(applied: Applied[], known: Migration[]): void {
  for (const { number, name, text } of known) {
    const checksum = applied.find(row => row.number === number)?.checksum
    if (typeof checksum !== 'string' || checksum === checksumOf(text)) continue
    throw new MigrationError(
      `Migration ${name} was edited after it ran in this database. Restore its file, and write a new migration instead.`,
    )
  }
}

/**
 * Rows from before checksums were kept. Some of those files were edited after they had landed; whichever text ran here,
 * migration 24, which has run by now, has made the outcome equal to that of today's files.
 */
async function noteEarlier(client: pg.Client, applied: Applied[], known: Migration[]): Promise<void> {
  for (const { number, text } of known) {
    if (applied.find(row => row.number === number)?.checksum !== null) continue
    await client.query('update schema_migrations set checksum = $2, steps = $3 where number = $1', [
      number,
      checksumOf(text),
      stepsOf(text).length,
    ])
  }
}
