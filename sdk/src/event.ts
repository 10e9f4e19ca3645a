/** Events by their types. */
import type { EventRecords } from './generated/events.ts'
import type { Instant, Uuid } from './generated/types.ts'

export type EventType = keyof EventRecords

interface EventHead<Type extends string> {
  object: 'event'
  id: Uuid
  /** Numbers the events of the account 1, 2, 3 … without gaps. */
  sequence: number
  type: Type
  api_version: string
  livemode: boolean
  created_at: Instant
  actor: { type: 'api_key' | 'user' | 'system'; id: Uuid | null }
  request_id: Uuid
}

interface FullEvent<Type extends EventType> extends EventHead<Type> {
  data: {
    /** The record as lists show it. */
    object: EventRecords[Type]
    /** The fields an update changed. */
    changes?: string[] | null
    /** What an action created besides its own document. */
    created?: { object: string; id: Uuid } | null
  }
  redacted?: never
}

/** The key may not read this kind of record, so the event shows only its type and id. */
interface RedactedEvent<Type extends EventType> extends EventHead<Type> {
  data: { object: { object: string; id: Uuid | null }; changes?: string[] | null; created?: null }
  redacted: true
}

/** The event of one type, or of any of several. */
export type EventOf<Type extends EventType> = { [One in Type]: FullEvent<One> | RedactedEvent<One> }[Type]

/**
 * Any event: `switch (event.type)` tells what `event.data.object` is, once `event.redacted` is ruled out. Types may be
 * added without a new version of the contract: pass over those you do not know.
 */
export type Event = EventOf<EventType>

/** What the action `test` of a webhook endpoint sends; it is not in the log. */
export interface PingEvent extends EventHead<'webhook.ping'> {
  data: { object: { object: 'webhook_endpoint'; id: Uuid }; changes: null; created: null }
  redacted?: never
}

/** What a write would have done: its result, the events it would emit, and its effects on other records. */
export type DryRun<Result, Types extends EventType, Effects = never> = Result & {
  dry_run: true
  events: EventOf<Types>[]
} & ([Effects] extends [never] ? object : { effects?: Effects })
