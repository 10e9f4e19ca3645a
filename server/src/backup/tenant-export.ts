/** Everything of one tenant as a pack: the rows of each table as lines of JSON, its files, a manifest. */
import pg from 'pg'
import type { Database } from '../db/pool.ts'
import { openSnapshot, type Snapshot } from '../db/snapshot.ts'
import type { FileStore } from '../storage/store.ts'
import { type BackupHead, type Contents, formatNumber, packOf } from './format.ts'
import { heldFiles } from './held-files.ts'
import type { BackupPlace } from './place.ts'
import { filePart, type HowToPack, store } from './take.ts'
import type { NewEntry } from './tar.ts'
import { keysOf, type TenantKeys, type TenantTable, tenantTables, withKeys } from './tenant-tables.ts'

export interface TenantSource {
  database: Database
  fileStore: FileStore
  tenant: TenantKeys
  version: string
}

export interface ExportedTenant {
  name: string
  taken_at: string
  bytes: number
  rows: number
  files: Contents['files']
  /** How far each of its books had come, by id. */
  sequences: Record<string, number>
}

const rowsAtOnce = 1_000

export async function exportTenant(source: TenantSource, place: BackupPlace, how: HowToPack): Promise<ExportedTenant> {
  const snapshot = await openSnapshot(source.database)
  try {
    const tables = (await tenantTables(snapshot.client)).filter(({ isMoved }) => isMoved)
    const head: BackupHead = {
      format: formatNumber,
      kind: 'tenant',
      cellarbook: source.version,
      taken_at: snapshot.takenAt,
      migrations: snapshot.migrations,
      tables: tables.map(({ name, columns }) => ({ name, columns, partitions: [] })),
      sequences: [],
    }
    const books = await snapshot.client.query('select id, last_sequence::float8 from books where id = any ($1)', [
      source.tenant.books,
    ])
    const contents: Contents = { rows: {}, files: { count: 0, bytes: 0, missing: [] } }
    const parts = partsOf(source, { snapshot, tables, contents })
    const bytes = await store(packOf(head, parts, contents), place, how)
    return {
      name: place.name,
      taken_at: head.taken_at,
      bytes,
      rows: Object.values(contents.rows).reduce((sum, count) => sum + count, 0),
      files: contents.files,
      sequences: Object.fromEntries(books.rows.map(({ id, last_sequence }) => [id, last_sequence])),
    }
  } finally {
    await snapshot.end()
  }
}

interface Exporting {
  snapshot: Snapshot
  tables: TenantTable[]
  contents: Contents
}

async function* partsOf(
  { tenant, fileStore }: TenantSource,
  { snapshot, tables, contents }: Exporting,
): AsyncGenerator<NewEntry> {
  for (const table of tables) {
    let number = 0
    contents.rows[table.name] = 0
    for await (const lines of linesOf(snapshot.client, table, tenant)) {
      number += 1
      contents.rows[table.name]! += lines.length
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      const name = `tables/${table.name}/${String(number).padStart(6, '0')}.jsonl`
      yield { name, size: bytes.length, bytes: [bytes] }
    }
  }
  const files = await heldFiles(snapshot.client, tenant.books)
  await snapshot.release()
  for (const file of files) yield* filePart(fileStore, file, contents.files)
}

/** As PostgreSQL writes them: every decimal exact, JSON that is kept as text unchanged. */
async function* linesOf(client: pg.Client, table: TenantTable, tenant: TenantKeys): AsyncGenerator<string[]> {
  const columns = table.columns.map(column => `t.${pg.escapeIdentifier(column)}`).join(', ')
  const rows = withKeys(`select ${columns} from ${pg.escapeIdentifier(table.name)} t where ${table.condition}`)
  await client.query(
    `declare lines no scroll cursor for select row_to_json(r)::text as line from (${rows}) r`,
    keysOf(tenant),
  )
  for (;;) {
    const fetched = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from lines`)
    if (fetched.rows.length === 0) break
    yield fetched.rows.map(({ line }) => line)
  }
  await client.query('close lines')
}
