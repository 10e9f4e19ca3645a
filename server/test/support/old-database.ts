/** A database as an older version left it: the first migrations and no more, dropped at the end. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import { beginLoad, type CopiedTable, copyIn, endLoad } from '../../src/db/copying.ts'
import { type Migration, readMigrations } from '../../src/db/migrate.ts'
import { stepsOf } from '../../src/db/migration-steps.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { newId } from '../../src/lib/ids.ts'
import { asAdmin } from './admin.ts'

export interface OldDatabase {
  name: string
  database: Database
  drop(): Promise<void>
}

/** With the migrations before the given number, as programs left them that kept no checksums. */
export async function oldDatabase(firstNew: number): Promise<OldDatabase> {
  return databaseWith((await readMigrations()).filter(({ number }) => number < firstNew))
}

export async function databaseWith(migrations: readonly Migration[]): Promise<OldDatabase> {
  const old = await emptyDatabase()
  const client = await old.database.dedicated()
  await client.query(
    'create table schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  for (const migration of migrations) {
    for (const { text } of stepsOf(migration.text)) await client.query(text)
    await client.query('insert into schema_migrations (number, name) values ($1, $2)', [
      migration.number,
      migration.name,
    ])
  }
  await client.end()
  return old
}

export async function emptyDatabase(): Promise<OldDatabase> {
  const name = newName()
  await asAdmin(`create database ${name}`)
  return opened(name)
}

/** What DATABASE_URL says to reach it. */
export function addressOf(name: string): string {
  const { host, port, user, password } = inject('ours').postgres
  const address = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}`
  return `${address}?host=${encodeURIComponent(host)}`
}

/** The rows a service of that time had, as make-landings.js keeps them. */
export async function loadRows(database: Database, file: string): Promise<void> {
  const client = await database.copying()
  try {
    const tables = tablesIn(gunzipSync(readFileSync(file)).toString())
    await beginLoad(
      client,
      tables.map(({ table }) => table),
    )
    for (const { table, rows } of tables) {
      const copy = copyIn(client, table)
      await copy.write(Buffer.from(rows))
      await copy.end()
    }
    await endLoad(client, [])
  } finally {
    await client.end()
  }
}

/** Of each a line that tells what it is, its rows, and a line that ends them. */
const tablesIn = (text: string): { table: CopiedTable; rows: string }[] =>
  text
    .split(/^\\\.\n/m)
    .filter(part => part !== '')
    .map(part => {
      const end = part.indexOf('\n') + 1
      return { table: JSON.parse(part.slice(0, end)), rows: part.slice(end) }
    })

/** Another one like it, for those who need it more than once; nobody may use it meanwhile. */
export async function copyOf(original: string): Promise<OldDatabase> {
  const name = newName()
  await asAdmin(`create database ${name} template ${original} strategy file_copy`)
  return opened(name)
}

const newName = (): string => `test_${newId().replace(/-/g, '')}`

function opened(name: string): OldDatabase {
  const database = openDatabase({ ...inject('ours').postgres, database: name }, { name: 'test' })
  return {
    name,
    database,
    async drop() {
      await database.end()
      await asAdmin(`drop database ${name} with (force)`)
    },
  }
}
