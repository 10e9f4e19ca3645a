/**
 * The log of changes of the embedded server: PostgreSQL puts each finished segment of WAL into a folder inside the
 * cluster, whole or not at all and never over another (its own `basic_archive`), from where the service takes it.
 * Inside the cluster, because its account can write there wherever it lies, and its name needs no path.
 */
import { randomBytes } from 'node:crypto'
import { chownSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import { codeOf, unlessMissing } from './errors.ts'

export const SPOOL_FOLDER = 'cellarbook.log'
/** In the cluster: the name of its life. A restored one begins another. */
export const LINE_FILE = 'cellarbook.line'
/** Seconds after which a segment that was begun is finished, so that the log is never further behind. */
const LONGEST_SEGMENT_S = '60'

/** Relative: PostgreSQL works in its data folder. */
export const archivingSettings: Readonly<Record<string, string>> = {
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': SPOOL_FOLDER,
  archive_timeout: LONGEST_SEGMENT_S,
}

export function makeSpool(cluster: string, account: Account | undefined): void {
  const folder = path.join(cluster, SPOOL_FOLDER)
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) && account) chownSync(folder, account.uid, account.gid)
}

/** Sixteen hex digits, made when they are first asked for. */
export function lineOf(cluster: string): string {
  const file = path.join(cluster, LINE_FILE)
  const known = unlessMissing(() => readFileSync(file, 'utf8'))?.trim()
  if (known) return known
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(8).toString('hex')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(draft, file)
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

/** Stops at the first commit after the instant; until then nobody can connect. */
export const recoverySettings = (at: string): Readonly<Record<string, string>> => ({
  // All segments lie in pg_wal already: PostgreSQL looks there when the command has nothing.
  restore_command: 'exit 1',
  recovery_target_time: at.replace('T', ' ').replace('Z', '+00'),
  recovery_target_timeline: 'current',
  recovery_target_action: 'promote',
  hot_standby: 'off',
  archive_mode: 'off',
})
