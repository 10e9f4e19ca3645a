/** The dispatcher of one node: events become deliveries, deliveries are sent, results are kept. Nodes share the work. */
import type { Logger } from 'pino'
import { attend } from '../../../db/attendance.ts'
import type { Database } from '../../../db/pool.ts'
import type { DeliveryWatch } from '../../../kernel/ports/metrics.ts'
import type { SecretSealer } from '../../../kernel/ports/webhooks.ts'
import { type Clock, toInstant } from '../../../lib/instants.ts'
import type { Sender } from '../sender.ts'
import { attemptDelivery, type SecretsOf, secretKeeper } from './attempt.ts'
import { type Background, backgroundWork } from './background.ts'
import { type Concurrency, concurrencyLimits } from './concurrency.ts'
import { lostRightsTeller } from './consequences.ts'
import { fanOut, leaseMs } from './fan-out.ts'
import { type Recorder, resultRecorder } from './recorder.ts'
import { type Desk, rightsDesk, withheldFromDelivery } from './rights.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type EndpointKey,
  listBooksBehind,
  listDueEndpoints,
  listWatchedBooks,
  takeBackLeases,
} from './store.ts'

export interface DispatcherDeps {
  database: Database
  clock: Clock
  log: Logger
  sender: Sender
  sealer: SecretSealer
  /** How often it looks for what other nodes, retries and clocks bring. */
  pollMs?: number
  watch?: DeliveryWatch | undefined
}

export interface Dispatcher {
  /** Something was written to the book. */
  poke(bookId: string): void
  /** Ends the polling, lets the attempts under way finish for a moment, keeps their results, closes the sender. */
  stop(): Promise<void>
}

/** Any number, the same for all dispatchers. */
const lockKey = 7_223_019_847

/** What a node knows while it runs. */
interface Running extends DispatcherDeps {
  background: Background
  concurrency: Concurrency
  recorder: Recorder
  desk: Desk
  secretsOf: SecretsOf
  mailLostRights: ReturnType<typeof lostRightsTeller>
  /** Books with an endpoint that is enabled. */
  watched: Set<string>
  fanning: Map<string, { again: boolean }>
  /** Deliveries of which an attempt is under way, or its result not yet written. */
  underWay: Set<string>
  isStopped: boolean
}

function runningOf(deps: DispatcherDeps): Running {
  const background = backgroundWork(deps.log)
  const underWay = new Set<string>()
  return {
    ...deps,
    background,
    concurrency: concurrencyLimits(),
    recorder: resultRecorder({ ...deps, background, onRecorded: id => underWay.delete(id) }),
    desk: rightsDesk(deps.database),
    secretsOf: secretKeeper(deps.sealer),
    mailLostRights: lostRightsTeller(deps),
    watched: new Set(),
    fanning: new Map(),
    underWay,
    isStopped: false,
  }
}

export function dispatcher(deps: DispatcherDeps): Dispatcher {
  const running = runningOf(deps)
  const { background } = running
  const polling = repeat(() => background.run(() => poll(running)), deps.pollMs ?? 250)
  const { database, clock } = deps
  const startedAt = toInstant(clock())
  const attendance = attend(database, lockKey, () => takeBackLeases(database, { now: toInstant(clock()), startedAt }))
  return {
    poke(bookId) {
      if (running.isStopped || !running.watched.has(bookId)) return
      void background.run(() => fanOutBook(running, bookId))
    },
    async stop() {
      running.isStopped = true
      polling.stop()
      await Promise.race([background.allDone(), patience()])
      await deps.sender.close()
      await background.allDone()
      await running.recorder.flush()
      // Last: whoever finds nobody here takes back what is leased.
      await attendance.stop()
    },
  }
}

/** Attempts under way at the stop have this long. */
const patience = () => new Promise(resolve => setTimeout(resolve, 3_000).unref())

async function poll(running: Running): Promise<void> {
  const { database, clock, background, watched } = running
  const books = await listWatchedBooks(database)
  watched.clear()
  for (const { book_id } of books) watched.add(book_id)
  if (watched.size === 0) return
  for (const { book_id } of await listBooksBehind(database)) void background.run(() => fanOutBook(running, book_id))
  for (const key of await listDueEndpoints(database, toInstant(clock()))) void background.run(() => claim(running, key))
}

