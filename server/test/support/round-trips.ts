/** Counts how often the writes of this process wait for PostgreSQL: statements sent before any answer came are one wait. */
import pg from 'pg'

export interface Waits {
  /** Of each write since it was last asked, in the order of their commits. */
  taken(): number[]
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
    if (takesBook.test(text)) line.isWrite = true
    if (!line.isWaiting) line.trips += 1
    line.isWaiting = true
    if (text === 'commit' && line.isWrite) writes.push(line.trips)
  }
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked
    note(lineOf(this), typeof first === 'string' ? first : (first as { text: string }).text)
    return query.apply(this, asked)
  } as never
  return {
    taken: () => writes.splice(0),
    stop() {
      pg.Client.prototype.query = query as never
    },
  }
}
