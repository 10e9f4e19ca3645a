/** The process: database, first start, server, workers, welcome, graceful stop. */
import type { Socket } from 'node:net'
import path from 'node:path'
import { destination, type Logger, pino } from 'pino'
import { type App, buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type DemoAccess, firstStart } from './domains/demo/actions.ts'
import { mailTransport } from './mail/transport.ts'
import { webhookSigningKey } from './signing-key.ts'
import { openFileStore } from './storage/open.ts'
import { ListenError, openStore, type Store } from './store.ts'
import { welcome } from './welcome.ts'
import { startAnnouncingKeys } from './workers/announce-keys.ts'
import { type ExpiryParts, startExpiring } from './workers/expire.ts'
import { startSendingMails } from './workers/send-mails.ts'

/** Load balancers see health turn before connections are refused. */
const drainMs = 1_000
/** Requests under way have this long to finish. */
const finishMs = 6_000
/** Whatever happens, the process is gone by then. */
const hardStopMs = 9_500

export async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel }, destination({ dest: 2, sync: true }))
  // Listened for from the beginning: a signal during the start stops as soon as everything is up.
  const signal = new Promise<void>(resolve => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  const store = await openStore(config, { purpose: 'serve', log: line => log.info(line) })
  try {
    const demo = await firstStart(store.database, Date.now)
    const stop = await run(config, store, log, demo)
    void signal.then(stop)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function run(config: Config, store: Store, log: Logger, demo: DemoAccess | undefined): Promise<() => void> {
  const { database } = store
  const fileStore = openFileStore(config)
  const app = await buildApp({
    database,
    clock: Date.now,
    log,
    fileStore,
    webhooks: { signingKey: webhookSigningKey(config), allowCidrs: config.webhookAllowCidrs },
    baseUrl: config.baseUrl,
    trustProxy: config.trustProxy,
    ...(store.revive && { revive: store.revive }),
  })
  const background = startBackground(config, { database, fileStore, clock: Date.now, log })
  await listen(app, config)
  const unused = unusedConnections(app)
  process.stdout.write(welcome({ baseUrl: config.baseUrl, embeddedAt: store.embeddedAt, demo }))
  return stopper(log, async () => {
    await Promise.all([background.stop(), finish(app, unused)])
    await store.close()
  })
}

/** What goes on beside the requests: expiry, mails, announcements. */
function startBackground({ smtpUrl, dataDir, baseUrl }: Config, parts: ExpiryParts & { log: Logger }) {
  const transport = mailTransport({ smtpUrl, folder: path.join(dataDir, 'mail'), baseUrl })
  const expiring = startExpiring(parts)
  const announcing = startAnnouncingKeys({ ...parts, baseUrl })
  const sending = startSendingMails({ ...parts, transport })
  return {
    async stop() {
      expiring.stop()
      await Promise.all([announcing.stop(), sending.stop()])
      await transport.close()
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

/** The second signal does not wait. */
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
async function finish(app: App, unused: Set<Socket>): Promise<void> {
  app.beginStop()
  await new Promise(resolve => setTimeout(resolve, drainMs))
  // A connection that falls idle after the close began would hold it for its whole keep-alive time.
  const sweep = setInterval(() => {
    app.server.server.closeIdleConnections()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  const closed = app.server.close()
  const late = new Promise<void>(resolve =>
    setTimeout(() => {
      app.server.server.closeAllConnections()
      resolve()
    }, finishMs).unref(),
  )
  await Promise.race([closed, late])
  clearInterval(sweep)
  await app.close()
}
