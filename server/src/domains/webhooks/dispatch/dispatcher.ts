/** The dispatcher of one node: events become deliveries, deliveries are sent, results are kept. Nodes share the work. */
import type { Logger } from 'pino'
import { attend } from '../../../db/attendance.ts'
import { isUnavailable } from '../../../db/errors.ts'
import type { Database } from '../../../db/pool.ts'
import type { SecretSealer } from '../../../kernel/webhooks.ts'
import { type Clock, toInstant } from '../../../lib/instants.ts'
import type { Sender } from '../sender.ts'
import { attemptOf, secretKeeper } from './attempt.ts'
import { applyConsequences, lostRightsTeller } from './consequences.ts'
import { fanOut, leaseMs } from './fan-out.ts'
import { lanes } from './lanes.ts'
import { type Finished, recordResults } from './results.ts'
import { rightsDesk } from './rights.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type EndpointKey,
  listBooksBehind,
  listDueEndpoints,
  listWatchedBooks,
  takeBackLeases,
} from './store.ts'

export interface DispatcherParts {
  database: Database
  clock: Clock
  log: Logger
  sender: Sender
  sealer: SecretSealer
  /** How often it looks for what other nodes, retries and clocks bring. */
  pollMs?: number
}

export interface Dispatcher {
  /** Something was written to the book. */
  poke(bookId: string): void
  /** Ends the polling, lets the attempts under way finish for a moment, keeps their results, closes the sender. */
  stop(): Promise<void>
}

/** Any number, the same for all dispatchers. */
const lockKey = 7_223_019_847

/** Results wait this long for company. */
const gatherMs = 25
const mostResults = 200

