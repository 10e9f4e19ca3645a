/** Transactions: `begin` travels with the first statement, the commit with the last, and its answer is checked. */
import pg from 'pg'
import { assert } from '../lib/assert.ts'
import { fellowsOf } from './fellows.ts'
import { type Connect, type Prepare, type Query, type Queryable, queryable, type Tx } from './queryable.ts'
import { type Answer, type Line, lineTo, lossIn, type Prepared } from './wave.ts'

/** COMMIT was sent and no answer came: the work may be there or not. */
export class CommitUnknown extends Error {}

/** Thrown inside a transaction by whoever wants its result without its effects. */
export class RolledBack<T> extends Error {
  readonly value: T
  constructor(value: T) {
    super('rolled back on purpose')
    this.value = value
  }
}

class WasRolledBack extends Error {}

export async function runTransaction<T>(connect: Connect, prepare: Prepare, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect()
  const transaction = openTransaction(client, prepare)
  let broken: Error | undefined
  try {
    const result = await work(transaction.tx)
    await transaction.commit()
    return result
  } catch (error) {
    broken = await transaction.undo(error)
    if (error instanceof RolledBack) return transaction.valueOf(error) as T
    throw error
  } finally {
    client.release(broken)
  }
}

const beginSnapshot = { name: 'begin snapshot', text: 'begin isolation level repeatable read, read only', sent: [] }

/**
 * Statements that read see one moment, whatever others commit between them. Nothing depends on the end, so nobody waits
 * for it: whoever has the connection next comes behind it.
 */
export async function runSnapshot<T>(
  connect: Connect,
  prepare: Prepare,
  read: (db: Queryable) => Promise<T>,
): Promise<T> {
  const client = await connect()
  const line = lineTo(client)
  let broken: Error | undefined
  let isOver = false
  const ask: Query = async prepared => {
    assert(!isOver, 'the snapshot is over')
    try {
      return await line.ask(prepared)
    } catch (error) {
      broken ??= lossIn(error)
      throw error
    }
  }
  // Told by the first statement.
  ask(beginSnapshot).catch(() => {})
  try {
    return await read(queryable(ask, prepare))
  } finally {
    isOver = true
    line.say('commit').catch(() => {})
    client.release(broken)
  }
}

/** `begin`, and what is asked behind it without waiting for its answer; a transaction that did not begin keeps nothing. */
function beginOn(client: pg.PoolClient) {
  const { ask, say, later, gather } = lineTo(client)
  const begun = ask({ name: 'begin', text: 'begin', sent: [] })
  // Told by the first statement, or by the commit.
  begun.catch(() => {})
  /** The first one: of what comes behind it PostgreSQL says only that the transaction is aborted, or nothing. */
  let refusal: Error | undefined
  return {
    begun,
    say,
    later,
    gather,
    refusal: () => refusal,
    async ask(prepared: Prepared): Promise<Answer> {
      try {
        return await ask(prepared)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        if (!refusal) Error.captureStackTrace(error)
        refusal ??= error
        throw refusal
      }
    },
  }
}

const unlessRolledBack = (error: Error): Error | undefined => (error instanceof WasRolledBack ? undefined : error)

function openTransaction(client: pg.PoolClient, prepare: Prepare) {
  const { begun, say, refusal, later, gather, ...behind } = beginOn(client)
  let finishing: Promise<void> | undefined
  /** What is still at work, beside what was refused, must not write on: the connection is somebody else's then. */
  let isOver = false
  const ask: Query = async prepared => {
    assert(!finishing, 'nothing follows the last statement')
    assert(!isOver, 'the transaction is over')
    return behind.ask(prepared)
  }
  const tx: Tx = {
    inTransaction: true,
    send(statement) {
      ask(prepare(statement)).catch(() => {})
    },
    fellows: count => fellowsOf({ ask, prepare, later }, count),
    attempt: attemptBy(ask, refusal),
    async finish(statement) {
      const last = ask(prepare(statement))
      finishing = commit(say)
      finishing.catch(() => {})
      await last.catch(refuseOrDoubt)
      await finishing
    },
    ...queryable(ask, prepare),
  }
  return {
    tx,
    async commit() {
      gather()
      isOver = true
      await begun
      if (finishing) return
      await commit(say).catch(error => {
        throw error instanceof WasRolledBack ? (refusal() ?? error) : error
      })
    },
    /** A commit that was sent has ended the transaction one way or the other. */
    async undo(cause: unknown): Promise<Error | undefined> {
      isOver = true
      if (cause instanceof CommitUnknown) return cause
      return (finishing ?? say('rollback')).then(() => undefined, unlessRolledBack)
    },
    /** After `undo`: what was sent has been answered by then. */
    valueOf({ value }: RolledBack<unknown>): unknown {
      const first = refusal()
      if (first) throw first
      return value
    },
  }
}

/** The savepoint and its release travel with what is asked beside them; only who goes back waits. */
const attemptBy =
  (ask: Query, refusal: () => Error | undefined): Tx['attempt'] =>
  async (part, isGivenUp) => {
    const send = (text: string) => ask({ name: text, text, sent: [] }).catch(() => {})
    send('savepoint part')
    try {
      const result = await part()
      send('release savepoint part')
      return result
    } catch (error) {
      // Of nested parts the later one has the name, so it must not outlive its part.
      await Promise.all([send('rollback to savepoint part'), send('release savepoint part')])
      // By now everything sent before has been answered.
      const first = refusal()
      if (first) throw first
      if (!isGivenUp(error)) throw error
      return error
    }
  }

/** The statement before the commit failed: when PostgreSQL says so nothing was kept; when it is silent nobody knows. */
function refuseOrDoubt(error: Error): never {
  throw error instanceof pg.DatabaseError ? error : lostCommit(error)
}

const lostCommit = (cause: Error) => new CommitUnknown('the answer to COMMIT was lost', { cause })

/** COMMIT of an aborted transaction answers ROLLBACK without an error: nothing was written. */
async function commit(say: Line['say']): Promise<void> {
  const result = await say('commit').catch((error: Error) => {
    throw isRefusal(error) ? error : lostCommit(error)
  })
  if (result.command !== 'COMMIT') throw new WasRolledBack(`COMMIT was answered by ${result.command}`)
}

/** The server itself said no, so the transaction is certainly undone. */
const isRefusal = (error: Error): boolean =>
  error instanceof pg.DatabaseError && !(error.code ?? '').startsWith('57P') && error.severity === 'ERROR'
