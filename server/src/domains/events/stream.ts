/** GET /events/stream: the log as server-sent events, for as long as the client listens. */
import { Type } from 'typebox'
import { validationFailed } from '../../contract/problems.ts'
import { Shape } from '../../contract/schema.ts'
import type { ReadContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { refuseExpired, wantedTypes } from './endpoints.ts'
import { type LogPage, readLog } from './store.ts'
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
    'Server-sent events: `id` is the sequence, `data` the event. It begins after `Last-Event-ID`, as browsers send it ' +
    'when they connect again, else after `since_sequence`, else with the next event. It ends when the key may no ' +
    'longer read, and when the service stops: connect again.',
  access: { scopes: ['events:read'] },
  query: Shape({
    since_sequence: Type.Optional(Type.Integer({ minimum: 0, description: 'Events after this one.' })),
    types: Type.Optional(
      Type.Array(Type.String(), { description: 'Exact types, prefixes such as `invoice.*`, or `*`.' }),
    ),
  }),
  returns: {
    status: 200,
    schema: Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'Lines of server-sent events.' }),
    file: 'text/event-stream',
    isStream: true,
  },
  errors: ['events_expired'],
  async handle({ query }, ctx: ReadContext) {
    const types = wantedTypes(query.types)
    const asked = startOf(ctx.header('last-event-id'), query.since_sequence)
    const ends = await readLog(ctx.db, ctx.account.book.id, { after: asked ?? -1, types, limit: 1 })
    const after = asked ?? ends.latest
    refuseExpired(after, ends)
    return { body: follow(ctx, { after, types, limit: batch }) }
  },
})

function startOf(lastEventId: string | undefined, sinceSequence: number | undefined): number | undefined {
  if (lastEventId === undefined || lastEventId === '') return sinceSequence
  if (/^\d{1,15}$/.test(lastEventId)) return Number(lastEventId)
  const message = 'Must be the id of an event of this stream, which is its sequence.'
  throw validationFailed([{ field: 'Last-Event-ID', code: 'not_allowed', message }])
}

type LogRequest = Parameters<typeof readLog>[2]

async function* follow(ctx: ReadContext, start: LogRequest): AsyncGenerator<string> {
  const bookId = ctx.account.book.id
  let request = start
  let view = eventViewer(ctx.caller)
  let [checkedMs, saidMs] = [performance.now(), performance.now()]
  yield `retry: ${retryMs}\n\n`
  while (!ctx.signals.closed) {
    const poked = ctx.signals.next(bookId)
    const page = await readLog(ctx.db, bookId, request)
    if (request.after < page.oldest - 1) return
    if (page.rows.length > 0) {
      saidMs = performance.now()
      yield page.rows.map(row => `id: ${row.sequence}\ndata: ${JSON.stringify(view(row))}\n\n`).join('')
    }
    request = { ...request, after: readUpTo(request, page) }
    if (performance.now() - saidMs >= heartbeatMs) {
      saidMs = performance.now()
      yield ': still here\n\n'
    }
    if (page.rows.length < batch) await poked
    if (performance.now() - checkedMs >= recheckMs) {
      const caller = await ctx.recheck()
      if (!caller) return
      checkedMs = performance.now()
      view = eventViewer(caller)
    }
  }
}

/** Behind the last event of a short page nothing matches, so it need not be looked at again. */
const readUpTo = ({ after, limit }: LogRequest, { rows, latest }: LogPage): number =>
  rows.length === limit ? Number(rows.at(-1)!.sequence) : Math.max(after, latest)
