/** Makes deliveries of events: which endpoint gets which, in which bytes, and which of them are sent right away. */

import { matchTypes } from '../../../contract/events.ts'
import { documentOfStep } from '../../../contract/steps.ts'
import type { Database, Tx } from '../../../db/pool.ts'
import { type EventRow, readLog } from '../../../kernel/log.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import { eventText } from '../../events/index.ts'
import {
  type DeliveryBody,
  insertDeliveries,
  listBodies,
  lockSubscribers,
  type MadeDelivery,
  type MovedCursor,
  type NewDelivery,
  type Subscriber,
} from './fan-out-store.ts'
import { withheldBy } from './rights.ts'
import { type ClaimedDelivery, commitLazily } from './store.ts'

/** Events looked at in one go. */
const batch = 200
/** Longer than any attempt may take. */
export const leaseMs = 30_000

export interface FanOut {
  /** Leased by this node: to be sent now. */
  toSend: ClaimedDelivery[]
  /** Endpoints that have more waiting than could be leased. */
  waiting: Set<string>
  /** The log goes on behind what was looked at. */
  hasMore: boolean
}

export interface FanOutRequest {
  bookId: string
  nowMs: number
  /** Reserves the free slots of an endpoint on this node and tells how many they are. */
  reserve(endpointId: string): number
}

export async function fanOut(database: Database, request: FanOutRequest): Promise<FanOut> {
  const { bookId, nowMs } = request
  return database.transaction(async tx => {
    await commitLazily(tx)
    const subscribers = await lockSubscribers(tx, bookId)
    if (subscribers.length === 0) return { toSend: [], waiting: new Set(), hasMore: false }
    const after = Math.min(...subscribers.map(subscriber => subscriber.cursor_sequence))
    const { rows } = await readLog(tx, bookId, { after, types: undefined, limit: batch })
    const plan = planDeliveries(subscribers, rows, request)
    const made = await insertDeliveries(tx, { bookId, now: toInstant(nowMs) }, plan)
    const frozen = await frozenBodies(tx, bookId, made)
    return { ...leaseDeliveries({ plan, made, frozen, subscribers }), hasMore: rows.length === batch }
  })
}

type PlannedDelivery = NewDelivery & { isLeased: boolean }

interface Plan {
  deliveries: PlannedDelivery[]
  bodies: DeliveryBody[]
  cursors: MovedCursor[]
}

/** One body for each event, with the record or without it. */
type Bodies = Map<string, DeliveryBody>

const bodyKey = ({ sequence, is_redacted }: Omit<DeliveryBody, 'body'>): string => `${sequence} ${is_redacted}`

function planDeliveries(subscribers: Subscriber[], rows: EventRow[], request: FanOutRequest): Plan {
  const bodies: Bodies = new Map()
  const plans = subscribers.map(subscriber => {
    const unseen = rows.filter(row => Number(row.sequence) > subscriber.cursor_sequence)
    const deliveries = deliveriesFor(subscriber, unseen, request)
    for (const { delivery, row } of deliveries) {
      if (delivery.status === 'pending') addBody(bodies, row, { delivery, isLive: subscriber.is_live })
    }
    const own = deliveries.map(({ delivery }) => delivery)
    return { deliveries: own, cursor: cursorAfter(subscriber, unseen, own) }
  })
  return {
    deliveries: plans.flatMap(({ deliveries }) => deliveries),
    cursors: plans.map(({ cursor }) => cursor),
    // In one order on all nodes: two that freeze the same bodies then wait for each other, and never in a circle.
    bodies: [...bodies.values()].sort(
      (one, other) => one.sequence - other.sequence || Number(one.is_redacted) - Number(other.is_redacted),
    ),
  }
}

