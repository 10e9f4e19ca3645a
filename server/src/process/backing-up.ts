/** The backups of this installation: what goes into one, and those the service makes by itself. */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { keepLog, type LogKeeping } from '../backup/log/keeping.ts'
import { backupJob } from '../backup/schedule.ts'
import type { BackupSource } from '../backup/take.ts'
import { shelfAt } from '../backup/where.ts'
import { readLocation } from '../db/embedded/relocation.ts'
import type { ConnectionOptions } from '../db/pool.ts'
import type { Job } from '../kernel/jobs.ts'
import { readVersion } from '../kernel/version.ts'
import type { FileStore } from '../storage/store.ts'
import type { Config } from './config.ts'
import { webhookSigningKey } from './signing-key.ts'

/** A key that was given by the environment is kept by whoever gave it. */
export function backupSource(config: Config): Pick<BackupSource, 'secrets' | 'version'> {
  const own = config.webhookSigningKey === undefined ? webhookSigningKey(config) : undefined
  return { version: readVersion(), secrets: own === undefined ? {} : { 'webhook-signing.key': `${own}\n` } }
}

/** Those of this machine. */
export const backupFolders = ({ backup }: Config): string[] =>
  backup && !backup.to.startsWith('s3://')
    ? [backup.to, ...(backup.keepsLog ? [logFolder(backup.to)] : [])].map(folder => path.resolve(folder))
    : []

export function backupJobs(config: Config): Job[] {
  const { backup, backupPassphrase: passphrase, s3 } = config
  if (!backup) return []
  const { to, everyMs, keep } = backup
  return [backupJob({ plan: { everyMs, keep, passphrase }, shelf: shelfAt(to, s3), source: backupSource(config) })]
}

/** Beside the backups. */
export const logFolder = (to: string): string => `${to.replace(/\/+$/, '')}/log`

/** Of the embedded server, where its log of changes is kept. */
export function logKeeping(
  config: Config,
  { connection, fileStore }: { connection: ConnectionOptions; fileStore: FileStore },
): LogKeeping | undefined {
  const { backup, backupPassphrase: passphrase, s3, dataDir } = config
  if (!backup?.keepsLog) return undefined
  const { everyMs, keep, to } = backup
  const folder = realpathSync(dataDir)
  const cluster = readLocation(folder) ?? path.join(folder, 'postgres')
  const shelf = shelfAt(logFolder(to), s3)
  return keepLog({ ...backupSource(config), shelf, everyMs, keep, passphrase, cluster, connection, fileStore })
}
