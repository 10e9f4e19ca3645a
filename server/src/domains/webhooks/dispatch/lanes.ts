/** How much is under way to each endpoint: a slow receiver fills its own lane and nobody else's. */
import type { EndpointKey } from './store.ts'

/** Attempts under way to one endpoint, and to all of them. */
const mostPerEndpoint = 16
const mostOfAll = 512

interface Lane {
  key: EndpointKey
  underWay: number
  /** More waits in the database than was taken. */
  hasMore: boolean
  isClaiming: boolean
}

export interface Lanes {
  free(endpointId: string): number
  start(key: EndpointKey): void
  end(endpointId: string): void
  noteWaiting(key: EndpointKey): void
  /** Runs the claim of an endpoint once at a time; true from it says that there may be more. */
  claim(key: EndpointKey, work: (free: number) => Promise<boolean>): Promise<void>
  /** Endpoints that wait and could send. */
  ready(): EndpointKey[]
  readonly underWay: number
}

export function lanes(): Lanes {
  const known = new Map<string, Lane>()
  let underWay = 0

  const laneOf = (key: EndpointKey): Lane => {
    const lane = known.get(key.endpoint_id)
    if (lane) return lane
    const fresh = { key, underWay: 0, hasMore: false, isClaiming: false }
    known.set(key.endpoint_id, fresh)
    return fresh
  }
  const free = (endpointId: string): number =>
    Math.max(0, Math.min(mostPerEndpoint - (known.get(endpointId)?.underWay ?? 0), mostOfAll - underWay))
  const forgetIdle = (lane: Lane) => {
    if (lane.underWay === 0 && !lane.hasMore && !lane.isClaiming) known.delete(lane.key.endpoint_id)
  }

  return {
    free,
    start(key) {
      laneOf(key).underWay += 1
      underWay += 1
    },
    end(endpointId) {
      const lane = known.get(endpointId)!
      lane.underWay -= 1
      underWay -= 1
      forgetIdle(lane)
    },
    noteWaiting(key) {
      laneOf(key).hasMore = true
    },
    async claim(key, work) {
      const lane = laneOf(key)
      if (lane.isClaiming) return
      const slots = free(key.endpoint_id)
      if (slots === 0) return
      lane.isClaiming = true
      lane.hasMore = false
      try {
        if (await work(slots)) lane.hasMore = true
      } finally {
        lane.isClaiming = false
        forgetIdle(lane)
      }
    },
    ready: () =>
      [...known.values()].filter(lane => lane.hasMore && free(lane.key.endpoint_id) > 0).map(({ key }) => key),
    get underWay() {
      return underWay
    },
  }
}
