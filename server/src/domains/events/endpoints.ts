/** GET /events: the log from a sequence on, for catching up and for following; one event by its id. */
import { Type } from 'typebox'
import { Event } from '../../contract/event.ts'
import { type EventType, matchTypes } from '../../contract/events.ts'
import { problem, validationFailed } from '../../contract/problems.ts'
import { described, ListOf, listText, Shape, type Static, TextOf, Uuid } from '../../contract/schema.ts'
import { noEventType } from '../../contract/unknown-event-types.ts'
import type { ReadContext } from '../../kernel/context.ts'
import { defineEndpoint } from '../../kernel/endpoint.ts'
import { badCursor, cursorScope, defaultLimit, latestSequenceHeader, pagingParameters } from '../../kernel/list.ts'
import { type EventRow, type LogPage, type LogRequest, readLog } from '../../kernel/log.ts'
import { findEvent } from './store.ts'
import { eventViewer } from './view.ts'

const EventsQuery = Shape({
  since_sequence: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Events after this one; if absent, from the oldest kept.' }),
  ),
  types: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Exact types, prefixes such as `invoice.*`, or `*`; repeated or comma-separated.',
    }),
  ),
  object_id: Type.Optional(described<string>(Uuid, 'Only events of this record.')),
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 25, description: 'Seconds to wait for an event if there is none yet.' }),
  ),
  ...pagingParameters,
})
type EventsQuery = Static<typeof EventsQuery>

export const eventsList = defineEndpoint({
  id: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'Read the event log',
  description: 'Ordered by `sequence`, which has no gaps. Events the key may not read are redacted.',
  access: { scopes: ['events:read'] },
  query: EventsQuery,
  returns: { status: 200, schema: TextOf(ListOf(Event)), isWritten: true },
  errors: ['events_expired'],
  isLongLived: true,
  async handle({ query }, ctx) {
    const types = wantedTypes(query.types)
    const scope = cursorScope('events.list', ctx, { query, params: {} })
    const limit = query.limit ?? defaultLimit
    const asked = { after: startOf(ctx, scope, query), types, objectId: query.object_id, limit: limit + 1 }
    const page = await waitFor(ctx, query, asked)
    const rows = page.rows.slice(0, limit)
    const hasMore = page.rows.length > limit
    return {
      body: listText(rows.map(eventViewer(ctx.caller)), {
        next_cursor: hasMore ? ctx.cursors.seal(scope, [Number(rows.at(-1)!.sequence)]) : null,
        has_more: hasMore,
      }),
      headers: { [latestSequenceHeader]: String(page.latest) },
    }
  },
})

export const eventGet = defineEndpoint({
  id: 'events.get',
  method: 'GET',
  path: '/events/{id}',
  summary: 'Get an event',
  access: { scopes: ['events:read'] },
  returns: { status: 200, schema: TextOf(Event), isWritten: true },
  errors: [],
  record: ({ id }, { db, account }) => findEvent(db, account.book.id, id!),
  handle: async ({ record }, ctx: ReadContext) => ({ body: eventViewer(ctx.caller)(record) }),
})

export function wantedTypes(patterns: string[] | undefined): EventType[] | undefined {
  if (!patterns) return undefined
  const matched = matchTypes(patterns)
  if (matched instanceof Set) return [...matched]
  const message = noEventType(matched.unknown)
  throw validationFailed([{ field: 'types', code: 'unknown_event_type', message }])
}

/** The cursor wins over `since_sequence`: it was made with it. -1 asks for the oldest kept. */
function startOf(ctx: ReadContext, scope: string, query: EventsQuery): number {
  if (query.cursor === undefined) return query.since_sequence ?? -1
  const start = ctx.cursors.open(scope, query.cursor)
  if (!start) throw badCursor()
  return start[0] as number
}

/** Holds the answer until an event comes, the time is over, or the service stops. */
async function waitFor(ctx: ReadContext, query: EventsQuery, request: LogRequest): Promise<LogPage> {
  const page = await readPage(ctx, request)
  return page.rows.length > 0 || !query.wait
    ? page
    : waitForEvents(ctx, request, { waitMs: query.wait * 1_000, latest: page.latest })
}

async function readPage(ctx: ReadContext, request: LogRequest): Promise<LogPage> {
  const page = await ctx.inTurn(() => readLog(ctx.db, ctx.account.book.id, request))
  refuseExpired(request.after, page)
  return page
}

/** What comes is told by the live end of the log; only then the page is read again. */
async function waitForEvents(
  ctx: ReadContext,
  request: LogRequest,
  { waitMs, latest }: { waitMs: number; latest: number },
): Promise<LogPage> {
  const leave = await ctx.listeners.enter(ctx.caller.pass.id)
  const end = ctx.logEnds.join(ctx.account.book.id, latest)
  const deadline = performance.now() + waitMs
  const { types, objectId } = request
  const isWanted = ({ type, object_id }: EventRow) =>
    (types?.includes(type) ?? true) && (objectId === undefined || object_id === objectId)
  let seen = latest
  try {
    while (!ctx.signals.closed && performance.now() < deadline) {
      const fresh = end.after(seen)
      if (!fresh || fresh.some(isWanted)) return await readPage(ctx, request)
      seen = Number(fresh.at(-1)?.sequence ?? seen)
      await end.next()
    }
    return await readPage(ctx, request)
  } finally {
    end.leave()
    leave()
  }
}

export function refuseExpired(after: number, { oldest, latest }: LogPage): void {
  if (after < 0 || after >= oldest - 1) return
  throw problem('events_expired', { oldest_sequence: oldest, latest_sequence: latest })
}
