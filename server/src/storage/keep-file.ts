/**
 * The last steps of a file on its way into a folder, one after another without a turn of the loop between them: in a busy
 * process each turn is a wait. They run in a thread of their own, for the disk is a wait, too.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { hasCode } from './streams.ts'

/** Nobody else of this machine reads the books' files. */
const folderMode = 0o700
export const fileMode = 0o600

export interface KeepJob {
  /** Where it is until it is whole. */
  temporary: string
  target: string
  /** What it holds; absent when it has been written there already. */
  bytes: Uint8Array | undefined
  /** Those that have to be durable for its name to be. */
  folders: readonly string[]
}

export type Kept = { ok: true; sha256: string | undefined } | { ok: false; code: string; syscall: string }

/** Whole and durable under its name, or not there. Under the temporary name nothing stays. */
export function keepFile(job: KeepJob): Kept {
  try {
    return { ok: true, sha256: keep(job) }
  } catch (error) {
    const { code = 'unknown error', syscall = 'disk' } = error as NodeJS.ErrnoException
    return { ok: false, code, syscall }
  } finally {
    removeIfPossible(job.temporary)
  }
}

function keep({ temporary, target, bytes, folders }: KeepJob): string | undefined {
  const file = inFolder(temporary, () => fs.openSync(temporary, bytes ? 'wx' : 'r+', fileMode))
  try {
    if (bytes) writeAll(file, bytes)
    fs.fsyncSync(file)
  } finally {
    // Some network drives say only here that there was no room.
    fs.closeSync(file)
  }
  // A link, not a rename: a rename would overwrite.
  inFolder(target, () => fs.linkSync(temporary, target))
  try {
    for (const folder of folders) syncFolder(folder)
  } catch (error) {
    removeIfPossible(target)
    throw error
  }
  return bytes && createHash('sha256').update(bytes).digest('hex')
}

/** A nearly full disk takes a part, and refuses the rest only when it is offered. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.byteLength; ) written += fs.writeSync(file, bytes, written)
}

/** Most folders are there: one is made when the work misses it. */
function inFolder<T>(name: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
  makeFolderOf(name)
  return work()
}

export const makeFolderOf = (name: string) => fs.mkdirSync(path.dirname(name), { recursive: true, mode: folderMode })

function syncFolder(name: string): void {
  const folder = fs.openSync(name, 'r')
  try {
    fs.fsyncSync(folder)
  } finally {
    fs.closeSync(folder)
  }
}

/** What cannot be removed now is left to the sweep: the outcome of the work counts. */
function removeIfPossible(name: string): void {
  try {
    fs.unlinkSync(name)
  } catch {}
}
