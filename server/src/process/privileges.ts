/** Root is for the start only: the process that listens becomes the user PostgreSQL runs as. */
import { chownSync, existsSync, lchownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { type Account, canRead, closedFolder, isRoot } from '../db/embedded/account.ts'
import { giveTree } from '../db/embedded/folders.ts'

interface Circumstances {
  /** Whom PostgreSQL runs as; undefined for an external one. */
  account: Account | undefined
  dataDir: string
  /** Other processes of the service are started as that user, too. */
  isForking?: boolean
}

/** Whom to become, if anybody, and a line for the log. */
export interface Leaving {
  account: Account | undefined
  line: string
}

/** What the running service writes in the data folder. */
const writtenFolders = ['files', 'mail']
const writtenFiles = ['webhook-signing.key']

/** To be called once everything that needs root is done. One line for the log, undefined for who is not root. */
export function leaveRoot(circumstances: Circumstances): string | undefined {
  const leaving = prepareLeaving(circumstances)
  return leaving && leave(leaving)
}

const stays = (reason: string): Leaving => ({ account: undefined, line: `The service goes on as root: ${reason}.` })

/** Gives that user what the service writes. Undefined for who is not root. */
export function prepareLeaving({ account, dataDir, isForking = false }: Circumstances): Leaving | undefined {
  if (!isRoot()) return undefined
  if (!account) return stays('with DATABASE_URL there is no user of PostgreSQL to become; start it as an ordinary user')
  try {
    const obstacle = obstacleOf(account, dataDir) ?? (isForking ? obstacleOfStarting(account) : undefined)
    if (obstacle) return stays(obstacle)
    handOver(dataDir, account)
    return { account, line: `The service left root and goes on as ${account.name}.` }
  } catch (error) {
    return stays((error as Error).message)
  }
}

/** Returns the line for the log. */
export function leave({ account, line }: Leaving): string {
  if (!account) return line
  try {
    // Certificates of NODE_EXTRA_CA_CERTS are read with the first context, and may be for root alone.
    if (process.env.NODE_EXTRA_CA_CERTS) createSecureContext()
    become(account)
    return line
  } catch (error) {
    return stays((error as Error).message).line
  }
}

/** What that user could not reach: its files, or parts of the program that are loaded when they are needed. */
function obstacleOf(account: Account, dataDir: string): string | undefined {
  const folders = [dataDir, path.dirname(program), path.dirname(library), tmpdir()].map(folder => realpathSync(folder))
  const closed = folders.map(folder => closedFolder(folder, account)).find(folder => folder !== undefined)
  if (closed) return `${closed} is closed to ${account.name}, whom PostgreSQL runs as`
  const unreadable = [program, library].find(file => !canRead(realpathSync(file), account))
  return unreadable && `${account.name}, whom PostgreSQL runs as, cannot read ${unreadable}`
}

/** A process that starts as that user reads everything as that user. */
function obstacleOfStarting(account: Account): string | undefined {
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  const files = [process.execPath, ...(certificates && existsSync(certificates) ? [certificates] : [])]
  const unreadable = files.find(file => !canRead(realpathSync(file), account))
  return unreadable && `${account.name}, whom PostgreSQL runs as, cannot read ${unreadable}`
}

const program = fileURLToPath(import.meta.url)
const library = createRequire(import.meta.url).resolve('pdfkit')

function handOver(dataDir: string, account: Account): void {
  for (const name of writtenFolders) {
    const folder = path.join(dataDir, name)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // Only what root wrote: in a folder of theirs, others could lead us to files that are none of ours.
    if (statSync(folder).uid === 0) giveTree(folder, account)
  }
  for (const name of writtenFiles) {
    const file = path.join(dataDir, name)
    if (existsSync(file)) lchownSync(file, account.uid, account.gid)
  }
}

/** Folders the service writes to: those that are not there are made, for whom PostgreSQL runs as when we are root. */
export function makeFolders(folders: readonly string[], account: Account | undefined): void {
  for (const folder of folders.filter(each => !existsSync(each))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  }
}

/** The user last: without root the groups could not be left any more. */
function become({ uid, gid }: Account): void {
  process.setgroups!([gid])
  process.setgid!(gid)
  process.setuid!(uid)
}
