/** The log of calls on its way to the database: collected in memory, written a few times a second in one statement. */
import type { Logger } from 'pino'
import type { Database } from '../../db/pool.ts'
import { keptBytes, type LoggedCall, type RequestLog } from '../../kernel/ports/request-log.ts'
import { toInstant } from '../../lib/instants.ts'
import { withoutSecrets } from '../../lib/without-secrets.ts'
import { type CallCounts, countCall } from './rules.ts'
import { insertRequests, openDay } from './store.ts'

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
  openDays: Set<string>
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
    if (!known.has(day)) await openDay(database, day)
    known.add(day)
  }
}

const dayOf = ({ at_ms }: LoggedCall): string => toInstant(at_ms).slice(0, 10)

const rowOf = ({ at_ms, request_body, answer_body, ...call }: LoggedCall) => ({
  ...call,
  at: toInstant(at_ms),
  path: withoutSecrets(call.path.slice(0, longestPath)),
  query: call.query === null ? null : withoutSecrets(`?${call.query.slice(0, longestPath)}`).slice(1),
  request_body: textOf(request_body),
  answer_body: textOf(answer_body),
})

/** PostgreSQL knows no NUL in a text, and no half of a character, which a cut may leave. */
function textOf(body: Buffer | string | null): string | null {
  if (body === null || body.length === 0) return null
  const text = withoutSecrets(body.toString().slice(0, keptBytes))
  return text.replaceAll('\u0000', '\uFFFD').replace(/[\uD800-\uDBFF]$/, '\uFFFD')
}
