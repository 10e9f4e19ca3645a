/** The one folder outside the data folder, and what all who make folders need. */
import { chmodSync, chownSync, closeSync, fsyncSync, lchownSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'

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

/** The folder itself comes last: who is interrupted begins again. */
export function giveTree(folder: string, account: Account): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) giveTree(name, account)
    else lchownSync(name, account.uid, account.gid)
  }
  chownSync(folder, account.uid, account.gid)
}
