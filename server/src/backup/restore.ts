/** Puts a backup into an empty database: the tables of its version, its rows, its files; or nothing at all. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beginLoad, type CopiedTable, type CopyIn, copyIn, endLoad } from '../db/copying.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { checksumOf } from '../db/migration-steps.ts'
import type { Database } from '../db/pool.ts'
import { FileExists, type FileStore, isFileKey } from '../storage/store.ts'
import { type BackupHead, type Manifest, type RanMigration, unpack } from './format.ts'
import type { BackupPlace } from './place.ts'
import { BackupRefusal, damaged } from './refusal.ts'
import { opened } from './take.ts'
import type { Entry } from './tar.ts'

export interface RestoreTarget {
  /** As its owner. */
  database: Database
  fileStore: FileStore
  /** Where secrets lie. */
  dataFolder: string
}

export interface Restored {
  head: BackupHead
  manifest: Manifest
}

export async function restoreBackup(
  place: BackupPlace,
  passphrase: string | undefined,
  target: RestoreTarget,
): Promise<Restored> {
  const loading = await openLoading(target)
  try {
    const manifest = await unpack(opened(await place.read(), passphrase), loading)
    await loading.commit(manifest)
    return { head: loading.head(), manifest }
  } finally {
    await loading.end()
  }
}

async function openLoading({ database, fileStore, dataFolder }: RestoreTarget) {
  const client = await database.copying()
  await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
  const loaded: Record<string, number> = {}
  let head: BackupHead | undefined
  let open: { table: CopiedTable; copy: CopyIn } | undefined

  async function finishTable(): Promise<void> {
    if (open) loaded[open.table.name] = await open.copy.end()
    open = undefined
  }
  /** The pieces of a table stand one behind the other, and are cut anywhere. */
  async function loadPiece(name: string, bytes: Entry['bytes']): Promise<void> {
    if (open?.table.name !== name) {
      await finishTable()
      const table = head!.tables.find(each => each.name === name)
      if (!table) throw damaged(`it has rows of an unknown table ${name}`)
      open = { table, copy: copyIn(client, table) }
    }
    for await (const chunk of bytes) await open!.copy.write(chunk)
  }

  return {
    head: () => head!,
    async begin(given: BackupHead) {
      if (given.kind === 'base') throw new BackupRefusal('This is a part of the log: restore its folder with --at.')
      if (given.kind !== 'installation') throw new BackupRefusal('This is one tenant: use cellarbook tenant import.')
      head = given
      await migrate(database, { only: await knownMigrations(given) })
      await beginLoad(client, given.tables)
    },
    async entry({ name, bytes }: Entry) {
      const [kind, ...rest] = name.split('/')
      if (kind === 'tables') return loadPiece(rest[0]!, bytes)
      await finishTable()
      if (kind === 'files') return void (await storeFile(fileStore, rest.join('/'), bytes))
      if (kind === 'secrets') return storeSecret(dataFolder, rest.join('/'), bytes)
      throw damaged(`it holds ${name}`)
    },
    async commit({ rows }: Manifest) {
      await finishTable()
      const wrong = Object.entries(rows).find(([table, count]) => (loaded[table] ?? 0) !== count)
      if (wrong) throw damaged(`${wrong[0]} has other rows than its manifest says`)
      await endLoad(client, head!.sequences)
    },
    end: () => client.end(),
  }
}

/** The very texts that made the tables of the backup. */
export async function knownMigrations({
  migrations,
  cellarbook,
}: Pick<BackupHead, 'migrations' | 'cellarbook'>): Promise<Set<number>> {
  const known = new Map((await readMigrations()).map(({ number, text }) => [number, checksumOf(text)]))
  const isSame = ({ number, checksum }: RanMigration) => checksum === null || known.get(number) === checksum
  const foreign = migrations.find(each => !known.has(each.number) || !isSame(each))
  if (foreign) {
    throw new BackupRefusal(
      `The backup was made by Cellarbook ${cellarbook} and has the migration ${foreign.name}, which this one does not know. ` +
        'Restore it with that version or a later one.',
    )
  }
  return new Set(migrations.map(({ number }) => number))
}

/** Whether it was not there before. */
export async function storeFile(fileStore: FileStore, key: string, bytes: Entry['bytes']): Promise<boolean> {
  if (!isFileKey(key)) throw damaged(`it holds a file called ${key}`)
  try {
    await fileStore.put(key, bytes, Number.MAX_SAFE_INTEGER)
    return true
  } catch (error) {
    // A bucket may still have it: names are never used twice, so it is the same one.
    if (!(error instanceof FileExists)) throw error
    for await (const _ of bytes);
    return false
  }
}

export async function storeSecret(folder: string, name: string, bytes: Entry['bytes']): Promise<void> {
  if (!/^[a-z-]+\.key$/.test(name)) throw damaged(`it holds a secret called ${name}`)
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, name), Buffer.concat(chunks), { mode: 0o600, flush: true })
}
