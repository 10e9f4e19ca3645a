/**
 * Counts how often the writes of this process wait for PostgreSQL, one answer after another: statements sent before any
 * answer came are one wait, and so are those that the answers to the first bring about, in however many pieces they came.
 */
import pg from 'pg'
import { Wave } from '../../src/db/wave.ts'

export interface Waits {
  /** Of each write since it was last asked, in the order of their commits. */
  taken(): number[]
  /** How many writes asked for their book while the commit of another was on its way. */
  overlapping(): number
  stop(): void
}

interface Line {
  /** The most waits behind any statement answered so far. */
  answered: number
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
    const line = lines.get(client) ?? { answered: 0, isWrite: false }
    lines.set(client, line)
    return line
  }
  function note(line: Line, text: string): void {
    if (text === 'begin') Object.assign(line, { answered: 0, isWrite: false })
    if (takesBook.test(text)) {
      line.isWrite = true
      if (committing > 0) overlapping += 1
    }
    if (text === 'commit' && line.isWrite) writes.push(line.answered + 1)
  }
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const [first] = asked
    const line = lineOf(this)
    for (const text of textsOf(first)) note(line, text)
    const waits = line.answered + 1
    const isCommit = first === 'commit' && line.isWrite
    if (isCommit) committing += 1
    const end = () => {
      line.answered = Math.max(line.answered, waits)
      if (isCommit) committing -= 1
    }
    if (first instanceof Wave) first.callback = end
    const answer = query.apply(this, asked)
    if (answer instanceof Promise) answer.then(end, end)
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

/** The statements of one call of `query`: a wave has several. */
export function textsOf(asked: unknown): string[] {
  if (asked instanceof Wave) return asked.texts
  return [typeof asked === 'string' ? asked : (asked as { text: string }).text]
}
