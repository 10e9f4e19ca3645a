/** Reads `postmaster.pid` and tells, by more than its number, whether the process it names is our PostgreSQL. */
import { linkSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { unlessMissing } from './errors.ts'
import { identify, isAnyoneInside } from './process-identity.ts'

export type Postmaster =
  | { kind: 'none' }
  /** Certainly ours, alive, and ready for connections or on its way up or down. */
  | { kind: 'ours'; pid: number; port: number; isReady: boolean }
  /** Dead, but its parent has not collected it yet, and PostgreSQL takes it for alive. */
  | { kind: 'zombie'; pid: number }
  /** The number was given to another process since. */
  | { kind: 'stale'; pid: number }

/** The lines of the file, which PostgreSQL fills one after another while it starts. */
const PORT_LINE = 3
const STATUS_LINE = 7
const EMPTY_LOCK_PATIENCE_MS = 3_000

const readLock = (file: string): string | undefined => unlessMissing(() => readFileSync(file, 'utf8'))

/** A negative number is written by a single-user backend. */
const pidIn = (lock: string): number => Math.abs(Number.parseInt(lock, 10)) || 0

export function findPostmaster(cluster: string): Postmaster {
  const lock = readLock(path.join(cluster, 'postmaster.pid')) ?? ''
  const pid = pidIn(lock)
  if (pid === 0) return { kind: 'none' }
  const identity = identify(pid, cluster)
  if (identity === 'gone') return { kind: 'none' }
  if (identity === 'other') return { kind: 'stale', pid }
  if (identity === 'zombie') return { kind: 'zombie', pid }
  const lines = lock.split('\n')
  return { kind: 'ours', pid, port: Number(lines[PORT_LINE]), isReady: lines[STATUS_LINE]?.trim() === 'ready' }
}

export const isOurs = (pid: number, cluster: string): boolean => identify(pid, cluster) === 'ours'

/**
 * Moves aside the locks whose number is proven not to be a PostgreSQL of this cluster.
 * PostgreSQL clears the locks of a dead process itself; it cannot do so when the number was given away again.
 */
export function setStaleLocksAside(cluster: string, port: number): boolean {
  if (isAnyoneInside(cluster)) return false
  const names = ['postmaster.pid', `.s.PGSQL.${port}.lock`]
  return names.map(name => setAside(cluster, name)).some(moved => moved)
}

function setAside(cluster: string, name: string): boolean {
  const lock = path.join(cluster, name)
  const before = readLock(lock)
  if (before === undefined || !isStale(lock, before, cluster)) return false
  const aside = `${lock}.stale`
  // Read again at the last moment: a server may have replaced the file.
  if (readLock(lock) !== before) return false
  renameSync(lock, aside)
  if (readLock(aside) === before) return true
  linkSync(aside, lock)
  return false
}

/** An empty lock is filled within milliseconds, unless a power cut or a full disk came between. */
function isStale(lock: string, content: string, cluster: string): boolean {
  const pid = pidIn(content)
  if (pid !== 0) return ['other', 'zombie'].includes(identify(pid, cluster))
  return Date.now() - statSync(lock).mtimeMs > EMPTY_LOCK_PATIENCE_MS
}
