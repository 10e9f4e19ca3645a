/** Whom PostgreSQL runs as when we are root, which it refuses to be, and what that account can reach. */
import { readFileSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { EmbeddedPostgresError } from './errors.ts'

export interface Account {
  name: string
  uid: number
  gid: number
}

export const isRoot = (): boolean => process.getuid?.() === 0

function listAccounts(): Account[] {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** An account of the system that owns nothing else; we never create one. */
export function unprivilegedAccount(): Account {
  const accounts = listAccounts()
  for (const wanted of ['postgres', 'nobody']) {
    const found = accounts.find(account => account.name === wanted && account.uid !== 0)
    if (found) return found
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and /etc/passwd has neither the user postgres nor nobody: ' +
      'start Cellarbook as an ordinary user',
  )
}

/** Whoever made a cluster keeps running it, even when the accounts of the system have changed since. */
export function ownerOf(folder: string): Account {
  const { uid, gid } = statSync(folder)
  return { name: listAccounts().find(account => account.uid === uid)?.name ?? `uid ${uid}`, uid, gid }
}

/** The options of `spawn` that leave root behind; Node drops the supplementary groups as well. */
export const identityOf = (account: Account | undefined): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {}

const EXECUTE = 1
const READ = 4

function allows(stats: Stats, account: Account, bits: number): boolean {
  if (stats.uid === account.uid) return ((stats.mode >> 6) & bits) === bits
  if (stats.gid === account.gid) return ((stats.mode >> 3) & bits) === bits
  return (stats.mode & bits) === bits
}

/** The first folder on the way down to `folder`, itself included, that the account cannot enter. Takes a real path. */
export function closedFolder(folder: string, account: Account): string | undefined {
  const parent = path.dirname(folder)
  const above = parent === folder ? undefined : closedFolder(parent, account)
  return above ?? (allows(statSync(folder), account, EXECUTE) ? undefined : folder)
}

export const canEnter = (folder: string, account: Account): boolean => closedFolder(folder, account) === undefined

export const canRead = (file: string, account: Account): boolean =>
  canEnter(path.dirname(file), account) && allows(statSync(file), account, READ)

export const canExecute = (file: string, account: Account): boolean =>
  canEnter(path.dirname(file), account) && allows(statSync(file), account, EXECUTE | READ)
