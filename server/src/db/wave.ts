/**
 * Statements that are asked for together travel together: one message to PostgreSQL, one end for all of them, and their
 * answers in one piece. For `pg` a wave is one query of its own kind; it connects, tells who comes next, and tells of errors.
 * What PostgreSQL says of the columns of a prepared statement is asked for once on a connection: they never change, it
 * refuses to run one whose would. Rows are then made by a function that is written for these columns.
 */
import pg from 'pg'
import { streamOf } from './connections.ts'
import { noteParameters } from './shapes.ts'
import { type Parser, parserOf } from './types.ts'
import { messagesOf, type Sent } from './wire.ts'

export interface Answer {
  // As `pg` has them: whoever asks knows what a row is.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  rows: any[]
  rowCount: number
  /** Of a statement that several share, the rows of each. */
  parts?: Answer['rows'][]
}

type RowReader = (values: readonly (string | null)[]) => object

/** A statement with what it is sent with. */
export interface Prepared {
  /** Undefined for one that is prepared and forgotten. */
  name?: string | undefined
  text: string
  sent: readonly Sent[]
  /** So many share it: the first column says whose a row is, from one on, and is not shown. */
  shares?: number
}

interface Asked {
  name: string
  text: string
  sent: readonly Sent[]
  /** It is sent with its text, which PostgreSQL has not confirmed yet. */
  isNew: boolean
  /** What it says of the columns is known. */
  isDescribed: boolean
  rows: object[]
  parts?: object[][]
  /** A row could not be read. */
  fault?: Error
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** How rows are read, by the name of the statement: there from when it was sent, known once PostgreSQL described them. */
const known = new WeakMap<pg.ClientBase, Map<string, RowReader | undefined>>()

function knownOn(client: pg.ClientBase): Map<string, RowReader | undefined> {
  const found = known.get(client) ?? new Map()
  known.set(client, found)
  return found
}

const noRow: RowReader = () => ({})

/** What `pg` wants of a query that is not its own; others of its kind it does not let through. */
const Query = pg.Query as unknown as new (text: string) => { callback?: () => void }

interface Field {
  name: string
  dataTypeID: number
}

export class Wave extends Query {
  readonly #readers: Map<string, RowReader | undefined>
  readonly #asked: Asked[] = []
  /** Whose answer is coming. */
  #at = 0

  constructor(client: pg.ClientBase) {
    super('')
    this.#readers = knownOn(client)
  }

  get texts(): string[] {
    return this.#asked.map(({ text }) => text)
  }

  /** Before it is sent. */
  ask({ name = '', text, sent, shares }: Prepared): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const isNew = name === '' || !this.#readers.has(name)
      if (isNew) this.#readers.set(name, undefined)
      const isDescribed = this.#readers.get(name) !== undefined
      const parts = shares && { parts: Array.from({ length: shares }, () => []) }
      this.#asked.push({ name, text, sent, isNew, isDescribed, rows: [], ...parts, resolve, reject })
    })
  }

  submit(connection: { stream: { write(bytes: Buffer): void } }): void {
    connection.stream.write(messagesOf(this.#asked))
  }

  parsed(): void {
    this.#asked[this.#at]!.isNew = false
  }

  /** Of the statement whose answer is coming. */
  handleRowDescription({ fields }: { fields: Field[] }): void {
    const { name, parts } = this.#asked[this.#at]!
    this.#readers.set(name, rowReader(fields, parts ? 1 : 0))
  }

  /** The types of what the statement whose answer is coming is sent. */
  takes(parameters: readonly number[]): void {
    noteParameters(this.#asked[this.#at]!.name, parameters)
  }

  described(): void {
    this.#readers.set(this.#asked[this.#at]!.name, noRow)
  }

  row(values: readonly (string | null)[]): void {
    const asked = this.#asked[this.#at]!
    try {
      const rows = asked.parts ? asked.parts[Number(values[0]) - 1]! : asked.rows
      rows.push(this.#readers.get(asked.name)!(values))
    } catch (error) {
      asked.fault ??= error as Error
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.row(fields)
  }

  completed(rowCount: number): void {
    const { rows, parts, fault, resolve, reject } = this.#asked[this.#at++]!
    if (fault) reject(fault)
    else resolve({ rows, rowCount, ...(parts && { parts }) })
  }

  /** Of the statement whose answer was coming, or of the connection: nothing behind it was run. */
  handleError(error: Error): void {
    for (const { name, isNew, reject } of this.#asked.slice(this.#at)) {
      if (isNew) this.#readers.delete(name)
      reject(error)
    }
    this.#at = this.#asked.length
    this.callback?.()
  }

  handleReadyForQuery(): void {
    if (this.#at < this.#asked.length) this.handleError(new Error('PostgreSQL did not answer every statement'))
    else this.callback?.()
  }
}

/** Asks PostgreSQL one thing on this connection. */
export async function query(client: pg.ClientBase, prepared: Prepared): Promise<Answer> {
  const wave = new Wave(client)
  const answer = wave.ask(prepared)
  client.query(wave as unknown as pg.Submittable)
  try {
    return await answer
  } catch (error) {
    // Its own trace leads to the socket.
    Error.captureStackTrace(error as Error)
    throw error
  }
}

/** What it says when it ends the connection, as it does when it is stopped or a transaction rests too long. */
const goodbyes = /^(57P|25P0[34]|08)/

/** The error, when the connection is of no more use; PostgreSQL that refuses a statement is as good as before. */
export const lossIn = (error: unknown): Error | undefined =>
  error instanceof pg.DatabaseError && !goodbyes.test(error.code ?? '') ? undefined : (error as Error)

export interface Line {
  /** With whatever is asked in the same turn of the loop. */
  ask(prepared: Prepared): Promise<Answer>
  /** Text alone, behind what was asked, with an end of its own: it is run even when what was asked failed. */
  say(text: string): Promise<pg.QueryResult>
  /** Calls who may still have something to ask, before anything else is asked and before this leaves. */
  later(call: () => void): void
  /** Calls them now. */
  gather(): void
}

/** What is asked in one turn of the loop leaves in one piece: a system call and a wake-up of PostgreSQL, not several. */
export function lineTo(client: pg.ClientBase): Line {
  const stream = streamOf(client)
  let wave: Wave | undefined
  let isHeld = false
  let calls: (() => void)[] = []
  function gather(): void {
    const called = calls
    calls = []
    for (const call of called) call()
  }
  function send(): void {
    const gathered = wave
    wave = undefined
    if (gathered) client.query(gathered as unknown as pg.Submittable)
  }
  function hold(): void {
    if (isHeld) return
    isHeld = true
    stream.cork()
    process.nextTick(() => {
      gather()
      send()
      isHeld = false
      stream.uncork()
    })
  }
  return {
    ask(prepared) {
      hold()
      gather()
      wave ??= new Wave(client)
      return wave.ask(prepared)
    },
    say(text) {
      hold()
      gather()
      send()
      return client.query(text)
    },
    later(call) {
      hold()
      calls.push(call)
    },
    gather,
  }
}

/** From this column on. */
function rowReader(fields: readonly Field[], first: number): RowReader {
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  const properties = fields.map(({ name }, place) => `${JSON.stringify(name)}: ${valueAt(place, parsers[place])}`)
  return new Function('parsers', `return values => ({ ${properties.slice(first).join(', ')} })`)(parsers)
}

const valueAt = (place: number, parser: Parser | undefined): string =>
  parser ? `values[${place}] === null ? null : parsers[${place}](values[${place}])` : `values[${place}]`
