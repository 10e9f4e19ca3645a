/** Knows whether the database answers, and keeps trying when it does not. */
import { isUnreachable } from './errors.ts'
import type { Database } from './pool.ts'

const retryMs = 250
const checkMs = 1_000

export interface Reachability {
  readonly isReachable: boolean
  /** Tells of an error a request met: one that looks like a lost database is looked into at once. */
  note(error: unknown): void
  /** Asks the database now. */
  check(): Promise<boolean>
  stop(): void
}

/** `revive` is asked before each new try: the embedded server is started again by it. */
export function watchReachability(
  database: Database,
  options: { revive?: () => Promise<void>; log: (line: string) => void },
): Reachability {
  let isReachable = true
  let stopped = false
  let isBeating = false
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<boolean> {
    const answered = await database.look()
    turn(answered)
    return answered
  }

  function turn(to: boolean): void {
    if (to === isReachable) return
    isReachable = to
    if (!stopped) options.log(to ? 'The database answers again.' : 'The database does not answer.')
    // Whoever found out, the first try to bring it back does not wait for the next regular check.
    if (!isBeating) schedule()
  }

  async function beat(): Promise<void> {
    isBeating = true
    if (!isReachable) await options.revive?.().catch(() => {})
    await check()
    isBeating = false
    schedule()
  }

  function schedule(): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void beat(), isReachable ? checkMs : retryMs).unref()
  }

  schedule()
  return {
    get isReachable() {
      return isReachable
    },
    note(error) {
      if (isUnreachable(error) && isReachable && !isBeating && !stopped) void beat()
    },
    check,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
