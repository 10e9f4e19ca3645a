/** Pure composition: the parts of the service put together. No listening, no environment. */
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from './app-deps.ts'
import { shareOut } from './db/connection-share.ts'
import { watchReachability } from './db/reachability.ts'
import { schemaWatch } from './db/schema-state.ts'
import { developersPages } from './describe/pages/developers-pages.ts'
import { described, serviceEndpoints } from './describe/service-document.ts'
import { fileTransfers } from './domains/files/attachments/transfers.ts'
import './domains/index.ts'
import { recipeReader } from './domains/brewery/recipes/import/reader.ts'
import { nameable } from './domains/references.ts'
import { requestCollector } from './domains/requests/collector.ts'
import { paperPrinter } from './domains/sales/papers/printer.ts'
import { dispatcher } from './domains/webhooks/dispatch/dispatcher.ts'
import { webhookGuard } from './domains/webhooks/guard.ts'
import { pingService } from './domains/webhooks/ping-service.ts'
import { answeringSealer, sealer } from './domains/webhooks/sealing.ts'
import { webhookSender } from './domains/webhooks/sender.ts'
import { rateCounter } from './http/rate.ts'
import { refusalTeller } from './http/refusals-told.ts'
import { buildServer } from './http/server.ts'
import { invoiceReader } from './invoice-files/reader.ts'
import { answerRoom } from './kernel/answer-room.ts'
import { type Arrivals, connectionsFirst } from './kernel/arrivals.ts'
import { bookQueue } from './kernel/book-queue.ts'
import { callerCache } from './kernel/caller-cache.ts'
import { signedCursors } from './kernel/cursor.ts'
import { theHouse } from './kernel/domain.ts'
import { keyListeners } from './kernel/listeners.ts'
import { logEnds } from './kernel/log.ts'
import type { Files } from './kernel/ports/files.ts'
import type { DeliveryWatch } from './kernel/ports/metrics.ts'
import type { Page } from './kernel/ports/page.ts'
import type { Tracing } from './kernel/ports/tracing.ts'
import type { SecretSealer } from './kernel/ports/webhooks.ts'
import { readiness } from './kernel/readiness.ts'
import { sharedSecret } from './kernel/secrets.ts'
import { bookSignals } from './kernel/signals.ts'
import { fairTurns } from './kernel/turns.ts'
import { writePath } from './kernel/write.ts'
import type { WriteParts } from './kernel/write-parts.ts'
import { fairPace } from './lib/steps.ts'
import { boundlessDisk } from './storage/disk.ts'

export type { AppDeps, WebhookSettings, WorkerDeps } from './app-deps.ts'

export interface App {
  server: FastifyInstance
  /** Seals what only the service itself reads again, its jobs included. */
  seals: SecretSealer
  /** From now on health answers 503 and connections are not kept. */
  beginStop(): void
  /** Ends background work; the server itself is closed by its owner. */
  close(): Promise<void>
}

export async function buildApp(given: AppDeps): Promise<App> {
  const { tracing, log, worker } = given
  const database = tracing?.watched(given.database) ?? given.database
  const deps = { ...given, database }
  const shared = sharedDeps(deps)
  const { webhooks, signals, turns, lanes, callers, reachability, printer, requestLog } = shared
  const { sealer } = webhooks.pingService
  const { answers, ...secrets } = await keptSecrets(deps, sealer)
  const files = filesOf(deps, { seals: signedCursors(secrets.files), addresses: shared.addresses })
  signals.listen(bookId => webhooks.dispatching?.poke(bookId))
  let isStopping = false
  const server = buildServer({
    ...shared,
    endpoints: serviceEndpoints(shared.addresses),
    pages: pages(deps),
    db: database,
    database,
    write: writes(deps, { signals, turns, lanes, sealer, answers, queue: shared.queue, forgetCallers: callers.forget }),
    cursors: signedCursors(secrets.cursors),
    files,
    nameable,
    transfers: fileTransfers({ database, files, clock: deps.clock }),
    webhooks: webhooks.pingService,
    seals: answers,
    log,
    connections: { ...deps.connections, ...(worker && { places: worker.counters.connections }) },
    isStopping: () => isStopping,
    readiness: readiness({ ...shared, isStopping: () => isStopping, migrations: schemaWatch(database) }),
  })
  const listening = callers.listen()
  watchBy(deps, shared)
  return {
    server,
    seals: answers,
    beginStop() {
      isStopping = true
      signals.close()
    },
    async close() {
      reachability.stop()
      signals.close()
      await listening.stop()
      for (const part of [files.reader, files.texts, printer, webhooks, requestLog]) await part?.close()
    },
  }
}

/** Figures that are the same for all workers are told by one of them. */
function watchBy(
  { metrics, database, worker, measures: more = [] }: AppDeps,
  { queue, disk }: ReturnType<typeof sharedDeps>,
): void {
  const measures = worker?.isDispatching === false ? [] : [...theHouse().measures, ...more]
  metrics?.watch({ database, queue, disk, measures })
}

