/** The one folder outside the data folder, and what all who make folders need. */
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'

export const SYSTEM_FOLDER = '/var/lib/cellarbook'

/** Makes a folder that every account can enter, whatever our umask is. */
export function makeOpenFolder(folder: string): void {
  const topmost = mkdirSync(folder, { recursive: true })
  if (topmost === undefined) return
  for (let made = folder; made.length >= topmost.length; made = path.dirname(made)) chmodSync(made, 0o755)
}

/** A rename is durable only when the folder it happened in is. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
