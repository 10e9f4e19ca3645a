/** Where backups lie: one file, or a shelf of them in a folder or under a prefix of S3. */
import type { Readable, Writable } from 'node:stream'

export interface Storing {
  write(into: Writable): Promise<void>
  /** Fails when what was written cannot be read back. */
  check(bytes: Readable): Promise<void>
  stopping?: AbortSignal
}

export interface BackupPlace {
  /** As people name it. */
  readonly name: string
  /** Whole and checked, or not there at all; never over another one. Returns its size. */
  store(storing: Storing): Promise<number>
  read(): Promise<Readable>
}

export interface Shelved {
  /** Below the shelf, with slashes. */
  name: string
  changedAtMs: number
}

export interface Shelf {
  place(name: string): BackupPlace
  /** The names on it that look like ours, the oldest first. */
  list(): Promise<string[]>
  /** Everything on it and in the folders below. */
  all(): Promise<Shelved[]>
  remove(name: string): Promise<void>
}

const nameShape = /^cellarbook-\d{8}T\d{6}Z\.tar\.gz(\.sealed)?$/

export const isBackupName = (name: string): boolean => nameShape.test(name)

/** Sorts by time. */
export const backupName = (nowMs: number, isSealed: boolean, of = 'cellarbook'): string =>
  `${of}-${new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')}.tar.gz${isSealed ? '.sealed' : ''}`
