/** Makes deliveries of events: which endpoint gets which, in which bytes, and which of them are sent right away. */
import { matchTypes } from '../../../contract/events.ts'
import type { Database, Tx } from '../../../db/pool.ts'
import { type EventRow, readLog } from '../../../kernel/log.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import { eventBody } from '../../events/view.ts'
import { withheldBy } from './rights.ts'
import {
  type ClaimedDelivery,
  commitLazily,
  insertDeliveries,
  listBodies,
  lockSubscribers,
  type MadeDelivery,
  type MovedCursor,
  type NewBody,
  type NewDelivery,
  type StoredBody,
  type Subscriber,
} from './store.ts'

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

/** `take` keeps the free places of an endpoint on this node and tells how many they are. */
export async function fanOut(
  database: Database,
  bookId: string,
  nowMs: number,
  take: (endpointId: string) => number,
): Promise<FanOut> {
  return database.transaction(async tx => {
    await commitLazily(tx)
    const subscribers = await lockSubscribers(tx, bookId)
    if (subscribers.length === 0) return { toSend: [], waiting: new Set(), hasMore: false }
    const after = Math.min(...subscribers.map(subscriber => subscriber.cursor_sequence))
    const { rows } = await readLog(tx, bookId, { after, types: undefined, limit: batch })
    const plan = planOf(subscribers, rows, { nowMs, take })
    const made = await insertDeliveries(tx, { bookId, now: toInstant(nowMs) }, plan)
    const frozen = await frozenBodies(tx, bookId, made)
    return { ...leased({ plan, made, frozen, subscribers }), hasMore: rows.length === batch }
  })
}

interface Plan {
  deliveries: (NewDelivery & { isLeased: boolean })[]
  bodies: NewBody[]
  cursors: MovedCursor[]
}

interface Planning {
  nowMs: number
  take: (endpointId: string) => number
}

function planOf(subscribers: Subscriber[], rows: EventRow[], planning: Planning): Plan {
  const plan: Plan = { deliveries: [], bodies: [], cursors: [] }
  const bodies = new Map<string, NewBody>()
  for (const subscriber of subscribers) plan.cursors.push(planFor(subscriber, rows, planning, plan, bodies))
  // In one order on all nodes: two that freeze the same bodies then wait for each other, and never in a circle.
  plan.bodies = [...bodies.values()].sort(
    (one, other) => one.sequence - other.sequence || Number(one.isRedacted) - Number(other.isRedacted),
  )
  return plan
}

/** The events one endpoint gets, and where its cursor stands then. */
function planFor(
  subscriber: Subscriber,
  rows: EventRow[],
  { nowMs, take }: Planning,
  plan: Plan,
  bodies: Map<string, NewBody>,
): MovedCursor {
  const endpointId = subscriber.endpoint_id
  const wanted = matchTypes(subscriber.types)
  const withheld = withheldBy(subscriber, nowMs)
  const [now, leaseEnd] = [toInstant(nowMs), toInstant(nowMs + leaseMs)]
  let slots = take(endpointId)
  let matched = subscriber.matched_sequence
  const unseen = rows.filter(row => Number(row.sequence) > subscriber.cursor_sequence)
  for (const row of unseen) {
    if (!(wanted instanceof Set) || !wanted.has(row.type)) continue
    const isOwn = subscriber.exclude_own_events && isOwnEvent(subscriber, row)
    const sequence = Number(row.sequence)
    const isRedacted = withheld(row.type) !== undefined
    const isLeased = !isOwn && slots > 0
    plan.deliveries.push({
      id: newId(),
      endpointId,
      eventId: row.id,
      sequence,
      type: row.type,
      previousSequence: matched === 0 ? null : matched,
      isRedacted,
      status: isOwn ? 'skipped' : 'pending',
      dueAt: isOwn ? null : isLeased ? leaseEnd : now,
      isLeased,
    })
    if (isOwn) continue
    slots -= 1
    matched = sequence
    addBody(bodies, row, isRedacted, subscriber.is_live)
  }
  const cursor = Number(unseen.at(-1)?.sequence ?? subscriber.cursor_sequence)
  return { endpointId, cursor, matched, isQuiet: matched === subscriber.matched_sequence }
}

/** Caused by the key whose endpoint it is; indirect events have the same actor. */
const isOwnEvent = ({ own_keys }: Subscriber, { actor_type, actor_id }: EventRow): boolean =>
  actor_type === 'api_key' && actor_id !== null && own_keys.includes(actor_id)

/** The bytes are made once and never again. */
function addBody(bodies: Map<string, NewBody>, row: EventRow, isRedacted: boolean, isLive: boolean): void {
  const key = `${row.sequence} ${isRedacted}`
  if (bodies.has(key)) return
  const body = Buffer.from(JSON.stringify(eventBody(row, isLive, isRedacted)))
  bodies.set(key, { sequence: Number(row.sequence), isRedacted, body })
}

/** What was frozen before, by a release that may have written it otherwise: these bytes are sent, not ours. */
async function frozenBodies(tx: Tx, bookId: string, made: MadeDelivery[]): Promise<StoredBody[]> {
  const sequences = made.filter(row => !row.has_new_body).map(row => row.sequence)
  return sequences.length === 0 ? [] : listBodies(tx, bookId, sequences)
}

interface Made {
  plan: Plan
  made: MadeDelivery[]
  frozen: StoredBody[]
  subscribers: Subscriber[]
}

function leased({ plan, made, frozen, subscribers }: Made): Pick<FanOut, 'toSend' | 'waiting'> {
  const rows = new Map(made.map(row => [`${row.endpoint_id} ${row.sequence}`, row]))
  const bodies = new Map(plan.bodies.map(row => [`${row.sequence} ${row.isRedacted}`, row.body]))
  for (const row of frozen) bodies.set(`${row.sequence} ${row.is_redacted}`, row.body)
  const destinations = new Map(subscribers.map(subscriber => [subscriber.endpoint_id, subscriber]))
  const toSend: ClaimedDelivery[] = []
  const waiting = new Set<string>()
  for (const delivery of plan.deliveries) {
    const row = rows.get(`${delivery.endpointId} ${delivery.sequence}`)
    if (!row || delivery.status === 'skipped') continue
    if (!delivery.isLeased) {
      waiting.add(delivery.endpointId)
      continue
    }
    toSend.push({
      ...destinations.get(delivery.endpointId)!,
      id: row.id,
      event_id: delivery.eventId,
      type: delivery.type,
      sequence: delivery.sequence,
      previous_sequence: delivery.previousSequence,
      attempts_made: 0,
      attempts_recorded: row.attempts_recorded,
      body: bodies.get(`${delivery.sequence} ${delivery.isRedacted}`)!,
      is_redacted: delivery.isRedacted,
    })
  }
  return { toSend, waiting }
}
