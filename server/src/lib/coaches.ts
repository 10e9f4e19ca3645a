/**
 * Few are under way at once, and who comes meanwhile waits for the next one and shares it: what costs the same for one and
 * for many is then paid once. One that is away for long counts no more, so that those behind it do not wait for it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface LaneOptions {
  /** Under way at once, leaving out those that are overdue. */
  lanes?: number
  /** The same, those that are overdue among them. */
  mostLanes?: number
  overdueMs?: number
}

export interface CoachOptions<Rider, T> extends LaneOptions {
  /** What becomes of those that travel together, in their order. It is called on behalf of none of them. */
  carry: (riders: readonly Rider[]) => Promise<readonly PromiseSettledResult<T>[]>
  seats?: number
  /** Who waited longer is refused; without it nobody is. */
  longestWait?: { ms: number; refusal: () => Error }
  /** What has to come before the next one leaves. */
  settle?: (() => Promise<void> | undefined) | undefined
}

interface Waiter<Rider, T> {
  rider: Rider
  arrivedMs: number
  keep: (value: T) => void
  refuse: (error: unknown) => void
}

/** Returns how to board: it ends with what became of this rider. */
export function coaches<Rider, T>(options: CoachOptions<Rider, T>): (rider: Rider) => Promise<T> {
  const { carry, seats = 16, longestWait } = options
  const waiting: Waiter<Rider, T>[] = []
  const call = onceCalled(leave, options.settle)
  const lanes = lanesOf(options, call)

  function leave(): void {
    while (waiting.length > 0 && lanes.isOneFree()) {
      const aboard = waiting.splice(0, seats).filter(isInTime)
      if (aboard.length > 0) void travel(aboard, carry).finally(lanes.take())
    }
  }

  function isInTime({ arrivedMs, refuse }: Waiter<Rider, T>): boolean {
    if (!longestWait || performance.now() - arrivedMs <= longestWait.ms) return true
    refuse(longestWait.refusal())
    return false
  }

  return rider =>
    new Promise((keep, refuse) => {
      waiting.push({ rider, arrivedMs: performance.now(), keep, refuse })
      call()
    })
}

async function travel<Rider, T>(
  aboard: readonly Waiter<Rider, T>[],
  carry: CoachOptions<Rider, T>['carry'],
): Promise<void> {
  try {
    const fates = await carry(aboard.map(({ rider }) => rider))
    for (const [place, { keep, refuse }] of aboard.entries()) {
      const fate = fates[place]!
      if (fate.status === 'fulfilled') keep(fate.value)
      else refuse(fate.reason)
    }
  } catch (error) {
    for (const { refuse } of aboard) refuse(error)
  }
}

/** Who comes in the same turn of the loop leaves together. */
function onceCalled(leave: () => void, settle: CoachOptions<never, never>['settle']): () => void {
  // Not in the middle of the request of whoever called: what is done then is done for several.
  const outside = AsyncLocalStorage.snapshot()
  let isCalled = false
  return function call() {
    if (isCalled) return
    isCalled = true
    outside(() =>
      setImmediate(() => {
        isCalled = false
        const earlier = settle?.()
        if (earlier) earlier.then(call)
        else leave()
      }),
    )
  }
}

/** `call` is told when one of them is free again. */
function lanesOf({ lanes = 2, mostLanes = lanes * 2, overdueMs = 250 }: LaneOptions, call: () => void) {
  let punctual = 0
  let away = 0
  return {
    isOneFree: () => punctual < lanes && away < mostLanes,
    /** Returns how to give it back. */
    take(): () => void {
      punctual += 1
      away += 1
      let isPunctual = true
      const giveUp = () => {
        if (isPunctual) punctual -= 1
        isPunctual = false
        call()
      }
      const late = setTimeout(giveUp, overdueMs)
      return () => {
        clearTimeout(late)
        away -= 1
        giveUp()
      }
    },
  }
}
