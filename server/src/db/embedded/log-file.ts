/** PostgreSQL's own log: a file, because a pipe to us would break when we die and PostgreSQL must not. */
import { closeSync, constants, fchownSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import type { Account } from './account.ts'
import { codeOf, unlessMissing } from './errors.ts'

const MAX_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 16 * 1024

export interface LogHandle {
  descriptor: number
  /** Where the lines of the process that is about to be started begin. */
  start: number
}

export function openLog(file: string, account: Account | undefined): LogHandle {
  const size = unlessMissing(() => statSync(file))?.size ?? 0
  if (size > MAX_BYTES) setAside(file)
  // The account of PostgreSQL may own the folder: root must not be led to another file by a link.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
  const descriptor = openSync(file, flags, 0o600)
  // Whoever ran it with sudo once can still run it without.
  if (account) fchownSync(descriptor, account.uid, account.gid)
  return { descriptor, start: fstatSync(descriptor).size }
}

/** Having left root we may not be allowed to rename in the data folder: the file then grows until the next start. */
function setAside(file: string): void {
  try {
    unlessMissing(() => renameSync(file, `${file}.1`))
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(codeOf(error))) throw error
  }
}

/** Why a process failed: its last line that says so, else its last line. */
export function lastComplaint(file: string, start: number): string {
  const lines = readFrom(file, start)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const complaint = lines.findLast(line => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? ''
  return complaint.replace(/^.*?\b(?:FATAL|PANIC|error):\s*/, '')
}

function readFrom(file: string, start: number): string {
  const descriptor = unlessMissing(() => openSync(file, 'r'))
  if (descriptor === undefined) return ''
  try {
    const from = Math.max(start, fstatSync(descriptor).size - TAIL_BYTES)
    const buffer = Buffer.alloc(TAIL_BYTES)
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, TAIL_BYTES, from))
  } finally {
    closeSync(descriptor)
  }
}
