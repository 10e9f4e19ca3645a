/** Brings the schema up to date: numbered files, forward only, once, under an advisory lock. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Database } from './pool.ts'

/** One clear line for the person who starts the service. */
export class MigrationError extends Error {}

export const oldestPostgres = 15

/** Any number, the same for all nodes. */
const lockKey = 7_223_019_841

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'migrations')

export interface Migration {
  number: number
  name: string
  text: string
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_.*\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async name => ({
      number: Number(name.slice(0, 4)),
      name: name.slice(0, -4),
      text: await readFile(path.join(folder, name), 'utf8'),
    })),
  )
}

/** Returns the names of the migrations it ran. */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations()
  const client = await database.dedicated()
  try {
    await checkServer(client)
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const done = await appliedNumbers(client)
    refuseNewer(done, migrations)
    const missing = migrations.filter(migration => !done.includes(migration.number))
    for (const migration of missing) await apply(client, migration)
    return missing.map(migration => migration.name)
  } finally {
    await client.end()
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select current_setting('server_version_num')::int / 10000 as major")
  const major: number = rows[0].major
  if (major < oldestPostgres) {
    throw new MigrationError(`PostgreSQL ${major} is too old: Cellarbook needs ${oldestPostgres} or newer.`)
  }
}

async function appliedNumbers(client: pg.Client): Promise<number[]> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query('select number from schema_migrations order by number')
  return rows.map(row => row.number)
}

/** An old program on a newer schema would write rows the newer one does not understand. */
function refuseNewer(done: number[], known: Migration[]): void {
  const newest = known.at(-1)?.number ?? 0
  const foreign = done.filter(number => number > newest)
  if (foreign.length === 0) return
  throw new MigrationError(
    `The database is newer than this Cellarbook: it has migration ${foreign.at(-1)}, the program knows ${newest}. ` +
      'Start the newer version.',
  )
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.text)
    await client.query('insert into schema_migrations (number, name) values ($1, $2)', [
      migration.number,
      migration.name,
    ])
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationError(`Migration ${migration.name} failed: ${(error as Error).message}`)
  }
}