/** Once at a time for each book; who comes meanwhile makes it look once more. */
async function fanOutBook(running: Running, bookId: string): Promise<void> {
  const { fanning } = running
  const known = fanning.get(bookId)
  if (known) {
    known.again = true
    return
  }
  const turn = { again: true }
  fanning.set(bookId, turn)
  try {
    while (turn.again && !running.isStopped) {
      turn.again = false
      if (await fanOutOnce(running, bookId)) turn.again = true
      claimReady(running)
    }
  } finally {
    fanning.delete(bookId)
  }
}

/** True when there is more to look at. The slots of its endpoints are reserved meanwhile, so that a claim takes none. */
async function fanOutOnce(running: Running, bookId: string): Promise<boolean> {
  const { database, clock, concurrency } = running
  const reserved = new Map<string, number>()
  const reserve = (endpointId: string): number => {
    const count = concurrency.reserve({ book_id: bookId, endpoint_id: endpointId })
    reserved.set(endpointId, (reserved.get(endpointId) ?? 0) + count)
    return count
  }
  try {
    const { toSend, waiting, hasMore } = await fanOut(database, { bookId, nowMs: clock(), reserve })
    for (const delivery of toSend) send(running, delivery)
    for (const endpoint_id of waiting) concurrency.noteWaiting({ book_id: bookId, endpoint_id })
    return hasMore
  } finally {
    for (const [endpointId, count] of reserved) concurrency.release(endpointId, count)
  }
}

function claimReady(running: Running): void {
  if (running.isStopped) return
  for (const key of running.concurrency.ready()) void running.background.run(() => claim(running, key))
}

const claim = (running: Running, key: EndpointKey): Promise<void> =>
  running.concurrency.claim(key, async limit => {
    const nowMs = running.clock()
    const due = { now: toInstant(nowMs), leaseEnd: toInstant(nowMs + leaseMs), limit }
    const claimed = await claimDeliveries(running.database, key, due)
    for (const delivery of claimed) send(running, delivery)
    return claimed.length === limit
  })

function send(running: Running, delivery: ClaimedDelivery): void {
  const { underWay, concurrency, background } = running
  // Asked for once more while an attempt is under way: that one decides first.
  if (underWay.has(delivery.id)) return
  underWay.add(delivery.id)
  const readAtMs = performance.now()
  concurrency.start(delivery, () => void background.run(() => attemptNow(running, delivery, readAtMs)))
}

async function attemptNow(running: Running, claimed: ClaimedDelivery, readAtMs: number): Promise<void> {
  const { clock, background, concurrency, recorder } = running
  // Without an answer it is put off: a record is not sent to whom it may no longer be shown.
  const current = await running.desk.renewed(claimed, readAtMs).catch(() => undefined)
  const delivery = current ?? claimed
  const startedMs = clock()
  const begun = performance.now()
  const withheld = withheldFromDelivery(delivery, startedMs)
  const isPutOff = running.isStopped || !current
  const attempt = isPutOff ? undefined : await attemptDelivery(running, delivery, { nowMs: startedMs, withheld })
  if (withheld) void background.run(() => running.mailLostRights(delivery, withheld))
  // Durations are real time; the end is told by the service's clock, which gaps are counted from.
  const endedMs = Math.max(clock(), Math.ceil(startedMs + performance.now() - begun))
  concurrency.end(delivery.endpoint_id, attempt?.error === null)
  // Cut off by our own stop, or not signed: no fault of the receiver. It is sent again when its lease runs out.
  if (attempt === undefined || attempt.error === 'sender_closed') running.underWay.delete(delivery.id)
  else recorder.add({ delivery, startedMs, endedMs, attempt })
  claimReady(running)
}

/** Again and again, one after another. */
function repeat(work: () => Promise<void>, everyMs: number): { stop(): void } {
  let isStopped = false
  let timer: NodeJS.Timeout
  const next = () => {
    timer = setTimeout(() => void work().then(() => !isStopped && next()), everyMs)
    timer.unref()
  }
  void work().then(() => !isStopped && next())
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
