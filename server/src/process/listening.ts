/** A process that serves: the app on its port, what goes on beside it, and the end of both. */
import { existsSync, realpathSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, buildApp, type WebhookSettings, type WorkerDeps } from '../app.ts'
import { readLocation } from '../db/embedded/relocation.ts'
import type { ConnectionOptions, Database } from '../db/pool.ts'
import { house } from '../domains/index.ts'
import { type Job, type JobDeps, type RunningJobs, startJobs } from '../kernel/jobs.ts'
import { mailTransport } from '../mail/transport.ts'
import type { OpenMetrics } from '../metrics/open.ts'
import { type Disk, watchDisk } from '../storage/disk.ts'
import { openFileStore } from '../storage/open.ts'
import { backupJobs, logKeeping } from './backing-up.ts'
import type { Config } from './config.ts'
import { consoleSource } from './console-build.ts'
import { ListenError } from './database.ts'
import { metricsPage } from './metrics.ts'
import { ratesOf } from './several-nodes.ts'
import { webhookSigningKey } from './signing-key.ts'
import { startTracing } from './tracing.ts'

/** Load balancers see health turn before connections are refused. */
const drainMs = 1_000
/** Requests under way have this long to finish. */
const finishMs = 6_000
/** The last spans have this long to be sent. */
const goodbyeMs = 1_000
/** Everything but the database has ended by then, or is left to the end of the process. */
const graceMs = 7_500

export interface ServingDeps {
  config: Config
  database: Database
  /** How it reaches PostgreSQL. */
  connection: ConnectionOptions
  log: Logger
  /** Aborted when requests under way are waited for no longer. */
  hurried: AbortSignal
  /** Starts a lost embedded server again; a worker leaves that to its leader. */
  revive?: (() => Promise<void>) | undefined
  worker?: WorkerDeps
  /** Ends with the build of the console. */
  consoleBuilt: Promise<unknown>
  /** Among workers one does what has to be done once. */
  hasJobs: boolean
  /** Undefined where nobody asks for figures. */
  metrics?: OpenMetrics | undefined
  /** The page of them, of all workers. */
  metricsText: () => Promise<string>
}

export interface Serving {
  /** Returns when requests and jobs have ended, or are left alone; the database is still open. */
  stop(): Promise<void>
  /** Resolves to the reason, in one line, when it cannot go on. */
  lost?: Promise<string>
  /** The page of figures; empty where none are counted. */
  metricsText: () => Promise<string>
}

export async function startServing(deps: ServingDeps): Promise<Serving> {
  const { config, database, log, hurried, revive, worker, consoleBuilt, metrics, metricsText } = deps
  const fileStore = openFileStore(config)
  const disk = diskOf(config, log)
  const rates = worker ? undefined : ratesOf(config, database)
  const tracing = await startTracing(process.env, log)
  const keeping = deps.hasJobs ? logKeeping(config, { connection: deps.connection, fileStore }) : undefined
  const app = await buildApp({
    database,
    clock: database.clock,
    log,
    fileStore,
    disk,
    ...(rates && { rates }),
    metrics,
    ...(keeping && { measures: keeping.measures }),
    tracing,
    metricsPage: metricsPage(config, metricsText),
    webhooks: webhooksOf(config),
    baseUrl: config.baseUrl,
    altBaseUrl: config.altBaseUrl,
    trustProxy: config.trustProxy,
    console: consoleSource(config, consoleBuilt),
    hasMail: config.smtpUrl !== undefined,
    ...(revive && { revive }),
    ...(worker && { worker }),
  })
  const watch = metrics && { watch: metrics.noteJob }
  const jobs = { database, fileStore: keeping?.fileStore ?? fileStore, clock: database.clock, log, ...watch }
  const more = keeping ? [keeping.job] : []
  // Before anything goes on beside requests: a start that is refused its port ends at once, and leaves nothing half done.
  await listen(app, config)
  const background = deps.hasJobs ? startBackground(config, { ...jobs, seals: app.seals }, more) : undefined
  const unused = unusedConnections(app)
  return {
    metricsText,
    async stop() {
      disk.stop()
      rates?.stop()
      await within(graceMs, hurried, Promise.all([background?.stop(), finish(app, unused, { hurried, log })]))
      await within(goodbyeMs, hurried, Promise.resolve(tracing?.close()))
    },
  }
}

const webhooksOf = (config: Config): WebhookSettings => ({
  signingKey: webhookSigningKey(config),
  allowCidrs: config.webhookAllowCidrs,
  ...(config.webhookCa && { sending: { ca: config.webhookCa } }),
})

/** Of the data folder, and of the embedded database where it lies elsewhere. */
function diskOf({ dataDir, databaseUrl, minFreeDiskMb }: Config, log: Logger): Disk {
  const folder = path.resolve(dataDir)
  const cluster = databaseUrl || !existsSync(folder) ? [] : [readLocation(realpathSync(folder)) ?? folder]
  return watchDisk({ folders: [folder, ...cluster], reserveBytes: () => minFreeDiskMb * 1024 * 1024, log })
}

/** Waits for the work, but not longer than this, nor for a signal in a hurry; says whether the time ran out. */
async function within(maxMs: number, hurried: AbortSignal, work: Promise<unknown>): Promise<boolean> {
  const late = sleep(maxMs, true, { ref: false, signal: hurried }).catch(() => false)
  return Promise.race([work.then(() => false), late])
}

/** What the house lists to go on beside the requests, and backups. */
function startBackground(
  config: Config,
  deps: Omit<JobDeps, 'mail' | 'baseUrl' | 'retention'>,
  more: readonly Job[],
): RunningJobs {
  const { smtpUrl, dataDir, baseUrl, retention } = config
  const mail = mailTransport({ smtpUrl, folder: path.join(dataDir, 'mail'), baseUrl })
  const jobs = startJobs([...house.jobs, ...backupJobs(config), ...more], { ...deps, mail, baseUrl, retention })
  return {
    async stop() {
      await jobs.stop()
      await mail.close()
    },
  }
}

/** Connections opened ahead of any request, as browsers and balancers do: Node takes them for busy. */
function unusedConnections({ server: { server } }: App): Set<Socket> {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.server.listen({ host, port })
  } catch (error) {
    await app.close()
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? `port ${port} is in use by another program; set PORT` : message
    throw new ListenError(`Cannot listen on ${host}: ${reason}.`)
  }
}

/** Health turns 503 first, then no new connections, then the end of those under way. */
async function finish(
  app: App,
  unused: Set<Socket>,
  { hurried, log }: Pick<ServingDeps, 'hurried' | 'log'>,
): Promise<void> {
  app.beginStop()
  await sleep(drainMs, undefined, { signal: hurried }).catch(() => {})
  // A connection that falls idle after the close began would hold it for its whole keep-alive time.
  const sweep = setInterval(() => {
    app.server.server.closeIdleConnections()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  const isLate = await within(finishMs, hurried, app.server.close())
  if (isLate) log.warn(`Requests that took longer than ${finishMs / 1_000} s after the wish to stop were cut off.`)
  clearInterval(sweep)
  app.server.server.closeAllConnections()
  await app.close()
}
