/** The backups of this installation: what goes into one, and those the service makes by itself. */
import path from 'node:path'
import { backupJob } from '../backup/schedule.ts'
import type { BackupSource } from '../backup/take.ts'
import { shelfAt } from '../backup/where.ts'
import type { Job } from '../kernel/jobs.ts'
import { readVersion } from '../kernel/version.ts'
import type { Config } from './config.ts'
import { webhookSigningKey } from './signing-key.ts'

/** A key that was given by the environment is kept by whoever gave it. */
export function backupSource(config: Config): Pick<BackupSource, 'secrets' | 'version'> {
  const own = config.webhookSigningKey === undefined ? webhookSigningKey(config) : undefined
  return { version: readVersion(), secrets: own === undefined ? {} : { 'webhook-signing.key': `${own}\n` } }
}

/** Those of this machine. */
export const backupFolders = ({ backup }: Config): string[] =>
  backup && !backup.to.startsWith('s3://') ? [path.resolve(backup.to)] : []

export function backupJobs(config: Config): Job[] {
  const { backup, backupPassphrase: passphrase, s3 } = config
  if (!backup) return []
  const { to, everyMs, keep } = backup
  return [backupJob({ plan: { everyMs, keep, passphrase }, shelf: shelfAt(to, s3), source: backupSource(config) })]
}
