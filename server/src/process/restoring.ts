/** Restores a backup into a new data folder: beside its place until it is complete, so that nothing is left of a failure. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { BackupPlace } from '../backup/place.ts'
import { BackupRefusal } from '../backup/refusal.ts'
import { type Restored, restoreBackup } from '../backup/restore.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../db/embedded/index.ts'
import { prepareDataFolder } from '../db/embedded/placement.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { verify } from '../kernel/verify.ts'
import { openFileStore } from '../storage/open.ts'
import type { Config } from './config.ts'
import { openStore } from './database.ts'
import { orInterrupted } from './stop-signals.ts'

export interface Restoring {
  from: BackupPlace
  dataDir: string
  stopping: AbortSignal
}

export interface RestoredFolder extends Restored {
  /** The migrations that brought it up to date. */
  migrated: string[]
  checked: number
  /** The invariants that do not hold: the books were so when the backup was made. */
  broken: string[]
}

export async function restoreFolder(config: Config, { from, dataDir, stopping }: Restoring): Promise<RestoredFolder> {
  const folder = emptyFolder(dataDir)
  const staging = path.join(folder, `restoring-${randomBytes(6).toString('hex')}`)
  const staged = { ...config, dataDir: staging }
  const opened: Opened = { embedded: undefined }
  try {
    const restored = await orInterrupted(load(staged, from, opened), stopping)
    const state = await orInterrupted(bringUpToDate(staged), stopping)
    moveUp(staging, folder)
    return { ...restored, ...state }
  } catch (error) {
    await opened.embedded?.stop()
    for (const made of [opened.embedded?.location, staging]) if (made) rmSync(made, { recursive: true, force: true })
    throw error
  }
}

interface Opened {
  embedded: EmbeddedPostgres | undefined
}

export function emptyFolder(dataDir: string): string {
  const folder = prepareDataFolder(dataDir)
  if (readdirSync(folder).length === 0) return folder
  throw new BackupRefusal(`${folder} is not empty: name a new folder, or an empty one.`)
}

async function load(config: Config, from: BackupPlace, opened: Opened): Promise<Restored> {
  const database = await openTarget(config, opened)
  try {
    return await restoreBackup(from, config.backupPassphrase, {
      database,
      fileStore: openFileStore(config),
      dataFolder: config.dataDir,
    })
  } finally {
    await database.end()
  }
}

async function openTarget({ databaseUrl, dataDir }: Config, opened: Opened): Promise<Database> {
  if (databaseUrl === undefined) {
    opened.embedded = await openEmbeddedPostgres({ dataDir, log: () => {} })
    return openDatabase({ ...opened.embedded.connection, ssl: false }, { name: 'cellarbook restore' })
  }
  mkdirSync(dataDir, { mode: 0o700 })
  const database = openDatabase({ connectionString: databaseUrl }, { name: 'cellarbook restore' })
  const client = await database.dedicated()
  try {
    const { rows } = await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace limit 1`)
    if (rows.length === 0) return database
    throw new BackupRefusal('The database of DATABASE_URL is not empty: make a new one, and name that.')
  } finally {
    await client.end()
  }
}

export async function bringUpToDate(config: Config): Promise<Pick<RestoredFolder, 'migrated' | 'checked' | 'broken'>> {
  const store = await openStore(config, { purpose: 'restore', log: () => {} })
  try {
    const { invariants } = await import('../domains/index.ts')
    const violations = await verify(store.database, invariants)
    const broken = violations.map(({ invariant }) => invariant)
    return { migrated: store.migrated, checked: invariants.length, broken }
  } finally {
    await store.close()
  }
}

/** The database comes last: until then a start finds an empty folder. */
export function moveUp(staging: string, folder: string): void {
  const isDatabase = (name: string) => name === 'postgres' || name === 'postgres.location'
  const names = readdirSync(staging)
  for (const name of [...names.filter(each => !isDatabase(each)), ...names.filter(isDatabase)]) {
    renameSync(path.join(staging, name), path.join(folder, name))
  }
  rmSync(staging, { recursive: true })
}
