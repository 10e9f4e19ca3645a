/** `upgrade --check`: what the first start of this version will do to the database. */
import { statfsSync } from 'node:fs'
import pg from 'pg'
import { pendingMigrations } from '../../db/migrate.ts'
import { inLockOrder, locksOf, stepsOf } from '../../db/migration-steps.ts'
import type { Database } from '../../db/pool.ts'
import { readVersion } from '../../kernel/version.ts'
import { openUnmigrated } from '../database.ts'
import { Refusal, type Tools } from './command.ts'
import { tableLines } from './look.ts'

interface TouchedTable {
  name: string
  /** As PostgreSQL counted last; counted now where it never did, or forgot it in a crash. */
  rows: number
  bytes: number
}

/** What a plain disk writes beside a service; half of it, to be honest. */
const bytesPerSecond = 25_000_000
const secondsPerStep = 0.1

export async function upgradeCommand(
  { terminal, print }: Tools,
  { check, json }: { check?: boolean; json?: boolean },
): Promise<void> {
  if (!check) throw new Refusal('Give --check. To upgrade, start the new version: it migrates by itself.')
  const config = terminal.readConfig()
  const store = await openUnmigrated(config)
  try {
    const pending = await pendingMigrations(store.database)
    const migrations = []
    for (const { name, text } of pending) {
      const tables = await touchedBy(store.database, text)
      const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
      const seconds = Math.ceil(stepsOf(text).length * secondsPerStep + bytes / bytesPerSecond)
      migrations.push({ name, steps: stepsOf(text).length, tables, seconds })
    }
    const { bavail, bsize } = statfsSync(store.folder)
    const seconds = migrations.reduce((sum, each) => sum + each.seconds, 0)
    const most = Math.max(0, ...migrations.flatMap(({ tables }) => tables.map(({ bytes }) => bytes)))
    const report = {
      version: readVersion(),
      migrations,
      seconds_at_most: seconds,
      free_bytes: bavail * bsize,
      needs_bytes: 2 * most,
    }
    print(json, report, linesOf(report))
  } finally {
    await store.close()
  }
}

async function touchedBy(database: Database, text: string): Promise<TouchedTable[]> {
  const names = inLockOrder(stepsOf(text).flatMap(locksOf)).map(({ name }) => name)
  const client = await database.dedicated()
  try {
    const { rows: tables } = await client.query<TouchedTable>(
      `select t.relname as name, t.reltuples::float8 as rows, pg_total_relation_size(t.oid)::float8 as bytes
         from pg_class t
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname = any ($1)
        order by t.relname`,
      [names],
    )
    for (const table of tables) {
      if (table.rows >= 0) continue
      const { rows } = await client.query(`select count(*)::float8 as count from ${pg.escapeIdentifier(table.name)}`)
      table.rows = rows[0].count
    }
    return tables
  } finally {
    await client.end()
  }
}

interface Report {
  version: string
  migrations: { name: string; steps: number; tables: TouchedTable[]; seconds: number }[]
  seconds_at_most: number
  free_bytes: number
  needs_bytes: number
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

function linesOf({ version, migrations, seconds_at_most, free_bytes, needs_bytes }: Report): string[] {
  if (migrations.length === 0) return [`Cellarbook ${version} changes nothing in this database.`]
  const rows = migrations.map(({ name, steps, tables, seconds }) => [
    name,
    String(steps),
    tables.map(table => `${table.name} (${table.rows})`).join(', '),
    `${seconds} s`,
  ])
  return [
    ...tableLines(['migration', 'steps', 'tables it touches (rows)', 'at most'], rows),
    `At most about ${seconds_at_most} s if every table is written anew, which most migrations do not do.`,
    `Free on the disk: ${megabytes(free_bytes)}; ${megabytes(needs_bytes)} may be needed. Make a backup before: cellarbook backup --to FILE`,
  ]
}
