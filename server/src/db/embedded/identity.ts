/**
 * Tells a folder from a copy of it. A copy made file by file while the server runs has some files older than others:
 * it may start and lack writes without a word. A server that crashed has to start again by itself, so the folder is
 * known by what a copy cannot take along and a crash, a restart or a renaming cannot change.
 */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import { EmbeddedPostgresError, unlessMissing } from './errors.ts'
import { syncFolder } from './folders.ts'

/** In the cluster: which folder it was when its server was last started. */
const IDENTITY_FILE = 'cellarbook.identity'

interface Identity {
  inode: string
  path: string
}

/** Where `pg_control` says whether the server was stopped in order, and the two values that say so. */
const STATE_OFFSET = 16
const STOPPED_STATES = [1, 2]

/** ext, XFS, Btrfs, ZFS, F2FS, tmpfs: the number of a folder there is for its life. Others may number anew at each mount. */
const LASTING_NUMBERS = [0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994]

/** To be asked when no server runs, before one is started. */
export function refuseCopy(cluster: string): void {
  const before = readIdentity(cluster)
  if (!before || wasStopped(cluster) || isSame(before, cluster)) return
  throw new EmbeddedPostgresError(
    `${cluster} is a copy of ${before.path} made while its PostgreSQL was running, and may lack writes: stop the original, ` +
      'then copy it. If that is impossible because the original crashed and is lost, delete ' +
      `${path.join(cluster, IDENTITY_FILE)} and run cellarbook verify after the start`,
  )
}

function readIdentity(cluster: string): Identity | undefined {
  const text = unlessMissing(() => readFileSync(path.join(cluster, IDENTITY_FILE), 'utf8'))
  const [inode, folder] = text?.split('\n') ?? []
  // A power cut may have left it empty: then nothing is known, and nothing is refused.
  return inode && folder ? { inode, path: folder } : undefined
}

/** The inode is more than a number of JavaScript holds on some systems. */
const identityOf = (cluster: string): Identity => ({
  inode: String(statSync(cluster, { bigint: true }).ino),
  path: cluster,
})

function isSame(before: Identity, cluster: string): boolean {
  const now = identityOf(cluster)
  if (now.inode === before.inode) return true
  return !LASTING_NUMBERS.includes(statfsSync(cluster).type) && now.path === before.path
}

/** A folder whose server was stopped is complete: its copies are as good as itself. */
function wasStopped(cluster: string): boolean {
  const control = unlessMissing(() => openSync(path.join(cluster, 'global', 'pg_control'), 'r'))
  if (control === undefined) return false
  try {
    const state = new Int32Array(1)
    readSync(control, state, 0, 4, STATE_OFFSET)
    return STOPPED_STATES.includes(state[0]!)
  } finally {
    closeSync(control)
  }
}

/** Whole or not at all, and on the disk before the server is. */
export function rememberIdentity(cluster: string, account: Account | undefined): void {
  const before = readIdentity(cluster)
  const now = identityOf(cluster)
  if (before?.inode === now.inode && before.path === now.path) return
  const file = path.join(cluster, IDENTITY_FILE)
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, `${now.inode}\n${now.path}\n`)
    if (account) fchownSync(descriptor, account.uid, account.gid)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(draft, file)
  syncFolder(cluster)
}
