/** What came of attempts, gathered for a moment and written together. */
import type { Database } from '../../../db/pool.ts'
import { type Clock, toInstant } from '../../../lib/instants.ts'
import { nextAttempt } from '../retry.ts'
import type { Attempt } from '../sender.ts'
import {
  type ClaimedDelivery,
  commitLazily,
  type DeliveryResult,
  type EndpointKey,
  type EndpointTally,
  lockEndpoints,
  saveResults,
  saveTallies,
} from './store.ts'

export interface Finished {
  delivery: ClaimedDelivery
  startedMs: number
  endedMs: number
  attempt: Attempt
}

/** After this many failures in a row an endpoint is disabled. */
export const mostFailures = 50

export interface GoneAddress extends EndpointKey {
  url: string
}

/** What has to be done about an endpoint beside counting. */
export interface Aftermath {
  disable: EndpointKey[]
  /** With the address that said so: another one may have been set meanwhile. */
  retire: GoneAddress[]
  /** Endpoints with deliveries that were given up. */
  dead: EndpointKey[]
}

const goneStatus = 410

export async function recordResults(database: Database, clock: Clock, finished: Finished[]): Promise<Aftermath> {
  const results = finished.map(resultOf)
  const tallies = tallied(results)
  const counts = await database.transaction(async tx => {
    await commitLazily(tx)
    await lockEndpoints(tx, tallies)
    await saveResults(tx, results, toInstant(clock()))
    return saveTallies(tx, tallies)
  })
  return {
    disable: counts.filter(row => row.consecutive_failures >= mostFailures),
    retire: goneAddresses(finished),
    dead: distinct(results.filter(({ status }) => status === 'dead')),
  }
}

function goneAddresses(finished: Finished[]): GoneAddress[] {
  const gone = finished.filter(({ attempt }) => attempt.httpStatus === goneStatus).map(({ delivery }) => delivery)
  return [
    ...new Map(
      gone.map(({ book_id, endpoint_id, url }) => [endpoint_id + url, { book_id, endpoint_id, url }]),
    ).values(),
  ]
}

function distinct(keys: EndpointKey[]): EndpointKey[] {
  return [...new Map(keys.map(key => [key.endpoint_id, key])).values()]
}

function resultOf({ delivery, startedMs, endedMs, attempt }: Finished): DeliveryResult {
  const { book_id, endpoint_id, id, attempts_made: attemptsBefore } = delivery
  const shown = {
    at: toInstant(startedMs),
    http_status: attempt.httpStatus,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    response_snippet: attempt.responseSnippet,
  }
  const common = { book_id, endpoint_id, id, attemptsBefore, attempt: JSON.stringify([shown]) }
  if (attempt.error === null) return { ...common, status: 'succeeded', nextAttemptAt: null }
  const next = nextAttempt({
    attemptsMade: attemptsBefore + 1,
    endedAtMs: endedMs,
    httpStatus: attempt.httpStatus,
    retryAfterSeconds: attempt.retryAfterSeconds,
    random: Math.random(),
  })
  if (next === 'dead') return { ...common, status: 'dead', nextAttemptAt: null }
  return { ...common, status: 'retrying', nextAttemptAt: toInstant(next.atMs) }
}

/** In the order the attempts ended: a success wipes out the failures before it. */
function tallied(results: DeliveryResult[]): EndpointTally[] {
  const tallies = new Map<string, EndpointTally>()
  for (const { book_id, endpoint_id, status } of results) {
    const before = tallies.get(endpoint_id) ?? { book_id, endpoint_id, hasSuccess: false, failures: 0 }
    const isSuccess = status === 'succeeded'
    tallies.set(endpoint_id, {
      ...before,
      hasSuccess: before.hasSuccess || isSuccess,
      failures: isSuccess ? 0 : before.failures + 1,
    })
  }
  return [...tallies.values()]
}
