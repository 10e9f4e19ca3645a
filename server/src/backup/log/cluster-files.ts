/** The files of a running cluster for a copy of it, as PostgreSQL wants them between the start and the end of one. */
import type { Dirent } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { LINE_FILE, SPOOL_FOLDER } from '../../db/embedded/archiving.ts'
import { codeOf } from '../../db/embedded/errors.ts'
import type { NewEntry } from '../tar.ts'

/** What is in them is made anew by every start; the log comes by itself. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
/** Of the server that runs, of this very folder, or of another copy. */
const left = [
  LINE_FILE,
  'backup_label',
  'backup_label.old',
  'cellarbook.home',
  'cellarbook.identity',
  'postmaster.opts',
  'postmaster.pid',
  'tablespace_map',
]
const leftShape = /^(\.s\.PGSQL|pgsql_tmp|pg_internal\.init)|\.(stale|new)$/
const control = 'global/pg_control'
const chunkBytes = 256 * 1024

export interface ClusterFiles {
  /** Empty ones count, too. */
  folders: string[]
  /** Below the cluster; the control file is the last. */
  files: string[]
}

export async function listCluster(cluster: string): Promise<ClusterFiles> {
  const found: ClusterFiles = { folders: [], files: [] }
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await fs.readdir(path.join(cluster, folder), { withFileTypes: true }).catch(noneIfGone)) {
      const name = path.posix.join(folder, entry.name)
      if (name === SPOOL_FOLDER || left.includes(name) || leftShape.test(entry.name)) continue
      if (entry.isSymbolicLink()) throw new Error(`${name} is a link: a cluster with folders elsewhere is not copied`)
      if (entry.isFile() && name !== control) found.files.push(name)
      if (!entry.isDirectory()) continue
      found.folders.push(name)
      if (!emptied.includes(name)) await walk(name)
    }
  }
  await walk('')
  return { folders: [...found.folders, 'pg_wal/archive_status', 'pg_wal/summaries'], files: [...found.files, control] }
}

function noneIfGone(error: unknown): Dirent[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

/** As long as it is when it is opened; what is cut off meanwhile is filled up, and the log mends it. */
export async function* clusterParts(cluster: string, files: readonly string[]): AsyncGenerator<NewEntry> {
  for (const name of files) {
    const handle = await fs.open(path.join(cluster, name), 'r').catch(error => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
    if (!handle) continue
    try {
      const { size } = await handle.stat()
      const bytes = name === control ? [await settled(handle)] : bytesOf(handle, size)
      yield { name: `cluster/${name}`, size, bytes }
    } finally {
      await handle.close()
    }
  }
}

async function* bytesOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += chunkBytes) {
    const buffer = Buffer.alloc(Math.min(chunkBytes, size - at))
    for (let filled = 0; filled < buffer.length; ) {
      const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, at + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    yield buffer
  }
}

/** PostgreSQL writes it in one go, but nothing says that we read it so: the same twice is whole. */
async function settled(handle: FileHandle): Promise<Buffer> {
  const read = async () => {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64 * 1024), position: 0 })
    return buffer.subarray(0, bytesRead)
  }
  for (let before = await read(); ; ) {
    const now = await read()
    if (now.equals(before)) return now
    before = now
  }
}
