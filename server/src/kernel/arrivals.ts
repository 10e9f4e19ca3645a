/**
 * New connections before more work. Node accepts one connection in a turn of its loop: when turns are long, whoever
 * connects behind a burst of connections waits for as many turns as the burst has. So while connections keep coming no
 * new work begins, and turns stay short. That has a bound, and then work has as much time for itself.
 */

export interface Arrivals {
  /** A connection was accepted. */
  note(): void
  /** Resolves when connections no longer come turn after turn; undefined when nothing has to wait. */
  settle(): Promise<void> | undefined
}

/** A request arrives one turn after its connection, beside the next connection or before it. */
const quietTurnsNeeded = 2

export function connectionsFirst({ maxAtOnce = 250, maxMs = 250 } = {}): Arrivals {
  let isWatching = false
  let quietTurns = 0
  let held: { promise: Promise<void>; resolve: () => void; sinceMs: number; accepted: number } | undefined
  let workUntilMs = 0

  function lookAgain(): void {
    quietTurns += 1
    const isQuiet = quietTurns >= quietTurnsNeeded
    if (isQuiet) release()
    else if (held) releaseInTime(held.accepted, performance.now() - held.sinceMs)
    isWatching = !isQuiet
    if (isWatching) setImmediate(lookAgain)
  }

  function releaseInTime(accepted: number, heldMs: number): void {
    if (accepted < maxAtOnce && heldMs < maxMs) return
    workUntilMs = performance.now() + heldMs
    release()
  }

  function release(): void {
    held?.resolve()
    held = undefined
  }

  function hold(): Promise<void> {
    const { promise, resolve } = resolvable()
    held = { promise, resolve, sinceMs: performance.now(), accepted: 0 }
    return promise
  }

  return {
    note() {
      quietTurns = 0
      if (held) held.accepted += 1
      if (isWatching) return
      isWatching = true
      setImmediate(lookAgain)
    },
    settle() {
      if (held) return held.promise
      return isWatching && performance.now() >= workUntilMs ? hold() : undefined
    },
  }
}

function resolvable(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>(settled => {
    resolve = settled
  })
  return { promise, resolve }
}
