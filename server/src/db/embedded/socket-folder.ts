/** The folder through which clients reach the Unix socket, which has to be short whatever the cluster's path is. */
import { chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Account } from './account.ts'

/** `sun_path` of the kernel, without its closing zero. */
const MAX_BYTES = process.platform === 'darwin' ? 103 : 107

export interface SocketFolder {
  readonly path: string
  open(): void
  close(): void
}

const fits = (folder: string, port: number): boolean =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= MAX_BYTES

export function socketFolder(cluster: string, port: number, account: Account | undefined): SocketFolder {
  if (fits(cluster, port)) return { path: cluster, open: () => {}, close: () => {} }
  const temporary = fits(path.join(tmpdir(), 'cellarbook-123456', 'db'), port) ? tmpdir() : '/tmp'
  return shortcutTo(cluster, temporary, account)
}

/** A link in a folder only we can enter, for as long as the server runs; also when we have left root meanwhile. */
function shortcutTo(cluster: string, temporary: string, account: Account | undefined): SocketFolder {
  const folder = mkdtempSync(path.join(temporary, 'cellarbook-'))
  const link = path.join(folder, 'db')
  const fill = () => {
    symlinkSync(cluster, link)
    if (account) chownSync(folder, account.uid, account.gid)
  }
  fill()
  let isOpen = true
  const close = () => {
    if (isOpen) rmSync(folder, { recursive: true, force: true })
    isOpen = false
    process.off('exit', close)
  }
  const open = () => {
    if (isOpen) return
    mkdirSync(folder, { mode: 0o700 })
    fill()
    isOpen = true
    process.once('exit', close)
  }
  process.once('exit', close)
  return { path: link, open, close }
}
