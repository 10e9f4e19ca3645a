/** Counts how often the writes of this process wait for PostgreSQL: statements sent before any answer came are one wait. */
import pg from 'pg'

export interface Waits {
  /** Of each write since it was last asked, in the order of their commits. */
  taken(): number[]
  /** How many writes asked for their book while the commit of another was on its way. */
  overlapping(): number
  stop(): void
}

interface Line {
  isWaiting: boolean
  trips: number
  isWrite: boolean
}

const takesBook = /from books[\s\S]*for no key update/

export function countWaits(): Waits {
  const lines = new Map<pg.Client, Line>()
  const writes: number[] = []
  let committing = 0
  let overlapping = 0
  const query = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  const lineOf = (client: pg.Client): Line => {
    const known = lines.get(client)
    if (known) return known
    const line = { isWaiting: false, trips: 0, isWrite: false }
    lines.set(client, line)
    const { stream } = (client as unknown as { connection: { stream: NodeJS.EventEmitter } }).connection
    stream.on('data', () => {
      line.isWaiting = false
    })
    return line
  }
  function note(line: Line, text: string): void {
    if (text === 'begin') Object.assign(line, { trips: 0, isWrite: false })
    if (takesBook.test(text)) {
      line.isWrite = true
      if (committing > 0) overlapping += 1
    }
    if (!line.isWaiting) line.trips += 1
    line.isWaiting = true
    if (text === 'commit' && line.isWrite) writes.push(line.trips)
  }
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked
    const line = lineOf(this)
    note(line, typeof first === 'string' ? first : (first as { text: string }).text)
    const answer = query.apply(this, asked) as Promise<unknown>
    if (first === 'commit' && line.isWrite) {
      committing += 1
      const end = () => {
        committing -= 1
      }
      answer.then(end, end)
    }
    return answer
  } as never
  return {
    taken: () => writes.splice(0),
    overlapping: () => overlapping,
    stop() {
      pg.Client.prototype.query = query as never
    },
  }
}
