/** Follows the event log: what was missed page by page, then as it happens; after a cut from where it was. */
import { answerOf } from './answer.ts'
import type { Cellarbook } from './client.ts'
import { CellarbookError, ConnectionError } from './error.ts'
import type { Event, EventOf, EventType } from './event.ts'
import { backoffMs, isPassing, sleep } from './retry.ts'
import { messagesIn } from './server-sent.ts'

/** A type, all types of a kind (`order.*`), or all (`*`). */
export type EventPattern = EventType | '*' | `${Kind<EventType>}.*`
type Kind<Type extends string> = Type extends `${infer Name}.${string}` ? Name : never

/** The events that patterns stand for. */
export type EventMatching<Pattern extends EventPattern> = Pattern extends EventType
  ? EventOf<Pattern>
  : Pattern extends `${infer Name}.*`
    ? EventOf<Extract<EventType, `${Name}.${string}`>>
    : Event

export interface FollowOptions<Pattern extends EventPattern = EventPattern> {
  /** The sequence you stored; events after it come. 0: from the oldest kept. */
  after: number
  types?: readonly Pattern[]
  /** False: stop when there is nothing more. True by default: wait for what comes. */
  isLive?: boolean
  signal?: AbortSignal
  /** A line on which nothing came for so long is opened anew; 40 s by default, and the service speaks every 15 s. */
  silenceMs?: number
  /** Told of every cut that the follower mends. */
  onCut?: (error: unknown) => void
}

export interface Follower<Followed> extends AsyncIterable<Followed> {
  /**
   * All wanted events up to this sequence came. Store it when you have handled an event, and begin there next time:
   * each event comes at least once.
   */
  readonly cursor: number
}

/**
 * Lives through cuts, restarts of the service and limits; ends when the signal is aborted. Throws what will not pass:
 * 410 `events_expired` when the log no longer reaches back so far (list everything anew, see `sync`), a revoked key.
 */
export function follow<const Pattern extends EventPattern = '*'>(
  cellarbook: Cellarbook,
  options: FollowOptions<Pattern>,
): Follower<EventMatching<Pattern>> {
  const state = { cursor: options.after, cuts: 0 }
  return {
    get cursor() {
      return state.cursor
    },
    [Symbol.asyncIterator]: () => run(cellarbook, options, state) as AsyncGenerator<EventMatching<Pattern>>,
  }
}

interface State {
  cursor: number
  /** In a row. */
  cuts: number
}

async function* run(cellarbook: Cellarbook, options: FollowOptions, state: State): AsyncGenerator<Event, void, void> {
  const { signal, isLive = true, onCut } = options
  while (!signal?.aborted) {
    try {
      yield* readMissed(cellarbook, options, state)
      if (!isLive) return
      yield* readStream(cellarbook, options, state)
    } catch (error) {
      if (signal?.aborted) return
      if (!isLive || !isPassing(error)) throw error
      onCut?.(error)
    }
    state.cuts += 1
    await sleep(backoffMs(state.cuts), signal).catch(() => {})
  }
}

const pageSize = 200

async function* readMissed(
  { events }: Cellarbook,
  { types, signal, silenceMs }: FollowOptions,
  state: State,
): AsyncGenerator<Event, void, void> {
  const query = { since_sequence: state.cursor, limit: pageSize, ...(types && { types: [...types] }) }
  const options = { ...(signal && { signal }), ...(silenceMs !== undefined && { timeoutMs: silenceMs }) }
  for await (const page of events.list(query, options).pages()) {
    yield* advance(page.data, state)
    // Beyond the last one there is nothing of the wanted types.
    if (!page.has_more) state.cursor = Math.max(state.cursor, answerOf(page)?.latestSequence ?? 0)
  }
}

async function* readStream(
  { events }: Cellarbook,
  { types, signal, silenceMs = 40_000 }: FollowOptions,
  state: State,
): AsyncGenerator<Event, void, void> {
  const line = new AbortController()
  const hangUp = () => line.abort(signal!.reason)
  signal?.addEventListener('abort', hangUp, { once: true })
  try {
    const query = { since_sequence: state.cursor, ...(types && { types: [...types] }) }
    const stream = await events.stream(query, { signal: line.signal, timeoutMs: silenceMs })
    let count = 0
    for await (const { data } of messagesIn(stream, silenceMs)) {
      count += 1
      // The first is the greeting of every line, also of one that ends at once.
      if (count > 1) state.cuts = 0
      if (data !== '') yield* advance([JSON.parse(data) as Event], state)
    }
  } catch (error) {
    throw error instanceof CellarbookError || isPassing(error) ? error : new ConnectionError('cut', { cause: error })
  } finally {
    signal?.removeEventListener('abort', hangUp)
    line.abort()
  }
}

function* advance(events: readonly Event[], state: State): Generator<Event, void, void> {
  for (const event of events) {
    if (event.sequence <= state.cursor) continue
    state.cursor = event.sequence
    yield event
  }
}