/** What several parts of the service use. */
function sharedDeps(deps: AppDeps) {
  const { database, clock, log, baseUrl, worker } = deps
  const signals = worker?.signals ?? bookSignals()
  const arrivals = connectionsFirst()
  return {
    addresses: { baseUrl, altBaseUrl: deps.altBaseUrl ?? baseUrl },
    hasMail: deps.hasMail ?? false,
    console: deps.console,
    trustProxy: deps.trustProxy,
    disk: deps.disk ?? boundlessDisk,
    metrics: deps.metrics,
    metricsPage: deps.metricsPage,
    tracing: deps.tracing,
    queue: bookQueue(),
    tellRefusal: refusalTeller(log),
    clock,
    signals,
    arrivals,
    ...waysOf(deps, arrivals),
    pace: fairPace(),
    logEnds: logEnds(database, signals),
    listeners: keyListeners(worker?.counters.listeners),
    rates: worker?.counters.rates ?? deps.rates ?? rateCounter(),
    printer: paperPrinter(),
    requestLog: deps.keepsRequests === false ? undefined : requestCollector({ database, log }),
    callers: callerCache(database, clock),
    reachability: watchReachability(database, {
      log: line => log.warn(line),
      ...(deps.revive && { revive: deps.revive }),
    }),
    webhooks: webhooksOf(deps),
  }
}

/** Under way at once; three quarters of them may be of one account. */
const looksInLane = 16

/** What requests wait for before they are at work: a connection, or a seat in what travels together. */
function waysOf({ database, worker }: AppDeps, { settle }: Arrivals) {
  const { lanes, looks, places, placesPerTenant } = shareOut(database.size, { isAlone: worker === undefined })
  const turns = fairTurns({ settle, places, placesPerTenant })
  const together = looks * looksInLane
  const lookTurns = together > 0 ? fairTurns({ settle, places: together, placesPerTenant: (together * 3) >> 2 }) : turns
  return { turns, lookTurns, lanes: { lanes, settle } }
}

type Sealer = ReturnType<typeof webhooksOf>['pingService']['sealer']

/** Secrets all nodes share, kept in the database. */
async function keptSecrets({ database, log }: AppDeps, sealing: Sealer) {
  const keeping = { sealer: sealing, warn: (line: string) => log.warn(line) }
  const secretOf = (name: string) => sharedSecret(database, name, keeping)
  return {
    // Without a signing key they are still not in the clear, though the key lies beside them.
    answers: sealing ?? answeringSealer(sealer((await secretOf('answers')).toString('base64'))),
    files: await secretOf('files'),
    cursors: await secretOf('cursors'),
  }
}

const filesOf = ({ fileStore, log }: AppDeps, { seals, addresses }: Pick<Files, 'seals' | 'addresses'>): Files => ({
  store: fileStore,
  reader: invoiceReader({ onCrash: (error, name) => log.error({ err: error, name }, 'reading a file failed') }),
  texts: recipeReader(error => log.error({ err: error }, 'reading a recipe failed')),
  readingTurns: bookQueue(),
  seals,
  addresses,
  underWay: new Set(),
})

const writes = (
  { database, clock, answerRoom: room, worker, tracing }: AppDeps,
  shared: Pick<WriteParts, 'signals' | 'turns' | 'lanes' | 'sealer' | 'answers' | 'queue' | 'forgetCallers'>,
) =>
  writePath({
    ...shared,
    database,
    clock,
    noteShared: tracing?.noteShared,
    answerRoom: answerRoom(room, worker?.counters.answerRooms),
  })

/** Whoever counts deliveries, and whoever traces them. */
function told(...watching: (Pick<Tracing, 'noteDelivery'> | undefined)[]): DeliveryWatch | undefined {
  const all = watching.filter(each => each !== undefined)
  if (all.length === 0) return undefined
  return attempted => {
    for (const each of all) each.noteDelivery(attempted)
  }
}

/** What is sent, and what the API asks of the sending. */
function webhooksOf({ database, clock, log, webhooks, worker, metrics, tracing }: AppDeps) {
  const { signingKey, allowCidrs, sending = {} } = webhooks
  const guard = webhookGuard(allowCidrs)
  const sealing = signingKey === undefined ? undefined : sealer(signingKey)
  const sender = webhookSender({ guard, ...sending })
  return {
    pingService: pingService({ guard, sealer: sealing, clock, sending }),
    dispatching:
      sealing && (worker?.isDispatching ?? true)
        ? dispatcher({ database, clock, log, sender, sealer: sealing, watch: told(metrics, tracing) })
        : undefined,
    async close() {
      await this.dispatching?.stop()
      await sender.close()
    },
  }
}

const pages = ({ baseUrl }: AppDeps): Page[] => [
  { path: '/', location: '/developers' },
  ...developersPages(described(theHouse().endpoints), baseUrl),
]