/** The events one endpoint gets. */
function deliveriesFor(
  subscriber: Subscriber,
  unseen: EventRow[],
  { nowMs, reserve }: FanOutRequest,
): { delivery: PlannedDelivery; row: EventRow }[] {
  const { endpoint_id } = subscriber
  const wanted = matchTypes(subscriber.types)
  const withheld = withheldBy(subscriber, nowMs)
  const [now, leaseEnd] = [toInstant(nowMs), toInstant(nowMs + leaseMs)]
  let slots = reserve(endpoint_id)
  let matched = subscriber.matched_sequence
  return unseen
    .filter(row => wanted instanceof Set && wanted.has(row.type))
    .map(row => {
      const isOwn = subscriber.exclude_own_events && isOwnEvent(subscriber, row)
      const isLeased = !isOwn && slots > 0
      const delivery: PlannedDelivery = {
        id: newId(),
        endpoint_id,
        event_id: row.id,
        sequence: Number(row.sequence),
        type: row.type,
        previous_sequence: matched === 0 ? null : matched,
        is_redacted: withheld(row.type, documentOfStep(row.type, row.data)) !== undefined,
        status: isOwn ? 'skipped' : 'pending',
        next_attempt_at: isOwn ? null : isLeased ? leaseEnd : now,
        isLeased,
      }
      if (!isOwn) {
        slots -= 1
        matched = delivery.sequence
      }
      return { delivery, row }
    })
}

function cursorAfter(subscriber: Subscriber, unseen: EventRow[], deliveries: PlannedDelivery[]): MovedCursor {
  const sent = deliveries.filter(({ status }) => status === 'pending')
  return {
    endpoint_id: subscriber.endpoint_id,
    cursor_sequence: Number(unseen.at(-1)?.sequence ?? subscriber.cursor_sequence),
    matched_sequence: sent.at(-1)?.sequence ?? subscriber.matched_sequence,
    is_quiet: sent.length === 0,
  }
}

/** Caused by the key whose endpoint it is; indirect events have the same actor. */
const isOwnEvent = ({ own_keys }: Subscriber, { actor_type, actor_id }: EventRow): boolean =>
  actor_type === 'api_key' && actor_id !== null && own_keys.includes(actor_id)

/** The bytes are made once and never again. */
function addBody(bodies: Bodies, row: EventRow, of: { delivery: NewDelivery; isLive: boolean }): void {
  const { sequence, is_redacted } = of.delivery
  const key = bodyKey(of.delivery)
  if (bodies.has(key)) return
  const body = Buffer.from(eventText(row, of.isLive, is_redacted))
  bodies.set(key, { sequence, is_redacted, body })
}

/** What was frozen before, by a release that may have written it otherwise: these bytes are sent, not ours. */
async function frozenBodies(tx: Tx, bookId: string, made: MadeDelivery[]): Promise<DeliveryBody[]> {
  const sequences = made.filter(row => !row.has_new_body).map(row => row.sequence)
  return sequences.length === 0 ? [] : listBodies(tx, bookId, sequences)
}

interface Made {
  plan: Plan
  made: MadeDelivery[]
  frozen: DeliveryBody[]
  subscribers: Subscriber[]
}

function leaseDeliveries({ plan, made, frozen, subscribers }: Made): Pick<FanOut, 'toSend' | 'waiting'> {
  const rows = new Map(made.map(row => [`${row.endpoint_id} ${row.sequence}`, row]))
  const bodies = new Map([...plan.bodies, ...frozen].map(row => [bodyKey(row), row.body]))
  const destinations = new Map(subscribers.map(subscriber => [subscriber.endpoint_id, subscriber]))
  const toSend: ClaimedDelivery[] = []
  const waiting = new Set<string>()
  for (const delivery of plan.deliveries) {
    const { endpoint_id, event_id, type, sequence, previous_sequence, is_redacted } = delivery
    const row = rows.get(`${endpoint_id} ${sequence}`)
    if (!row || delivery.status === 'skipped') continue
    if (!delivery.isLeased) {
      waiting.add(endpoint_id)
      continue
    }
    toSend.push({
      id: row.id,
      event_id,
      type,
      sequence,
      previous_sequence,
      attempts_made: 0,
      attempts_recorded: row.attempts_recorded,
      body: bodies.get(bodyKey(delivery))!,
      is_redacted,
      ...destinations.get(endpoint_id)!,
    })
  }
  return { toSend, waiting }
}