export function dispatcher(parts: DispatcherParts): Dispatcher {
  const { database, clock, log, pollMs = 250 } = parts
  const traffic = lanes()
  const watched = new Set<string>()
  const fanning = new Map<string, { again: boolean }>()
  const running = new Set<Promise<void>>()
  const secretsOf = secretKeeper(parts.sealer)
  const desk = rightsDesk(database)
  const tellLostRights = lostRightsTeller(parts)
  const finished: Finished[] = []
  /** Deliveries of which an attempt is under way, or its result not yet written. */
  const underWay = new Set<string>()
  let gathering: NodeJS.Timeout | undefined
  let recording: Promise<void> | undefined
  let isStopped = false

  /** Background work: it is waited for at the stop, and its failure is logged and made good by the next poll. */
  const run = (work: () => Promise<void>): Promise<void> => {
    const promise = work().catch(error => {
      // A database that does not answer is told of elsewhere, once.
      log[isUnavailable(error) ? 'debug' : 'warn']({ err: error }, 'webhook work was put off')
    })
    running.add(promise)
    void promise.finally(() => running.delete(promise))
    return promise
  }

  async function fanOutBook(bookId: string): Promise<void> {
    const known = fanning.get(bookId)
    if (known) {
      known.again = true
      return
    }
    const turn = { again: true }
    fanning.set(bookId, turn)
    try {
      while (turn.again && !isStopped) {
        turn.again = false
        if (await fanOutOnce(bookId)) turn.again = true
        claimReady()
      }
    } finally {
      fanning.delete(bookId)
    }
  }

  /** True when there is more to look at. The places of its endpoints are kept meanwhile, so that a claim takes none. */
  async function fanOutOnce(bookId: string): Promise<boolean> {
    const taken = new Map<string, number>()
    const take = (endpointId: string): number => {
      const count = traffic.take({ book_id: bookId, endpoint_id: endpointId })
      taken.set(endpointId, (taken.get(endpointId) ?? 0) + count)
      return count
    }
    try {
      const { toSend, waiting, hasMore } = await fanOut(database, bookId, clock(), take)
      for (const delivery of toSend) send(delivery)
      for (const endpoint_id of waiting) traffic.noteWaiting({ book_id: bookId, endpoint_id })
      return hasMore
    } finally {
      for (const [endpointId, count] of taken) traffic.giveBack(endpointId, count)
    }
  }

  const claimReady = () => {
    if (!isStopped) for (const key of traffic.ready()) void run(() => claim(key))
  }

  const claim = (key: EndpointKey): Promise<void> =>
    traffic.claim(key, async limit => {
      const nowMs = clock()
      const claimed = await claimDeliveries(database, key, {
        now: toInstant(nowMs),
        leaseEnd: toInstant(nowMs + leaseMs),
        limit,
      })
      for (const delivery of claimed) send(delivery)
      return claimed.length === limit
    })

  function send(delivery: ClaimedDelivery): void {
    // Asked for once more while an attempt is under way: that one decides first.
    if (underWay.has(delivery.id)) return
    underWay.add(delivery.id)
    const readAtMs = performance.now()
    traffic.start(delivery, () => void run(() => attemptNow(delivery, readAtMs)))
  }

  async function attemptNow(claimed: ClaimedDelivery, readAtMs: number): Promise<void> {
    // Without an answer it is put off: a record is not sent to whom it may no longer be shown.
    const current = await desk.renewed(claimed, readAtMs).catch(() => undefined)
    const delivery = current ?? claimed
    const startedMs = clock()
    const begun = performance.now()
    const attempt = isStopped || !current ? undefined : await attemptOf(parts, delivery, secretsOf, startedMs)
    void run(() => tellLostRights(delivery, startedMs))
    // Durations are real time; the end is told by the service's clock, which gaps are counted from.
    const endedMs = Math.max(clock(), Math.ceil(startedMs + performance.now() - begun))
    traffic.end(delivery.endpoint_id, attempt?.error === null)
    // Cut off by our own stop, or not signed: no fault of the receiver. It is sent again when its lease runs out.
    if (attempt === undefined || attempt.error === 'sender_closed') underWay.delete(delivery.id)
    else keep({ delivery, startedMs, endedMs, attempt })
    claimReady()
  }

  function keep(result: Finished): void {
    finished.push(result)
    if (finished.length >= mostResults) void run(record)
    else gathering ??= setTimeout(() => void run(record), gatherMs)
  }

  /** One batch at a time; what comes meanwhile makes the next one. */
  async function record(): Promise<void> {
    clearTimeout(gathering)
    gathering = undefined
    while (recording) await recording
    const batch = finished.splice(0, mostResults)
    if (batch.length === 0) return
    recording = saveBatch(batch).finally(() => {
      recording = undefined
    })
    await recording
    if (finished.length > 0) await record()
  }

  async function saveBatch(batch: Finished[]): Promise<void> {
    try {
      await applyConsequences(parts, await recordResults(database, clock, batch))
    } catch (error) {
      // The leases run out and the deliveries are sent again: at least once.
      log.warn({ err: error }, 'results of webhook deliveries could not be kept')
    } finally {
      for (const { delivery } of batch) underWay.delete(delivery.id)
    }
  }

  async function poll(): Promise<void> {
    const books = await listWatchedBooks(database)
    watched.clear()
    for (const { book_id } of books) watched.add(book_id)
    if (watched.size === 0) return
    for (const { book_id } of await listBooksBehind(database)) void run(() => fanOutBook(book_id))
    for (const key of await listDueEndpoints(database, toInstant(clock()))) void run(() => claim(key))
  }

  const allDone = async () => {
    while (running.size > 0) await Promise.all(running)
  }

  const polling = repeated(() => run(poll), pollMs)
  const startedAt = toInstant(clock())
  const attendance = attend(database, lockKey, () => takeBackLeases(database, { now: toInstant(clock()), startedAt }))

  return {
    poke(bookId) {
      if (!isStopped && watched.has(bookId)) void run(() => fanOutBook(bookId))
    },
    async stop() {
      isStopped = true
      polling.stop()
      await Promise.race([allDone(), patience()])
      await parts.sender.close()
      await allDone()
      clearTimeout(gathering)
      await record()
      // Last: whoever finds nobody here takes back what is leased.
      await attendance.stop()
    },
  }
}

/** Attempts under way at the stop have this long. */
const patience = () => new Promise(resolve => setTimeout(resolve, 3_000).unref())

/** Again and again, one after another. */
function repeated(work: () => Promise<void>, everyMs: number): { stop(): void } {
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
