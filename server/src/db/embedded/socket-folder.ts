/** The folder through which clients reach the Unix socket, which has to be short whatever the cluster's path is. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** `sun_path` of the kernel, without its closing zero. */
const MAX_BYTES = process.platform === 'darwin' ? 103 : 107

export interface SocketFolder {
  readonly path: string
  open(): void
  close(): void
}

const fits = (folder: string, port: number): boolean =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${port}`)) <= MAX_BYTES

export function socketFolder(cluster: string, port: number): SocketFolder {
  if (fits(cluster, port)) return { path: cluster, open: () => {}, close: () => {} }
  return shortcutTo(cluster, fits(path.join(tmpdir(), 'cellarbook-123456', 'db'), port) ? tmpdir() : '/tmp')
}

/** A link in a folder only we can enter, for as long as the server runs. */
function shortcutTo(cluster: string, temporary: string): SocketFolder {
  const folder = mkdtempSync(path.join(temporary, 'cellarbook-'))
  const link = path.join(folder, 'db')
  symlinkSync(cluster, link)
  let isOpen = true
  const close = () => {
    if (isOpen) rmSync(folder, { recursive: true, force: true })
    isOpen = false
    process.off('exit', close)
  }
  const open = () => {
    if (isOpen) return
    mkdirSync(folder, { mode: 0o700 })
    symlinkSync(cluster, link)
    isOpen = true
    process.once('exit', close)
  }
  process.once('exit', close)
  return { path: link, open, close }
}
