/** Restores a moment between two backups: a base copy, the log of changes up to the instant, and the files of then. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { heldFiles } from '../backup/held-files.ts'
import { fetchFiles, fillCluster, type LogSource, planRecovery, type RecoveryPlan } from '../backup/log/recover.ts'
import { BackupRefusal } from '../backup/refusal.ts'
import { knownMigrations } from '../backup/restore.ts'
import { openKeyring } from '../backup/sealing.ts'
import { shelfAt } from '../backup/where.ts'
import { EmbeddedPostgresError, openEmbeddedPostgres } from '../db/embedded/index.ts'
import { abandonCluster, receiveCluster } from '../db/embedded/receive.ts'
import { openDatabase } from '../db/pool.ts'
import { openFileStore } from '../storage/open.ts'
import { logFolder } from './backing-up.ts'
import type { Config } from './config.ts'
import { bringUpToDate, emptyFolder, moveUp, type RestoredFolder } from './restoring.ts'
import { orInterrupted } from './stop-signals.ts'

export interface RestoringAt {
  /** Where the backups and their log lie. */
  from: string
  at: string
  dataDir: string
  stopping: AbortSignal
}

export interface RestoredMoment extends Pick<RestoredFolder, 'migrated' | 'checked' | 'broken'> {
  /** The base copy it was made from. */
  base: string
  cellarbook: string
  files: { count: number; missing: string[] }
}

export async function restoreMoment(
  config: Config,
  { from, at, dataDir, stopping }: RestoringAt,
): Promise<RestoredMoment> {
  const source = sourceOf(config, from)
  const plan = await orInterrupted(planRecovery(source, at), stopping)
  await knownMigrations(plan.note)
  const folder = emptyFolder(dataDir)
  const staging = path.join(folder, `restoring-${randomBytes(6).toString('hex')}`)
  const staged = { ...config, dataDir: staging, backup: undefined }
  const made: Made = { cluster: undefined }
  const work = recover(staged, { source, plan, at, made })
  try {
    const files = await orInterrupted(work, stopping)
    const state = await orInterrupted(bringUpToDate(staged), stopping)
    moveUp(staging, folder)
    return { ...state, files, base: source.shelf.place(plan.base.pack).name, cellarbook: plan.note.cellarbook }
  } catch (error) {
    if (made.cluster) await abandonCluster(made.cluster)
    await work.catch(() => {})
    for (const each of [made.cluster, staging]) if (each) rmSync(each, { recursive: true, force: true })
    throw error
  }
}

function sourceOf({ s3, backupPassphrase }: Config, from: string): LogSource {
  const ring = backupPassphrase === undefined ? undefined : openKeyring(backupPassphrase)
  return { shelf: shelfAt(logFolder(from), s3), name: from, ring }
}

interface Made {
  cluster: string | undefined
}

interface Recovery {
  source: LogSource
  plan: RecoveryPlan
  at: string
  made: Made
}

async function recover(config: Config, { source, plan, at, made }: Recovery): Promise<RestoredMoment['files']> {
  const { dataDir } = config
  made.cluster = await receiveCluster(dataDir, async cluster => {
    made.cluster = cluster
    await fillCluster(source, plan, { cluster, dataFolder: dataDir })
  })
  const embedded = await openEmbeddedPostgres({ dataDir, log: () => {}, recoverTo: at }).catch(explained(at))
  const database = openDatabase({ ...embedded.connection, ssl: false }, { name: 'cellarbook restore', size: 1 })
  try {
    const client = await database.dedicated()
    const held = await heldFiles(client).finally(() => client.end())
    return await fetchFiles(source, plan.listing, { fileStore: openFileStore(config), held })
  } finally {
    await database.end()
    await embedded.stop()
  }
}

const explained =
  (at: string) =>
  (error: unknown): never => {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    const [, reason] = /did not start: (.*) \(log: /.exec(error.message) ?? []
    throw reason ? new BackupRefusal(`PostgreSQL could not go through the log to ${at}: ${reason}.`) : error
  }
