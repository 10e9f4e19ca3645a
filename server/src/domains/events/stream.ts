/** GET /events/stream: the log as server-sent events, for as long as the client listens. */
import { Type } from 'typebox'
import { validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import type { ReadContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { latestSequenceHeader } from '../../kernel/list.ts'
import { type EventRow, type LogEnd, type LogRequest, readLog } from '../../kernel/log.ts'
import { refuseExpired, wantedTypes } from './endpoints.ts'
import { eventViewer } from './view.ts'

/** Events read in one go. */
const batch = 200
/** A comment now and then, so that proxies and clients know the line is alive. */
const heartbeatMs = 15_000
/** How often the key is looked at again. */
const recheckMs = 1_000
const retryMs = 2_000

export const eventsStream = defineEndpoint({
  id: 'events.stream',
  method: 'GET',
  path: '/events/stream',
  summary: 'Follow the event log',
  description:
    'Server-sent events: `id` is the sequence, `data` the event. Starts after `Last-Event-ID`, which browsers send ' +
    'when they reconnect, else after `since_sequence`, else with the next event. Ends when the key loses its access ' +
    'or the service stops: reconnect. `X-Service-Latest-Sequence` is the end of the log when the stream began.',
  access: { scopes: ['events:read'] },
  query: Shape({
    since_sequence: Type.Optional(Type.Integer({ minimum: 0, description: 'Events after this one.' })),
    types: Type.Optional(
      Type.Array(Type.String(), { description: 'Exact types, prefixes such as `invoice.*`, or `*`.' }),
    ),
  }),
  returns: {
    status: 200,
    schema: Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A stream of server-sent events.' }),
    file: 'text/event-stream',
    isStream: true,
  },
  errors: ['events_expired'],
  isLongLived: true,
  async handle({ query }, ctx: ReadContext) {
    const types = wantedTypes(query.types)
    const asked = startOf(ctx.header('last-event-id'), query.since_sequence)
    const ends = await ctx.inTurn(() => readLog(ctx.db, ctx.account.book.id, { after: asked ?? -1, types, limit: 1 }))
    const after = asked ?? ends.latest
    refuseExpired(after, ends)
    const leave = await ctx.listeners.enter(ctx.caller.pass.id)
    const end = ctx.logEnds.join(ctx.account.book.id, ends.latest)
    const body = follow(ctx, { after, types, limit: batch }, { end, leave })
    return { body, headers: { [latestSequenceHeader]: String(ends.latest) } }
  },
})

function startOf(lastEventId: string | undefined, sinceSequence: number | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return sinceSequence
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId)
  const message = 'Must be the id of an event of this stream, which is its sequence.'
  throw validationFailed([{ field: 'Last-Event-ID', code: 'not_allowed', message }])
}

/** The pieces one stream holds at once: a reader that does not read holds no more. */
const maxPieceBytes = 65_536

async function* follow(
  ctx: ReadContext,
  start: LogRequest,
  { end, leave }: { end: LogEnd; leave: () => void },
): AsyncGenerator<string> {
  try {
    yield `retry: ${retryMs}\n\n`
    yield* streamEvents(ctx, start, end)
  } finally {
    end.leave()
    leave()
  }
}

async function* streamEvents(ctx: ReadContext, start: LogRequest, end: LogEnd): AsyncGenerator<string> {
  const isWanted = ({ type }: EventRow) => start.types?.includes(type) ?? true
  let after = start.after
  let view = eventViewer(ctx.caller)
  let [checkedMs, saidMs] = [performance.now(), performance.now()]
  while (!ctx.signals.closed) {
    const rows = end.after(after) ?? (await readBehind(ctx, { ...start, after }))
    if (!rows) return
    const wanted = rows.filter(isWanted)
    if (wanted.length > 0) saidMs = performance.now()
    yield* pieces(wanted, row => `id: ${row.sequence}\ndata: ${view(row)}\n\n`)
    after = Number(rows.at(-1)?.sequence ?? after)
    if (performance.now() - saidMs >= heartbeatMs) {
      saidMs = performance.now()
      yield ': still here\n\n'
    }
    if (rows.length === 0) await end.next()
    if (performance.now() - checkedMs >= recheckMs) {
      const caller = await ctx.recheck()
      if (!caller) return
      checkedMs = performance.now()
      view = eventViewer(caller)
    }
  }
}

/** A follower that is further behind than the live end reaches reads the log itself; undefined when it is gone. */
async function readBehind(ctx: ReadContext, request: LogRequest): Promise<EventRow[] | undefined> {
  const page = await ctx.inTurn(() => readLog(ctx.db, ctx.account.book.id, { ...request, types: undefined }))
  return request.after < page.oldest - 1 ? undefined : page.rows
}

/** Written as they are taken: what is not read is not even written. */
function* pieces(rows: EventRow[], write: (row: EventRow) => string): Generator<string> {
  let piece = ''
  for (const row of rows) {
    piece += write(row)
    if (piece.length < maxPieceBytes) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
