/**
 * Lets requests in a few at a time, in turn by who sends them, before anything is done for them: hundreds that arrive at
 * once from one sender would otherwise all pass the gates before the next of anybody else is even looked at.
 */

/** Let in before everything else the process has to do is given a chance. */
const perTick = 16

export interface Admission {
  /** Resolves at once while few come. */
  enter(sender: string): Promise<void> | undefined
}

/** `settle` says what has to come first. */
export function fairAdmission(settle: () => Promise<void> | undefined = () => undefined): Admission {
  const waiting = new Map<string, (() => void)[]>()
  let admitted = 0
  let isScheduled = false

  function nextTick(): void {
    const earlier = settle()
    if (earlier) {
      earlier.then(nextTick)
      return
    }
    isScheduled = false
    admitted = 0
    while (admitted < perTick && waiting.size > 0) admitOne()
    if (admitted > 0) schedule()
  }

  /** The first in line of the sender whose turn it is; the sender goes to the end. */
  function admitOne(): void {
    const [sender, queue] = waiting.entries().next().value!
    waiting.delete(sender)
    const begin = queue.shift()!
    if (queue.length > 0) waiting.set(sender, queue)
    admitted += 1
    begin()
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(nextTick)
  }

  return {
    enter(sender) {
      schedule()
      if (admitted < perTick && waiting.size === 0 && !settle()) {
        admitted += 1
        return undefined
      }
      return new Promise(resolve => {
        const queue = waiting.get(sender)
        if (queue) queue.push(resolve)
        else waiting.set(sender, [resolve])
      })
    },
  }
}
