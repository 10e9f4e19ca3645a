/**
 * Fair turns: the requests of all accounts share a few places at work, so that one account's burst waits for itself and
 * not for its neighbours. Who has used the least time is next; among the keys of an account, too.
 */
import { problem } from '../contract/problems.ts'

export interface Turn {
  tenantId: string
  keyId: string
}

export interface Turns {
  run<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

export interface TurnOptions {
  /** At work at once, over all accounts. */
  places?: number
  /** Of one account: the rest is free for whoever comes, however slow that account's requests are. */
  placesPerTenant?: number
  maxWaitingPerTenant?: number
  longestWaitMs?: number
  /** What has to come before the next begins. */
  settle?: () => Promise<void> | undefined
}

interface Waiter {
  arrivedMs: number
  begin: () => void
  refuse: (error: Error) => void
}

/** What somebody has used, and what of it is at work and waits. */
interface Share {
  usedMs: number
  active: number
  waiting: number
}

interface KeyShare extends Share {
  queue: Waiter[]
}

interface TenantShare extends Share {
  keys: Map<string, KeyShare>
}

export function fairTurns(options: TurnOptions = {}): Turns {
  const { places = 8, placesPerTenant = 4, maxWaitingPerTenant = 1_000, longestWaitMs = 10_000, settle } = options
  const tenants = new Map<string, TenantShare>()
  let active = 0

  const fill = onceSettled(settle, () => {
    while (active < places) {
      const shares = nextOf(tenants, placesPerTenant)
      if (!shares) return
      const waiter = shares[1].queue.shift()!
      for (const share of shares) share.waiting -= 1
      if (performance.now() - waiter.arrivedMs > longestWaitMs) {
        waiter.refuse(tooManyWaiting())
        continue
      }
      active += 1
      for (const share of shares) share.active += 1
      waiter.begin()
    }
  })

  function finish(turn: Turn, beganMs: number): void {
    const [tenant, key] = shareOf(tenants, turn)
    active -= 1
    for (const share of [tenant, key]) {
      share.active -= 1
      share.usedMs += performance.now() - beganMs
    }
    forgetIdle(tenant.keys, turn.keyId)
    forgetIdle(tenants, turn.tenantId)
    fill()
  }

  return {
    async run(turn, work) {
      const shares = shareOf(tenants, turn)
      if (shares[0].waiting >= maxWaitingPerTenant) throw tooManyWaiting()
      await new Promise<void>((resolve, reject) => {
        for (const share of shares) share.waiting += 1
        shares[1].queue.push({ arrivedMs: performance.now(), begin: resolve, refuse: reject })
        fill()
      })
      const beganMs = performance.now()
      try {
        return await work()
      } finally {
        finish(turn, beganMs)
      }
    },
  }
}

/** At once, or when what comes first has settled; who asks meanwhile waits for the same moment. */
function onceSettled(settle: TurnOptions['settle'], begin: () => void): () => void {
  let isHeld = false
  return function beginOnce() {
    if (isHeld) return
    const earlier = settle?.()
    if (!earlier) return begin()
    isHeld = true
    earlier.then(() => {
      isHeld = false
      beginOnce()
    })
  }
}

function shareOf(tenants: Map<string, TenantShare>, { tenantId, keyId }: Turn): [TenantShare, KeyShare] {
  const tenant = findOrAdd(tenants, tenantId, () => ({ keys: new Map() }))
  return [tenant, findOrAdd(tenant.keys, keyId, () => ({ queue: [] }))]
}

/** The next one to begin: of the account, then of the key that has used the least. */
function nextOf(tenants: Map<string, TenantShare>, placesPerTenant: number): [TenantShare, KeyShare] | undefined {
  const tenant = leastUsed(tenants.values(), share => share.waiting > 0 && share.active < placesPerTenant)
  const key = tenant && leastUsed(tenant.keys.values(), share => share.waiting > 0)
  return key && [tenant, key]
}

/** Who comes anew starts where the least of those at work stands: time not used is not saved up. */
function findOrAdd<Own extends Share>(shares: Map<string, Own>, id: string, more: () => Omit<Own, keyof Share>): Own {
  const found = shares.get(id)
  if (found) return found
  const least = leastUsed(shares.values(), () => true)?.usedMs ?? 0
  const fresh = { usedMs: least, active: 0, waiting: 0, ...more() } as Own
  shares.set(id, fresh)
  return fresh
}

function leastUsed<Own extends Share>(shares: Iterable<Own>, isFit: (share: Own) => boolean): Own | undefined {
  let least: Own | undefined
  for (const share of shares) if (isFit(share) && (!least || share.usedMs < least.usedMs)) least = share
  return least
}

function forgetIdle(shares: Map<string, Share>, id: string): void {
  const share = shares.get(id)
  if (share && share.active === 0 && share.waiting === 0) shares.delete(id)
}

export const tooManyWaiting = () =>
  problem('api_unavailable', {
    detail: 'Too many requests of this account are waiting.',
    headers: { 'Retry-After': '1' },
  })
