/** Events: collected during a write, numbered and appended at its end, in the same transaction. */
import type { EventType } from '../contract/events.ts'
import { apiVersion } from '../contract/schema.ts'
import { documentOfStep } from '../contract/steps.ts'
import { jsonArray } from '../db/rows.ts'
import { type Sql, sql } from '../db/sql.ts'
import { newId } from '../lib/ids.ts'
import type { Instant } from '../lib/instants.ts'
import type { Actor, EventDetails, EventObject } from './context.ts'

export interface CollectedEvent {
  id: string
  type: EventType
  object: EventObject
  details: EventDetails
}

export interface EventBody {
  object: 'event'
  id: string
  sequence: number
  type: string
  api_version: string
  livemode: boolean
  created_at: Instant
  actor: Actor
  request_id: string
  data: unknown
  redacted?: true
}

/** What all events of one write share. */
export interface EventOrigin {
  bookId: string
  isLive: boolean
  requestId: string
  actor: Actor
  now: Instant
  firstSequence: number
}

export const collectEvent = (type: EventType, object: EventObject, details: EventDetails = {}): CollectedEvent => ({
  id: newId(),
  type,
  object,
  details,
})

const dataOf = ({ object, details }: CollectedEvent) => ({
  object,
  changes: details.changes ?? null,
  created: details.created ?? null,
})

/** What one write tells, and what its events share. */
export interface Told {
  origin: EventOrigin
  events: readonly CollectedEvent[]
}

/** One insert for all of them, whatever their number. */
export function eventsInsert(told: readonly Told[]): Sql {
  const rows = told.flatMap(({ origin, events }) =>
    events.map((event, place) => ({ origin, event, sequence: origin.firstSequence + place })),
  )
  return sql`
  insert into events (book_id, sequence, id, type, api_version, actor_type, actor_id, request_id,
                      object, object_id, data, created_at)
  select e.book_id, e.sequence, e.id, e.type, ${apiVersion}, e.actor_type, e.actor_id, e.request_id,
         e.object, e.object_id, e.data, e.created_at
    from unnest(${rows.map(({ origin }) => origin.bookId)}::uuid[],
                ${rows.map(({ sequence }) => sequence)}::bigint[],
                ${rows.map(({ event }) => event.id)}::uuid[],
                ${rows.map(({ event }) => event.type)}::text[],
                ${rows.map(({ origin }) => origin.actor.type)}::text[],
                ${rows.map(({ origin }) => origin.actor.id)}::uuid[],
                ${rows.map(({ origin }) => origin.requestId)}::uuid[],
                ${rows.map(({ event }) => event.object.object)}::text[],
                ${rows.map(({ event }) => event.object.id ?? null)}::uuid[],
                ${jsonArray(rows.map(({ event }) => JSON.stringify(dataOf(event))))}::json[],
                ${rows.map(({ origin }) => origin.now)}::timestamptz[])
           as e (book_id, sequence, id, type, actor_type, actor_id, request_id, object, object_id, data, created_at)`
}

/** The events as `GET /events` would show them to this reader; for a dry run. */
export const eventBodies = (
  origin: EventOrigin,
  events: CollectedEvent[],
  mayRead: (type: EventType, about: string | undefined) => boolean,
): EventBody[] =>
  events.map((event, index) => ({
    object: 'event',
    id: event.id,
    sequence: origin.firstSequence + index,
    type: event.type,
    api_version: apiVersion,
    livemode: origin.isLive,
    created_at: origin.now,
    actor: origin.actor,
    request_id: origin.requestId,
    ...(mayRead(event.type, documentOfStep(event.type, JSON.stringify(event.object)))
      ? { data: dataOf(event) }
      : { data: { object: bareRecord(event) }, redacted: true as const }),
  }))

const bareRecord = ({ object: { object, id } }: CollectedEvent) => ({ object, id: id ?? null })
