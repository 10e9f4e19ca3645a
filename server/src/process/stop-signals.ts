/** The wish to stop, however many signals bring it: for one Ctrl-C the terminal sends one, and npm another. */
import { constants } from 'node:os'

/** Signals that come this soon after the first one belong to it. */
const oneWishMs = 2_000

/** SIGHUP: the terminal was closed. */
export const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface StopSignals {
  /** Aborted by the first signal. */
  readonly wished: AbortSignal
  /** Aborted by one that came later: whoever sent it waits for nobody's answer any more. */
  readonly hurried: AbortSignal
}

/** The work was given up because a signal asked for it. */
export class Interrupted extends Error {
  /** 128 and the number of the signal, as shells count. */
  readonly exitCode: number
  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`)
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** To be asked for once in a process; from then on no signal ends it by itself. */
export function stopSignals(): StopSignals {
  const wish = new AbortController()
  const hurry = new AbortController()
  let firstAt = 0
  for (const signal of stopping) {
    process.on(signal, () => {
      if (!wish.signal.aborted) {
        firstAt = performance.now()
        wish.abort(new Interrupted(signal))
      } else if (performance.now() - firstAt > oneWishMs) {
        hurry.abort(new Interrupted(signal))
      }
    })
  }
  return { wished: wish.signal, hurried: hurry.signal }
}

/** The result of the work, unless the signal comes first: then the work is left to itself. */
export async function orInterrupted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  let onAbort = () => {}
  const interrupted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
  try {
    return await Promise.race([work, interrupted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
