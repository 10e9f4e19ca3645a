/** What came of attempts, gathered for a moment and written together. */
import type { Database } from '../../../db/pool.ts'
import { type Clock, toInstant } from '../../../lib/instants.ts'
import { nextAttempt } from '../retry.ts'
import type { Attempt } from '../sender.ts'
import { type DeliveryResult, type EndpointTally, lockEndpoints, saveResults, saveTallies } from './results-store.ts'
import { type ClaimedDelivery, commitLazily, type EndpointKey } from './store.ts'

export interface Finished {
  delivery: ClaimedDelivery
  startedMs: number
  endedMs: number
  attempt: Attempt
}

/** After this many failures in a row an endpoint is disabled. */
export const maxFailures = 50

/** An endpoint to be disabled or retired. */
export interface EndpointStop {
  key: EndpointKey
  to: 'disabled' | 'retired'
  /** The address that said so, when one did: another one may have been set meanwhile. */
  url?: string
}

/** What has to be done beside counting. */
export interface Consequences {
  stops: EndpointStop[]
  /** Endpoints with deliveries that were given up. */
  dead: EndpointKey[]
}

export interface Recorded extends Consequences {
  /** In the order of the attempts. */
  outcomes: DeliveryResult['status'][]
}

const goneStatus = 410

export async function recordResults(database: Database, clock: Clock, finished: Finished[]): Promise<Recorded> {
  const results = finished.map(resultOf)
  const tallies = tallyResults(results)
  const counts = await database.transaction(async tx => {
    await commitLazily(tx)
    await lockEndpoints(tx, tallies)
    await saveResults(tx, results, toInstant(clock()))
    return saveTallies(tx, tallies)
  })
  const failing = counts.filter(row => row.consecutive_failures >= maxFailures)
  return {
    stops: [...goneAddresses(finished), ...failing.map(key => ({ key, to: 'disabled' as const }))],
    dead: distinct(results.filter(({ status }) => status === 'dead')),
    outcomes: results.map(({ status }) => status),
  }
}

function goneAddresses(finished: Finished[]): EndpointStop[] {
  const gone = finished.filter(({ attempt }) => attempt.httpStatus === goneStatus)
  const stops = gone.map(({ delivery }): [string, EndpointStop] => {
    const { book_id, endpoint_id, url } = delivery
    return [endpoint_id + url, { key: { book_id, endpoint_id }, to: 'retired', url }]
  })
  return [...new Map(stops).values()]
}

function distinct(keys: EndpointKey[]): EndpointKey[] {
  return [...new Map(keys.map(key => [key.endpoint_id, key])).values()]
}

function resultOf({ delivery, startedMs, endedMs, attempt }: Finished): DeliveryResult {
  const { book_id, endpoint_id, id, attempts_made: attempts_before } = delivery
  const shown = {
    at: toInstant(startedMs),
    http_status: attempt.httpStatus,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    response_snippet: attempt.responseSnippet,
  }
  const common = { book_id, endpoint_id, id, attempts_before, attempt: JSON.stringify([shown]) }
  if (attempt.error === null) return { status: 'succeeded', next_attempt_at: null, ...common }
  const next = nextAttempt({
    attemptsMade: attempts_before + 1,
    endedAtMs: endedMs,
    httpStatus: attempt.httpStatus,
    retryAfterSeconds: attempt.retryAfterSeconds,
    random: Math.random(),
  })
  if (next === 'dead') return { ...common, status: 'dead', next_attempt_at: null }
  return { ...common, status: 'retrying', next_attempt_at: toInstant(next.atMs) }
}

/** In the order the attempts ended: a success wipes out the failures before it. */
function tallyResults(results: DeliveryResult[]): EndpointTally[] {
  const tallies = new Map<string, EndpointTally>()
  for (const { book_id, endpoint_id, status } of results) {
    const before = tallies.get(endpoint_id) ?? { book_id, endpoint_id, has_success: false, failures: 0 }
    const isSuccess = status === 'succeeded'
    tallies.set(endpoint_id, {
      ...before,
      has_success: before.has_success || isSuccess,
      failures: isSuccess ? 0 : before.failures + 1,
    })
  }
  return [...tallies.values()]
}
