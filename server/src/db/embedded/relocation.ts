/** Clusters in /var/lib/cellarbook: how a data folder and its cluster know each other, and which of them are orphans. */
import { linkSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRoot } from './account.ts'
import { codeOf, unlessMissing } from './errors.ts'
import { SYSTEM_FOLDER, syncFolder } from './folders.ts'
import { findPostmaster } from './postmaster.ts'
import { isAnyoneInside } from './process-identity.ts'

/** In the data folder: where its cluster lies, and below it the data folder itself. */
const LOCATION_FILE = 'postgres.location'
/** In the cluster: the same file once more, as a hard link. It has one name only when the data folder is gone. */
const HOME_FILE = 'cellarbook.home'

export const readLocation = (dataFolder: string): string | undefined =>
  unlessMissing(() => readFileSync(path.join(dataFolder, LOCATION_FILE), 'utf8'))
    ?.split('\n', 1)[0]
    ?.trim()

/** Remembers where the finished cluster lies. False when another process was faster, whose cluster then counts. */
export function rememberLocation(dataFolder: string, cluster: string): boolean {
  const draft = path.join(dataFolder, `${LOCATION_FILE}.${path.basename(cluster)}`)
  writeFileSync(draft, `${cluster}\n${dataFolder}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path.join(dataFolder, LOCATION_FILE))
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(draft)
    syncFolder(dataFolder)
  }
}

/**
 * Lets the cluster know its data folder by a link, which holds also when the folder is renamed. Across two disks there is
 * none, and whether the folder is gone or only away is for people to say.
 */
export function rememberHome(dataFolder: string, cluster: string): void {
  const location = path.join(dataFolder, LOCATION_FILE)
  const home = path.join(cluster, HOME_FILE)
  const known = unlessMissing(() => lstatSync(home))
  const { dev, ino } = statSync(location)
  if (known?.dev === dev && known.ino === ino) return
  const draft = `${home}.new`
  try {
    rmSync(draft, { force: true })
    linkSync(location, draft)
    renameSync(draft, home)
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(codeOf(error))) throw error
  }
}

/** Removes the clusters whose data folder was deleted. A folder that was only renamed still holds its name of the link. */
export function removeOrphans(log: (line: string) => void): void {
  if (!isRoot()) return
  for (const name of unlessMissing(() => readdirSync(SYSTEM_FOLDER)) ?? []) {
    const cluster = path.join(SYSTEM_FOLDER, name)
    const lostHome = /^[0-9a-f]{16}$/.test(name) ? lostHomeOf(cluster) : undefined
    if (lostHome === undefined || isInUse(cluster)) continue
    // Another start may be at it at this moment: what remains is left to the next one.
    unlessMissing(() => rmSync(cluster, { recursive: true, force: true, maxRetries: 3 }))
    log(`Removed the database in ${cluster}: its data folder ${lostHome} is gone`)
  }
}

/** The folder the cluster belonged to, when that is certainly gone. */
function lostHomeOf(cluster: string): string | undefined {
  const home = path.join(cluster, HOME_FILE)
  const stats = unlessMissing(() => lstatSync(home))
  if (!stats?.isFile() || stats.nlink > 1) return undefined
  const dataFolder = readFileSync(home, 'utf8').split('\n')[1]?.trim()
  if (!dataFolder || !path.isAbsolute(dataFolder)) return undefined
  return unlessMissing(() => lstatSync(dataFolder)) ? undefined : dataFolder
}

const isInUse = (cluster: string): boolean => findPostmaster(cluster).kind === 'ours' || isAnyoneInside(cluster)
