/** Takes in a tenant of another installation, with all its ids, or nothing of it. */
import pg from 'pg'
import { readMigrations } from '../db/migrate.ts'
import { checksumOf } from '../db/migration-steps.ts'
import type { Database } from '../db/pool.ts'
import type { FileStore } from '../storage/store.ts'
import { gather } from './bytes.ts'
import { type BackupHead, type Manifest, unpack } from './format.ts'
import type { BackupPlace } from './place.ts'
import { BackupRefusal, damaged } from './refusal.ts'
import { storeFile } from './restore.ts'
import { beginMove } from './row-moves.ts'
import { opened } from './take.ts'
import type { Entry } from './tar.ts'
import { findBrokenReference, type TenantKeys, tenantTables } from './tenant-tables.ts'

export interface ImportTarget {
  /** As its owner: rows come in without triggers. */
  database: Database
  fileStore: FileStore
  passphrase: string | undefined
  /** Instead of the one it had. */
  slug: string | undefined
}

export interface ImportedTenant {
  tenant: TenantKeys
  slug: string
  manifest: Manifest
}

const alreadyThere = '23505'

export async function importTenant(place: BackupPlace, target: ImportTarget): Promise<ImportedTenant> {
  const client = await target.database.copying()
  const stored: string[] = []
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    const taking = takeIn(client, target, stored)
    const manifest = await unpack(opened(await place.read(), target.passphrase), taking)
    return { ...(await taking.commit(manifest)), manifest }
  } catch (error) {
    for (const key of stored) await target.fileStore.remove(key).catch(() => {})
    throw inWords(error)
  } finally {
    await client.end()
  }
}

function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== alreadyThere) return error
  return new BackupRefusal(
    `The tenant, or a part of it, is here already (${error.table}: ${error.detail ?? error.message}). ` +
      'Another slug is --slug; ids are never changed.',
  )
}

function takeIn(client: pg.Client, { fileStore, slug }: ImportTarget, stored: string[]) {
  const loaded: Record<string, number> = {}
  const tenant: TenantKeys & { slug: string } = { id: '', books: [], slug: '' }
  let head: BackupHead | undefined

  async function insertLines(table: string, text: string): Promise<void> {
    const lines = text.split('\n').filter(line => line !== '')
    const known = head!.tables.find(({ name }) => name === table)
    if (!known) throw damaged(`it has rows of an unknown table ${table}`)
    const rows = table === 'tenants' ? lines.map(line => renamed(line, slug, tenant)) : lines
    if (table === 'books') tenant.books.push(...lines.map(line => JSON.parse(line).id))
    const columns = known.columns.map(pg.escapeIdentifier).join(', ')
    const name = pg.escapeIdentifier(table)
    await client.query(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.join(',')}]`],
    )
    loaded[table] = (loaded[table] ?? 0) + rows.length
  }

  return {
    async begin(given: BackupHead) {
      if (given.kind !== 'tenant') throw new BackupRefusal('This is a whole installation: use cellarbook restore.')
      await refuseOtherVersion(given)
      head = given
      await beginMove(client)
    },
    async entry({ name, bytes }: Entry) {
      const [kind, ...rest] = name.split('/')
      if (kind === 'tables') return insertLines(rest[0]!, (await gather(bytes)).toString())
      if (kind !== 'files') throw damaged(`it holds ${name}`)
      const key = rest.join('/')
      if (await storeFile(fileStore, key, bytes)) stored.push(key)
    },
    async commit({ rows }: Manifest) {
      const wrong = Object.entries(rows).find(([table, count]) => (loaded[table] ?? 0) !== count)
      if (wrong) throw damaged(`${wrong[0]} has other rows than its manifest says`)
      const broken = await findBrokenReference(client, await tenantTables(client), tenant)
      if (broken) throw damaged(`${broken} does not hold`)
      await client.query("select pg_notify('cellarbook_accounts', '')")
      const { command } = await client.query('commit')
      if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
      return { tenant, slug: tenant.slug }
    },
  }
}

/** Notes whose rows these are. Its numbers are whole and small, so that they survive being read. */
function renamed(line: string, slug: string | undefined, tenant: TenantKeys & { slug: string }): string {
  const row = JSON.parse(line) as { id: string; slug: string }
  tenant.id = row.id
  tenant.slug = slug ?? row.slug
  return JSON.stringify({ ...row, slug: tenant.slug })
}

/** Rows of other columns would be half understood. */
async function refuseOtherVersion({ migrations, cellarbook }: BackupHead): Promise<void> {
  const versionOf = (all: { number: number; checksum: string | null }[]) =>
    all.map(({ number, checksum }) => `${number} ${checksum}`).join()
  const ours = (await readMigrations()).map(({ number, text }) => ({ number, checksum: checksumOf(text) }))
  if (versionOf(ours) === versionOf(migrations)) return
  throw new BackupRefusal(
    `The tenant was exported by Cellarbook ${cellarbook} with other migrations (last: ${migrations.at(-1)?.name}). ` +
      'Bring both installations to the same version, and export it again.',
  )
}
