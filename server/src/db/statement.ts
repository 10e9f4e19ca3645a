/**
 * A prepared statement on its way through `pg`. What PostgreSQL says of its columns is asked for once on a connection:
 * the columns of a prepared statement never change, PostgreSQL refuses to run one whose would. Rows are then made by a
 * function that is written for these columns, ten times as fast as setting them one by one.
 */
import pg from 'pg'
import { type Parser, parserOf } from './types.ts'

interface Field {
  name: string
  dataTypeID: number
}

type RowReader = (values: readonly (string | null)[]) => object

/** What `pg` keeps of a connection and of a query, and its types do not tell. */
interface Line {
  describe(message: object): void
}
interface Inside {
  name: string
  _result: pg.QueryResult & { parseRow: RowReader }
  _accumulateRows: boolean
  prepare(line: Line): void
  handleCommandComplete(message: object, line: Line): void
}
type Callback = (error: Error | null, result: pg.QueryResult) => void
const Query = pg.Query as unknown as new (text: string, values: unknown[], callback: Callback) => Inside

/** How rows are read, by the name of the statement. */
interface Known {
  readers: Map<string, RowReader>
  /** The connection itself, only that it asks for no description. */
  silent: Line
}

const known = new WeakMap<Line, Known>()

function knownOn(line: Line): Known {
  const found = known.get(line)
  if (found) return found
  const fresh = { readers: new Map(), silent: Object.create(line, { describe: { value: () => {} } }) }
  known.set(line, fresh)
  return fresh
}

/** Asks PostgreSQL on this connection; a statement without a name is prepared and forgotten. */
export async function query(
  client: pg.ClientBase,
  { name, text, values = [] }: pg.QueryConfig,
): Promise<pg.QueryResult> {
  if (name === undefined) return client.query({ text, values })
  try {
    return await new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result))
      client.query(new Statement({ name, text, values }, settle) as unknown as pg.Submittable)
    })
  } catch (error) {
    // Its own trace leads to the socket.
    Error.captureStackTrace(error as Error)
    throw error
  }
}

interface NamedStatement {
  name: string
  text: string
  values: unknown[]
}

class Statement extends Query {
  #known: Known | undefined
  #reader: RowReader | undefined

  constructor({ name, text, values }: NamedStatement, callback: Callback) {
    super(text, values, callback)
    this.name = name
  }

  override prepare(line: Line): void {
    this.#known = knownOn(line)
    const reader = this.#known.readers.get(this.name)
    if (reader) this.#read(reader)
    super.prepare(reader ? this.#known.silent : line)
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#read(rowReader(fields))
  }

  override handleCommandComplete(message: object, line: Line): void {
    this.#known!.readers.set(this.name, this.#reader ?? noRow)
    super.handleCommandComplete(message, line)
  }

  #read(reader: RowReader): void {
    this.#reader = reader
    this._result.parseRow = reader
    this._accumulateRows = true
  }
}

const noRow: RowReader = () => ({})

function rowReader(fields: readonly Field[]): RowReader {
  const parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID))
  const properties = fields.map(({ name }, place) => `${JSON.stringify(name)}: ${valueAt(place, parsers[place])}`)
  return new Function('parsers', `return values => ({ ${properties.join(', ')} })`)(parsers)
}

const valueAt = (place: number, parser: Parser | undefined): string =>
  parser ? `values[${place}] === null ? null : parsers[${place}](values[${place}])` : `values[${place}]`
