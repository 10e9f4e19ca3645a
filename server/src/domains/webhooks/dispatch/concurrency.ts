/** How much is under way to each endpoint: a slow receiver fills its own slots and nobody else's. */
import { assert } from '../../../lib/assert.ts'
import type { EndpointKey } from './store.ts'

/** Attempts under way to one endpoint, to one that keeps failing, and to all of them. */
const maxPerEndpoint = 16
const maxPerFailing = 2
const maxOfAll = 1_024
/** Leased ahead for an endpoint that answers well, so that it need not wait for the next claim. */
const maxAhead = 16
/** From so many failures in a row on an endpoint counts as failing: a crowd of dead ones cannot fill a node. */
const failing = 16

interface Traffic {
  key: EndpointKey
  /** Leased: being sent, or waiting here for a slot. */
  underWay: number
  sending: number
  waiting: (() => void)[]
  /** Its last attempt succeeded. */
  isHealthy: boolean
  /** In a row, as far as this node knows. */
  failures: number
  /** Slots reserved for what is being claimed. */
  reserved: number
  /** More waits in the database than was leased. */
  hasMore: boolean
  isClaiming: boolean
}

export interface Concurrency {
  /** Reserves all free slots of an endpoint until they are released; says how many. */
  reserve(key: EndpointKey): number
  release(endpointId: string, count: number): void
  /** A leased delivery; `send` is called when there is a slot for it, which may be at once. */
  start(key: EndpointKey, send: () => void): void
  end(endpointId: string, isSuccess: boolean): void
  noteWaiting(key: EndpointKey): void
  /** Runs the claim of an endpoint once at a time; true from it says that there may be more. */
  claim(key: EndpointKey, work: (free: number) => Promise<boolean>): Promise<void>
  /** Endpoints that wait and could send several, or have little under way. */
  ready(): EndpointKey[]
}

/** The endpoints of a node, with the sums over all of them. */
interface Node {
  endpoints: Map<string, Traffic>
  underWay: number
  reserved: number
}

export function concurrencyLimits(): Concurrency {
  const node: Node = { endpoints: new Map(), underWay: 0, reserved: 0 }
  return {
    reserve: key => reserve(node, trafficOf(node, key)),
    release: (endpointId, count) => release(node, endpointId, count),
    start(key, send) {
      const traffic = trafficOf(node, key)
      traffic.underWay += 1
      node.underWay += 1
      traffic.waiting.push(send)
      sendWaiting(traffic)
    },
    end: (endpointId, isSuccess) => end(node, endpointId, isSuccess),
    noteWaiting(key) {
      trafficOf(node, key).hasMore = true
    },
    claim: (key, work) => claim(node, trafficOf(node, key), work),
    ready: () =>
      [...node.endpoints.values()].filter(each => each.hasMore && isWorthwhile(node, each)).map(({ key }) => key),
  }
}

function trafficOf(node: Node, key: EndpointKey): Traffic {
  const known = node.endpoints.get(key.endpoint_id)
  if (known) return known
  const fresh: Traffic = {
    key,
    underWay: 0,
    sending: 0,
    waiting: [],
    isHealthy: false,
    failures: 0,
    reserved: 0,
    hasMore: false,
    isClaiming: false,
  }
  node.endpoints.set(key.endpoint_id, fresh)
  return fresh
}

const slotsOf = ({ failures }: Traffic): number => (failures >= failing ? maxPerFailing : maxPerEndpoint)

function freeSlots(node: Node, traffic: Traffic): number {
  const own = slotsOf(traffic) + (traffic.isHealthy ? maxAhead : 0) - traffic.underWay - traffic.reserved
  return Math.max(0, Math.min(own, maxOfAll - node.underWay - node.reserved))
}

/** A claim costs the same for one delivery and for many. */
function isWorthwhile(node: Node, traffic: Traffic): boolean {
  const free = freeSlots(node, traffic)
  return free >= maxPerEndpoint || (free > 0 && traffic.underWay + traffic.reserved < maxPerEndpoint / 2)
}

function forgetIdle(node: Node, { key, underWay, reserved, hasMore, isClaiming }: Traffic): void {
  if (underWay === 0 && reserved === 0 && !hasMore && !isClaiming) node.endpoints.delete(key.endpoint_id)
}

function sendWaiting(traffic: Traffic): void {
  while (traffic.sending < slotsOf(traffic)) {
    const send = traffic.waiting.shift()
    if (!send) return
    traffic.sending += 1
    send()
  }
}

function reserve(node: Node, traffic: Traffic): number {
  const count = freeSlots(node, traffic)
  traffic.reserved += count
  node.reserved += count
  return count
}

function release(node: Node, endpointId: string, count: number): void {
  const traffic = node.endpoints.get(endpointId)
  if (!traffic) return
  traffic.reserved -= count
  node.reserved -= count
  forgetIdle(node, traffic)
}

function end(node: Node, endpointId: string, isSuccess: boolean): void {
  const traffic = node.endpoints.get(endpointId)
  assert(traffic, 'an attempt that ends has begun')
  traffic.failures = isSuccess ? 0 : traffic.failures + 1
  traffic.isHealthy = isSuccess
  traffic.underWay -= 1
  traffic.sending -= 1
  node.underWay -= 1
  sendWaiting(traffic)
  forgetIdle(node, traffic)
}

async function claim(node: Node, traffic: Traffic, work: (free: number) => Promise<boolean>): Promise<void> {
  if (traffic.isClaiming) return
  const slots = reserve(node, traffic)
  // Claimed when a slot is free again.
  traffic.hasMore = slots === 0
  if (slots === 0) return
  traffic.isClaiming = true
  try {
    if (await work(slots)) traffic.hasMore = true
  } finally {
    traffic.isClaiming = false
    release(node, traffic.key.endpoint_id, slots)
  }
}
