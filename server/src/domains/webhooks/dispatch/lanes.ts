/** How much is under way to each endpoint: a slow receiver fills its own lane and nobody else's. */
import type { EndpointKey } from './store.ts'

/** Attempts under way to one endpoint, to one that keeps failing, and to all of them. */
const mostPerEndpoint = 16
const mostPerFailing = 2
const mostOfAll = 1_024
/** Taken ahead for an endpoint that answers well, so that it need not wait for the next claim. */
const mostAhead = 16
/** From so many failures in a row on an endpoint counts as failing: a crowd of dead ones cannot fill a node. */
const failing = 16

interface Lane {
  key: EndpointKey
  /** Leased: being sent, or waiting here for a place. */
  underWay: number
  sending: number
  waiting: (() => void)[]
  /** Its last attempt succeeded. */
  isHealthy: boolean
  /** In a row, as far as this node knows. */
  failures: number
  /** Places kept for what is being claimed. */
  kept: number
  /** More waits in the database than was taken. */
  hasMore: boolean
  isClaiming: boolean
}

export interface Lanes {
  /** Keeps all free places of an endpoint until they are given back; says how many. */
  take(key: EndpointKey): number
  giveBack(endpointId: string, count: number): void
  /** A leased delivery; `go` is called when there is a place for it, which may be at once. */
  start(key: EndpointKey, go: () => void): void
  end(endpointId: string, isSuccess: boolean): void
  noteWaiting(key: EndpointKey): void
  /** Runs the claim of an endpoint once at a time; true from it says that there may be more. */
  claim(key: EndpointKey, work: (free: number) => Promise<boolean>): Promise<void>
  /** Endpoints that wait and could send several, or have little under way. */
  ready(): EndpointKey[]
}

export function lanes(): Lanes {
  const known = new Map<string, Lane>()
  let underWay = 0
  let kept = 0

  const laneOf = (key: EndpointKey): Lane => {
    const lane = known.get(key.endpoint_id)
    if (lane) return lane
    const fresh = {
      key,
      underWay: 0,
      sending: 0,
      waiting: [],
      isHealthy: false,
      failures: 0,
      kept: 0,
      hasMore: false,
      isClaiming: false,
    }
    known.set(key.endpoint_id, fresh)
    return fresh
  }
  const places = (lane: Lane): number => (lane.failures >= failing ? mostPerFailing : mostPerEndpoint)
  const free = (lane: Lane): number => {
    const most = places(lane) + (lane.isHealthy ? mostAhead : 0)
    return Math.max(0, Math.min(most - lane.underWay - lane.kept, mostOfAll - underWay - kept))
  }
  /** A claim costs the same for one delivery and for many. */
  const isWorthwhile = (lane: Lane): boolean =>
    free(lane) >= mostPerEndpoint || (free(lane) > 0 && lane.underWay + lane.kept < mostPerEndpoint / 2)
  const forgetIdle = (lane: Lane) => {
    if (lane.underWay === 0 && lane.kept === 0 && !lane.hasMore && !lane.isClaiming) known.delete(lane.key.endpoint_id)
  }

  const fill = (lane: Lane) => {
    while (lane.sending < places(lane)) {
      const go = lane.waiting.shift()
      if (!go) return
      lane.sending += 1
      go()
    }
  }

  const take = (key: EndpointKey): number => {
    const lane = laneOf(key)
    const count = free(lane)
    lane.kept += count
    kept += count
    return count
  }
  const giveBack = (endpointId: string, count: number) => {
    const lane = known.get(endpointId)
    if (!lane) return
    lane.kept -= count
    kept -= count
    forgetIdle(lane)
  }

  return {
    take,
    giveBack,
    start(key, go) {
      const lane = laneOf(key)
      lane.underWay += 1
      underWay += 1
      lane.waiting.push(go)
      fill(lane)
    },
    end(endpointId, isSuccess) {
      const lane = known.get(endpointId)!
      lane.failures = isSuccess ? 0 : lane.failures + 1
      lane.isHealthy = isSuccess
      lane.underWay -= 1
      lane.sending -= 1
      underWay -= 1
      fill(lane)
      forgetIdle(lane)
    },
    noteWaiting(key) {
      laneOf(key).hasMore = true
    },
    async claim(key, work) {
      const lane = laneOf(key)
      if (lane.isClaiming) return
      const slots = take(key)
      // Claimed when a place is free again.
      lane.hasMore = slots === 0
      if (slots === 0) return
      lane.isClaiming = true
      try {
        if (await work(slots)) lane.hasMore = true
      } finally {
        lane.isClaiming = false
        giveBack(key.endpoint_id, slots)
      }
    },
    ready: () => [...known.values()].filter(lane => lane.hasMore && isWorthwhile(lane)).map(({ key }) => key),
  }
}
