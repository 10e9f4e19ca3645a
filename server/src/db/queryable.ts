/** What may be asked of PostgreSQL, on any connection or inside one transaction. */
import type pg from 'pg'
import type { Statement } from './sql.ts'
import type { Answer, Prepared } from './wave.ts'

export interface Queryable {
  many<Row>(statement: Statement): Promise<Row[]>
  /** The first row, or undefined. */
  maybe<Row>(statement: Statement): Promise<Row | undefined>
  /** How many rows were changed. */
  run(statement: Statement): Promise<number>
}

/** Inside one transaction. */
export interface Tx extends Queryable {
  readonly inTransaction: true
  /** Goes behind what was asked before, and nobody waits for its answer: should it fail, all that follows fails with its error. */
  send(statement: Statement): void
  /**
   * Does a part that may be given up while the rest is kept: with an error `isGivenUp` knows, what the part did is undone
   * and the error returned. A statement that failed, before the part or in it, fails the transaction all the same.
   */
  attempt<T, Refusal>(part: () => Promise<T>, isGivenUp: (error: unknown) => error is Refusal): Promise<T | Refusal>
  /** For so many who never depend on each other: what they ask at the same time is asked together. */
  fellows(count: number): Fellow[]
  /** The last statement: the commit travels with it. Nothing may follow. */
  finish(statement: Statement): Promise<void>
}

/** One of several in a transaction that somebody else sees to the end. */
export type Fellow = Queryable & Pick<Tx, 'send'>

export type Connect = () => Promise<pg.PoolClient>
export type Query = (prepared: Prepared) => Promise<Answer>
export type Prepare = (statement: Statement) => Prepared

export function queryable(ask: Query, prepare: Prepare): Queryable {
  const query = (statement: Statement) => ask(prepare(statement))
  return {
    many: async statement => (await query(statement)).rows,
    maybe: async statement => (await query(statement)).rows[0],
    run: async statement => (await query(statement)).rowCount,
  }
}
