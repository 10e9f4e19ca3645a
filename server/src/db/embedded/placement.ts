/** Where the cluster of a data folder lies: inside it, or in /var/lib/cellarbook when its account cannot get there. */
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Account, canEnter, closedFolder, isRoot, ownerOf, unprivilegedAccount } from './account.ts'
import { codeOf, EmbeddedPostgresError, unlessMissing } from './errors.ts'
import { makeOpenFolder, SYSTEM_FOLDER } from './folders.ts'
import { readLocation } from './relocation.ts'

export interface Placement {
  cluster: string
  /** Undefined when we are not root: PostgreSQL then runs as ourselves. */
  account: Account | undefined
  /** The major version of the cluster that is there, undefined when it has to be made. */
  major: number | undefined
  /** The cluster lies elsewhere and the data folder has to remember where. */
  isRelocated: boolean
}

/** Makes the data folder when needed; a new or empty one is ours alone. Returns its real path. */
export function prepareDataFolder(dataDir: string): string {
  const wanted = path.resolve(dataDir)
  try {
    return makeDataFolder(wanted)
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error
    throw new EmbeddedPostgresError(`The data folder ${wanted} cannot be used: ${(error as Error).message}`)
  }
}

function makeDataFolder(wanted: string): string {
  mkdirSync(path.dirname(wanted), { recursive: true })
  if (!unlessMissing(() => statSync(wanted))) mkdirSync(wanted, { recursive: true, mode: 0o700 })
  const folder = realpathSync(wanted)
  const { uid, mode } = statSync(folder)
  // Something like /tmp or a folder of somebody else stays as it is, even when it is empty.
  const isOurs = uid === process.getuid?.() && (mode & 0o002) === 0 && readdirSync(folder).length === 0
  if (!isOurs) return folder
  chmodSync(folder, 0o700)
  if (isRoot()) {
    const account = unprivilegedAccount()
    chownSync(folder, account.uid, account.gid)
  }
  return folder
}

export function placeCluster(dataFolder: string): Placement {
  const remembered = readLocation(dataFolder)
  const cluster = remembered ?? path.join(dataFolder, 'postgres')
  const major = readMajor(cluster)
  if (major !== undefined) return existingCluster(cluster, major, remembered !== undefined)
  // The file is written after the cluster was complete: a new, empty database would hide that the data is gone.
  if (remembered) {
    throw new EmbeddedPostgresError(
      `The database of ${dataFolder} should be in ${remembered}, as its postgres.location says, but it is not there`,
    )
  }
  return newCluster(dataFolder, cluster)
}

function existingCluster(cluster: string, major: number, isRelocated: boolean): Placement {
  const place = { cluster: realpathSync(cluster), major, isRelocated }
  // A copy restored by hand often has wider modes, with which PostgreSQL refuses to start.
  if ((statSync(cluster).mode & 0o077) !== 0) chmodSync(cluster, 0o700)
  if (!isRoot()) return { ...place, account: undefined }
  const account = ownerOf(cluster)
  if (account.uid === 0) {
    throw new EmbeddedPostgresError(
      `The database folder ${cluster} belongs to root and PostgreSQL refuses to run as root: ` +
        `chown -R ${unprivilegedAccount().name} '${cluster}'`,
    )
  }
  const closed = closedFolder(place.cluster, account)
  if (closed === undefined) return { ...place, account }
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as ${account.name} and cannot reach its database ${cluster}: ${closed} is closed to that user`,
  )
}

function newCluster(dataFolder: string, cluster: string): Placement {
  if (!isRoot()) return { cluster, account: undefined, major: undefined, isRelocated: false }
  const account = unprivilegedAccount()
  if (canEnter(dataFolder, account)) return { cluster, account, major: undefined, isRelocated: false }
  makeOpenFolder(SYSTEM_FOLDER)
  // Random, not made of the path: a data folder that was deleted and made again must not find the old database.
  const relocated = path.join(SYSTEM_FOLDER, randomBytes(8).toString('hex'))
  return { cluster: relocated, account, major: undefined, isRelocated: true }
}

function readMajor(cluster: string): number | undefined {
  try {
    const version = unlessMissing(() => readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'))
    return version === undefined ? undefined : Number.parseInt(version, 10)
  } catch (error) {
    if (codeOf(error) !== 'EACCES') throw error
    throw new EmbeddedPostgresError(
      `The database folder ${cluster} belongs to another user: start Cellarbook as that user`,
    )
  }
}
