/** Statements that are alike, and one that does for many what each of them does for one. */
import { Texts } from './rows.ts'
import { type Shape, shapeOf, shapeOfText } from './shapes.ts'
import type { Sql, Statement } from './sql.ts'
import { typeNames } from './types.ts'
import type { Prepared } from './wave.ts'
import { type Sent, sentOf } from './wire.ts'

type ForMany<Part> = (parts: readonly Part[]) => Sql

/** Written only when it is asked for by itself. */
class OneOfMany implements Statement {
  readonly statement: ForMany<unknown>
  readonly part: unknown
  #own: Sql | undefined

  constructor(statement: ForMany<unknown>, part: unknown) {
    this.statement = statement
    this.part = part
  }

  get text(): string {
    return this.#alone.text
  }

  get values(): readonly unknown[] {
    return this.#alone.values
  }

  get #alone(): Sql {
    this.#own ??= this.statement([this.part])
    return this.#own
  }
}

/**
 * What `statement` does for this part alone, and may do for those of others in one: a change of each, which nobody counts.
 * Where it has answers their first column says for which part each is, from one on.
 */
export const forMany = <Part>(statement: ForMany<Part>, part: Part): Statement =>
  new OneOfMany(statement as ForMany<unknown>, part)

/** It may change something. */
export const mayChange = (statement: Statement): boolean => statement instanceof OneOfMany || shapeOf(statement).changes

/** Statements with the same one can be one; undefined for what stays by itself. */
export function kindOf(statement: Statement): object | undefined {
  if (statement instanceof OneOfMany) return statement.statement
  const shape = shapeOf(statement)
  return lookForMany(shape) ? shape : undefined
}

/** One for all of them, which are of one kind. */
export function joined(statements: readonly Statement[]): Prepared {
  const [first] = statements as readonly [Statement, ...Statement[]]
  const shares = statements.length
  if (!(first instanceof OneOfMany)) {
    return { ...lookForMany(shapeOf(first))!, sent: columnsOf(statements, first.values.length), shares }
  }
  const statement = first.statement(statements.map(each => (each as OneOfMany).part))
  const { name, text } = shapeOf(statement)
  return { name, text, sent: statement.values.map(sentOf), shares }
}

const looks = new WeakMap<Shape, Shape | undefined>()

/** What looks does so for each row of values, one by one as it would alone; known when PostgreSQL has named their types. */
function lookForMany(shape: Shape): Shape | undefined {
  if (!shape.looks || !shape.name || !shape.parameters) return undefined
  if (!looks.has(shape)) looks.set(shape, madeForMany(shape.text, shape.parameters))
  return looks.get(shape)
}

/**
 * `offset 0` keeps the planner from turning many looks into reading a whole table, and from reading a value more than once.
 * What is in a `(select …)` it does not look at, so the plan it keeps is as good as one for these values.
 */
function madeForMany(text: string, parameters: readonly number[]): Shape | undefined {
  const types = parameters.map(oid => typeNames.get(oid))
  if (types.length === 0 || types.includes(undefined)) return undefined
  const names = types.map((_, place) => `value_${place + 1}`)
  const typed = names.map((name, place) => `sent.${name}::${types[place]} as ${name}`)
  const arrays = names.map((_, place) => `(select $${place + 1}::text[])`)
  return shapeOfText(`
    select asker.place, found.*
      from (select sent.place, ${typed.join(', ')}
              from unnest(${arrays.join(', ')}) with ordinality as sent (${names.join(', ')}, place)
            offset 0) asker
     cross join lateral (select * from (${text.replace(/\$(\d+)/g, 'asker.value_$1')}) own offset 0) found`)
}

/** For each value those of all. */
const columnsOf = (statements: readonly Statement[], values: number): Sent[] =>
  Array.from({ length: values }, (_, place) =>
    new Texts(statements.map(statement => wordOf(statement.values[place]))).toPostgres(),
  )

/** As PostgreSQL reads it. */
function wordOf(value: unknown): string | null {
  const sent = sentOf(value instanceof Texts ? value.all : value)
  return typeof sent === 'object' && sent !== null ? `\\x${sent.toString('hex')}` : sent
}
