/**
 * Long work on the thread that answers everybody, done in steps: between two of them the others have their turn. One
 * step is made at a time, for one sender after the other, so that many long pieces of one sender are no longer stall.
 */

/** Work that may be interrupted at every `yield`. */
export type Steps<Result> = Generator<void, Result, void>

/** For what is short: nobody waits in between. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

export interface Pace {
  run<Result>(sender: string, steps: Steps<Result>): Promise<Result>
}

/** Steps are gathered up to this time, so that small ones do not cost a turn each. */
const turnMs = 2

interface Job {
  /** True when it came to its end, one way or the other. */
  step(): boolean
}

export function fairPace(): Pace {
  const waiting = new Map<string, Job[]>()
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.size === 0) return
    isScheduled = true
    setImmediate(turn)
  }

  /** The first job of the sender whose turn it is; the sender goes to the end. */
  function turn(): void {
    isScheduled = false
    const [sender, jobs] = waiting.entries().next().value!
    waiting.delete(sender)
    const startedAt = performance.now()
    let isOver = false
    while (!isOver && performance.now() - startedAt < turnMs) isOver = jobs[0]!.step()
    if (isOver) jobs.shift()
    if (jobs.length > 0) waiting.set(sender, jobs)
    schedule()
  }

  return {
    run: (sender, steps) =>
      new Promise((resolve, reject) => {
        const job = { step: () => stepOf(steps, resolve, reject) }
        const jobs = waiting.get(sender)
        if (jobs) jobs.push(job)
        else waiting.set(sender, [job])
        schedule()
      }),
  }
}

function stepOf<Result>(
  steps: Steps<Result>,
  resolve: (result: Result) => void,
  reject: (error: unknown) => void,
): boolean {
  try {
    const { done, value } = steps.next()
    if (done) resolve(value)
    return done === true
  } catch (error) {
    reject(error)
    return true
  }
}
