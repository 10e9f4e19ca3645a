/** Tells a full disk from other faults: PostgreSQL meets it in many ways, and some look as if they would pass. */
import { statfsSync } from 'node:fs'
import { EmbeddedPostgresError } from './errors.ts'

/** With less than this PostgreSQL starts and then refuses every connection, because it cannot write its caches. */
const LEAST_BYTES = 2 * 1024 * 1024
const MEGABYTE = 1024 * 1024

export class DiskFull extends EmbeddedPostgresError {}

/** As PostgreSQL and Node say it; a quota is a full disk for whoever has it. */
const COMPLAINT = /No space left on device|Disk quota exceeded|\b(ENOSPC|EDQUOT)\b/i

export const meansFullDisk = (reason: string): boolean => COMPLAINT.test(reason)

/** Asked before anything is written: a half-written lock file would be in the way of the next start. */
export function refuseFullDisk(folder: string): void {
  const { bavail, bsize, blocks, files, ffree } = statfsSync(folder)
  // Some file systems tell nothing, or have no fixed number of files.
  if (blocks > 0 && bavail * bsize < LEAST_BYTES) {
    throw new DiskFull(
      `The disk of ${folder} is full (${megabytes(bavail * bsize)} MB free): make room and start again`,
    )
  }
  if (files > 0 && ffree === 0) {
    throw new DiskFull(`The disk of ${folder} can hold no more files (inodes): make room and start again`)
  }
}

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1)

/** What the system says of the disk when it says so, else what PostgreSQL said. */
export function diskFull(folder: string, reason: string): DiskFull {
  try {
    refuseFullDisk(folder)
  } catch (error) {
    if (error instanceof DiskFull) return error
  }
  return new DiskFull(`There is no room for the database in ${folder}: ${reason}; make room and start again`)
}
