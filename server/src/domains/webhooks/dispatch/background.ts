/** Work nobody waits for but the stop. A failure is logged and made good by the next poll. */
import type { Logger } from 'pino'
import { isUnavailable } from '../../../db/errors.ts'

export interface Background {
  run(work: () => Promise<void>): Promise<void>
  allDone(): Promise<void>
}

export function backgroundWork(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    run(work) {
      const promise = work().catch(error => {
        // A database that does not answer is told of elsewhere, once.
        log[isUnavailable(error) ? 'debug' : 'warn']({ err: error }, 'webhook work was put off')
      })
      running.add(promise)
      void promise.finally(() => running.delete(promise))
      return promise
    },
    async allDone() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
