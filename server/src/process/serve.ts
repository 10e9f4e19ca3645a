/** The process: database, first start, server, workers, welcome, graceful stop. */
import type { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { destination, type Logger, pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { type DemoAccess, firstStart } from '../domains/demo/actions.ts'
import { house } from '../domains/index.ts'
import { type JobDeps, type RunningJobs, startJobs } from '../kernel/jobs.ts'
import { withoutSecrets } from '../lib/without-secrets.ts'
import { mailTransport } from '../mail/transport.ts'
import { openFileStore } from '../storage/open.ts'
import type { Config } from './config.ts'
import { ListenError, openStore, type Store } from './database.ts'
import { leaveRoot } from './privileges.ts'
import { webhookSigningKey } from './signing-key.ts'
import { orInterrupted, type StopSignals, stopSignals } from './stop-signals.ts'
import { welcome } from './welcome.ts'

/** Load balancers see health turn before connections are refused. */
const drainMs = 1_000
/** Requests under way have this long to finish. */
const finishMs = 6_000
/** Everything but the database has ended by then, or is left to the end of the process. */
const graceMs = 7_500
/** Whatever happens, the process is gone by then. PostgreSQL was told to stop well before, and does so without us. */
const hardStopMs = 9_500

export async function serve(config: Config): Promise<void> {
  const log = pino(
    { level: config.logLevel, hooks: { streamWrite: withoutSecrets } },
    destination({ dest: 2, sync: true }),
  )
  // Listened for from the beginning: a signal during the start stops as soon as everything is up.
  const signals = stopSignals()
  const { wished, hurried } = signals
  const store = await openStore(config, { purpose: 'serve', log: line => log.info(line), stopping: hurried })
  try {
    const demo = await orInterrupted(firstStart(store.database, store.database.clock), hurried)
    const stop = await run({ config, store, log, demo, signals })
    if (wished.aborted) stop()
    else wished.addEventListener('abort', stop)
  } catch (error) {
    await store.close()
    throw error
  }
}

interface Running {
  config: Config
  store: Store
  log: Logger
  demo: DemoAccess | undefined
  signals: StopSignals
}

async function run({ config, store, log, demo, signals: { hurried } }: Running): Promise<() => void> {
  const { database } = store
  const fileStore = openFileStore(config)
  const app = await buildApp({
    database,
    clock: database.clock,
    log,
    fileStore,
    webhooks: { signingKey: webhookSigningKey(config), allowCidrs: config.webhookAllowCidrs },
    baseUrl: config.baseUrl,
    altBaseUrl: config.altBaseUrl,
    trustProxy: config.trustProxy,
    ...(store.revive && { revive: store.revive }),
  })
  const background = startBackground(config, { database, fileStore, clock: database.clock, log })
  await listen(app, config)
  const unused = unusedConnections(app)
  const left = leaveRoot({ account: store.account, dataDir: config.dataDir })
  if (left) log.info(left)
  process.stdout.write(welcome({ baseUrl: config.baseUrl, embeddedAt: store.embeddedAt, demo }))
  return stopper(log, async () => {
    await within(graceMs, hurried, Promise.all([background.stop(), finish(app, unused, hurried)]))
    await store.close()
  })
}

/** Waits for the work, but not longer than this, nor for a signal in a hurry. */
async function within(maxMs: number, hurried: AbortSignal, work: Promise<unknown>): Promise<void> {
  const late = sleep(maxMs, undefined, { ref: false, signal: hurried }).catch(() => {})
  await Promise.race([work, late])
}

/** What the house lists to go on beside the requests. */
function startBackground({ smtpUrl, dataDir, baseUrl }: Config, deps: Omit<JobDeps, 'mail' | 'baseUrl'>): RunningJobs {
  const mail = mailTransport({ smtpUrl, folder: path.join(dataDir, 'mail'), baseUrl })
  const jobs = startJobs(house.jobs, { ...deps, mail, baseUrl })
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

function stopper(log: Logger, finishAll: () => Promise<void>): () => void {
  return () => {
    log.info('Stopping: finishing the requests under way.')
    const deadline = setTimeout(() => {
      log.error('Stopping took too long.')
      process.exit(1)
    }, hardStopMs)
    deadline.unref()
    finishAll().then(
      () => process.exit(0),
      error => {
        log.error({ err: error }, 'The stop failed.')
        process.exit(1)
      },
    )
  }
}

/** Health turns 503 first, then no new connections, then the end of those under way. */
async function finish(app: App, unused: Set<Socket>, hurried: AbortSignal): Promise<void> {
  app.beginStop()
  await sleep(drainMs, undefined, { signal: hurried }).catch(() => {})
  // A connection that falls idle after the close began would hold it for its whole keep-alive time.
  const sweep = setInterval(() => {
    app.server.server.closeIdleConnections()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  await within(finishMs, hurried, app.server.close())
  clearInterval(sweep)
  app.server.server.closeAllConnections()
  await app.close()
}
