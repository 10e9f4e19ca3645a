/** The longest turn of this thread's loop, in the time it really ran: a busy machine does not look like a stall. */
import { existsSync, readFileSync } from 'node:fs'

const times = '/proc/thread-self/schedstat'

/** Elsewhere than on Linux the clock on the wall has to do. */
const ranMs = existsSync(times)
  ? () => Number(readFileSync(times, 'utf8').split(' ', 1)[0]) / 1e6
  : () => performance.now()

export function watchTurns(): { stop(): number } {
  let longest = 0
  let before = ranMs()
  const tick = () => {
    const now = ranMs()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(tick, 1)
  return {
    stop() {
      tick()
      clearInterval(timer)
      return longest
    },
  }
}
