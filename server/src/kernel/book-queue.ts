/**
 * Lets one write per book into the database at a time, so that requests wait here and not in its connections. Whoever
 * has sent its commit passes the turn on: the next then waits for the lock alone, and nothing lies idle between the two.
 */
import { problem } from '../contract/problems.ts'

const maxWaiting = 1_000
const longestWaitMs = 8_000

export interface BookQueue {
  /** The next one begins when the work has ended, or has passed its turn on. */
  run<T>(bookId: string, work: (passOn: () => void) => Promise<T>): Promise<T>
  /**
   * With others that wait for the same book: when it is their turn, `carry` of the first is called for all of them. Ends with
   * what became of this one.
   */
  ride<Rider, T>(bookId: string, passenger: Passenger<Rider, T>): Promise<T>
  /** How long the book that moves the least has not moved although somebody waits. */
  longestPauseMs(): number
  /** Writes in the queue of each book that has one, those at work included. */
  lengths(): [bookId: string, waiting: number][]
}

/** In the order of the riders. */
export interface Carried<T> {
  fates: PromiseSettledResult<T>[]
  /** They could not stay together, and fewer should try the next time. */
  wentApart?: true
}

type Carry<Rider, T> = (riders: readonly Rider[], passOn: () => void) => Promise<Carried<T>>

interface Passenger<Rider, T> {
  rider: Rider
  /** Two of the same record never ride together. */
  recordId?: string | undefined
  carry: Carry<Rider, T>
}

/** Some that wait together, until it is their turn. */
interface Ride {
  riders: unknown[]
  recordIds: Set<string>
  fates: Promise<PromiseSettledResult<unknown>[]>
}

interface Line {
  waiting: number
  tail: Promise<void>
  movedMs: number
  /** Whoever comes may ride along with these. */
  open: Ride | undefined
  /** How many may ride together. */
  seats: number
}

const mostSeats = 16

export function bookQueue(): BookQueue {
  const lines = new Map<string, Line>()

  async function run<T>(bookId: string, work: (passOn: () => void) => Promise<T>): Promise<T> {
    const queue = lines.get(bookId) ?? newLine()
    if (queue.waiting >= maxWaiting) throw tooBusy()
    lines.set(bookId, queue)
    queue.waiting += 1
    const arrived = performance.now()
    const before = queue.tail
    let passOn = () => {}
    queue.tail = new Promise(resolve => {
      passOn = resolve
    })
    try {
      await before
      queue.movedMs = performance.now()
      if (queue.movedMs - arrived > longestWaitMs) throw tooBusy()
      return await work(passOn)
    } finally {
      passOn()
      queue.waiting -= 1
      if (queue.waiting === 0) lines.delete(bookId)
    }
  }

  return {
    run,
    ride: ridesOn(lines, run),
    longestPauseMs() {
      const stuck = [...lines.values()].filter(({ waiting }) => waiting > 1)
      return Math.max(0, ...stuck.map(({ movedMs }) => performance.now() - movedMs))
    },
    lengths: () => [...lines].map(([bookId, { waiting }]) => [bookId, waiting]),
  }
}

/** Those who wait for one book gather until it is their turn. */
function ridesOn(lines: Map<string, Line>, run: BookQueue['run']): BookQueue['ride'] {
  function openRide<Rider, T>(bookId: string, carry: Carry<Rider, T>): Ride {
    const riders: Rider[] = []
    const fates = run(bookId, async passOn => {
      const line = lines.get(bookId)!
      if (line.open === own) line.open = undefined
      try {
        const { fates, wentApart } = await carry(riders, passOn)
        line.seats = wentApart ? Math.max(1, line.seats >> 1) : Math.min(mostSeats, line.seats + 1)
        return fates
      } finally {
        line.waiting -= riders.length - 1
      }
    })
    const own: Ride = { riders, recordIds: new Set(), fates }
    lines.get(bookId)!.open = own
    return own
  }

  return async <Rider, T>(bookId: string, { rider, recordId, carry }: Passenger<Rider, T>): Promise<T> => {
    const line = lines.get(bookId)
    if (line && line.waiting >= maxWaiting) throw tooBusy()
    const joined = line && hasSeat(line, recordId) ? line.open : undefined
    if (joined) line!.waiting += 1
    const own = joined ?? openRide(bookId, carry)
    if (recordId !== undefined) own.recordIds.add(recordId)
    const place = own.riders.push(rider) - 1
    const fate = (await own.fates)[place] as PromiseSettledResult<T>
    if (fate.status === 'rejected') throw fate.reason
    return fate.value
  }
}

const hasSeat = ({ open, seats }: Line, recordId: string | undefined): boolean =>
  open !== undefined && open.riders.length < seats && !(recordId !== undefined && open.recordIds.has(recordId))

const newLine = (): Line => ({
  waiting: 0,
  tail: Promise.resolve(),
  movedMs: performance.now(),
  open: undefined,
  seats: mostSeats,
})

const tooBusy = () =>
  problem('api_unavailable', {
    detail: 'Too many writes are waiting for this account.',
    headers: { 'Retry-After': '1' },
  })
