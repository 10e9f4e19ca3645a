/** The log of calls on its way to the database: collected in memory, written a few times a second in one statement. */
import type { Logger } from 'pino'
import type { Database } from '../../db/pool.ts'
import { keptBytes, type LoggedCall, type RequestLog } from '../../kernel/ports/request-log.ts'
import { toInstant } from '../../lib/instants.ts'
import { withoutSecrets } from '../../lib/without-secrets.ts'
import { type CallCounts, countCall } from './rules.ts'
import { insertRequests, type NewRequest, openDay } from './store.ts'

const everyMs = 250
/** Ten thousand calls a second for half of one. */
const maxWaiting = 5_000
const longestPath = 1_000

export interface Collector extends RequestLog {
  /** What was noted is written. */
  close(): Promise<void>
}

interface Collecting {
  waiting: LoggedCall[]
  /** What there was no room for; written with the next rows. */
  dropped: CallCounts
  /** Days this node knows to have a partition. */
  openDays: Set<number>
}

export function requestCollector({ database, log }: { database: Database; log: Logger }): Collector {
  const state: Collecting = { waiting: [], dropped: new Map(), openDays: new Set() }
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  const plan = () => {
    timer ??= setTimeout(flush, everyMs).unref()
  }
  const flush = (): void => {
    timer = undefined
    writing ??= writeOut(database, state, log).finally(() => {
      writing = undefined
      if (state.waiting.length > 0) plan()
    })
  }
  return {
    note(call) {
      if (state.waiting.length < maxWaiting) state.waiting.push(call)
      else countCall(state.dropped, call, true)
      plan()
    },
    async close() {
      clearTimeout(timer)
      await writing
      await writeOut(database, state, log)
    },
  }
}

/** What cannot be written is dropped, too: the log is no reason to fail, nor to keep more than there is room for. */
async function writeOut(database: Database, state: Collecting, log: Logger): Promise<void> {
  const { waiting: calls, dropped: counts } = state
  if (calls.length === 0) return
  state.waiting = []
  state.dropped = new Map()
  try {
    await openDays(database, state, calls)
    for (const call of calls) countCall(counts, call, false)
    await insertRequests(database, calls.map(rowOf), [...counts.values()])
  } catch (error) {
    for (const call of calls) countCall(state.dropped, call, true)
    log.warn({ err: error, calls: calls.length }, 'calls are missing from the log')
  }
}

async function openDays(database: Database, { openDays: known }: Collecting, calls: LoggedCall[]): Promise<void> {
  for (const day of new Set(calls.map(dayOf))) {
    if (!known.has(day)) await openDay(database, toInstant(day * dayMs).slice(0, 10))
    known.add(day)
  }
}

const dayMs = 24 * 60 * 60 * 1_000
const dayOf = ({ at_ms }: LoggedCall): number => Math.floor(at_ms / dayMs)

/** Each by its name: it is made for every call, and a spread takes longer than all the rest. */
const rowOf = (call: LoggedCall): NewRequest => ({
  tenant_id: call.tenant_id,
  is_live: call.is_live,
  id: call.id,
  at_ms: call.at_ms,
  key_id: call.key_id,
  user_id: call.user_id,
  method: call.method,
  route: call.route,
  path: shownPart(call.path),
  query: call.query === null ? null : shownPart(`?${call.query}`).slice(1),
  status: call.status,
  code: call.code,
  duration_ms: call.duration_ms,
  bytes: call.bytes,
  idempotency_key: call.idempotency_key,
  address: call.address,
  request_body: textOf(call.request_body),
  answer_body: textOf(call.answer_body),
})

/** What can hide a secret has one of these words in it; most addresses have none. */
const suspicious = /files\/|token|x-amz|cb_|whsec_|bearer/i

function shownPart(text: string): string {
  const kept = text.length > longestPath ? text.slice(0, longestPath) : text
  return suspicious.test(kept) ? withoutSecrets(kept) : kept
}

/** PostgreSQL knows no NUL in a text, and no half of a character, which a cut may leave. */
function textOf(body: Buffer | string | null): string | null {
  if (body === null || body.length === 0) return null
  const text = withoutSecrets(body.toString().slice(0, keptBytes))
  return text.replaceAll('\u0000', '\uFFFD').replace(/[\uD800-\uDBFF]$/, '\uFFFD')
}
