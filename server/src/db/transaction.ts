/** Transactions: `begin` travels with the first statement, the commit with the last, and its answer is checked. */
import pg from 'pg'
import { assert } from '../lib/assert.ts'
import { streamOf } from './connections.ts'
import { type Connect, type Prepare, type Query, queryable, type Tx } from './queryable.ts'
import { query } from './statement.ts'

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

/** `begin`, and what is asked behind it without waiting for its answer; a transaction that did not begin keeps nothing. */
function beginOn(client: pg.PoolClient) {
  const gather = gathering(client)
  gather()
  const begun = client.query('begin')
  // Told by the first statement, or by the commit.
  begun.catch(() => {})
  /** The first one: after it PostgreSQL says of every statement only that the transaction is aborted. */
  let refusal: Error | undefined
  return {
    begun,
    refusal: () => refusal,
    async ask(config: pg.QueryConfig): Promise<pg.QueryResult> {
      gather()
      const answer = query(client, config)
      answer.catch(error => {
        refusal ??= error
      })
      await begun
      return answer.catch(error => {
        throw isAborted(error) && refusal ? refusal : error
      })
    },
  }
}

function openTransaction(client: pg.PoolClient, prepare: Prepare) {
  const { begun, refusal, ...behind } = beginOn(client)
  let finishing: Promise<void> | undefined
  const ask: Query = async config => {
    assert(!finishing, 'nothing follows the last statement')
    return behind.ask(config)
  }
  const tx: Tx = {
    inTransaction: true,
    send(statement) {
      ask(prepare(statement)).catch(() => {})
    },
    attempt: attemptBy(ask, refusal),
    async finish(statement) {
      const last = ask(prepare(statement))
      finishing = commit(client)
      finishing.catch(() => {})
      await last.catch(refuseOrDoubt)
      await finishing
    },
    ...queryable(ask, prepare),
  }
  return {
    tx,
    async commit() {
      await begun
      if (finishing) return
      await commit(client).catch(error => {
        throw error instanceof WasRolledBack ? (refusal() ?? error) : error
      })
    },
    /** A commit that was sent has ended the transaction one way or the other. */
    async undo(cause: unknown): Promise<Error | undefined> {
      if (cause instanceof CommitUnknown) return cause
      const ended = finishing ?? client.query('rollback')
      return ended.then(
        () => undefined,
        (error: Error) => (error instanceof WasRolledBack ? undefined : error),
      )
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
    const send = (text: string) => ask({ text }).catch(() => {})
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

/** What is asked in one turn of the loop leaves in one piece: a system call and a wake-up of PostgreSQL, not several. */
function gathering(client: pg.PoolClient): () => void {
  const stream = streamOf(client)
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    process.nextTick(() => {
      isGathering = false
      stream.uncork()
    })
  }
}

const isAborted = (error: Error): boolean => error instanceof pg.DatabaseError && error.code === '25P02'

/** The statement before the commit failed: when PostgreSQL says so nothing was kept; when it is silent nobody knows. */
function refuseOrDoubt(error: Error): never {
  throw error instanceof pg.DatabaseError ? error : lostCommit(error)
}

const lostCommit = (cause: Error) => new CommitUnknown('the answer to COMMIT was lost', { cause })

/** COMMIT of an aborted transaction answers ROLLBACK without an error: nothing was written. */
async function commit(client: pg.PoolClient): Promise<void> {
  const result = await client.query('commit').catch((error: Error) => {
    throw isRefusal(error) ? error : lostCommit(error)
  })
  if (result.command !== 'COMMIT') throw new WasRolledBack(`COMMIT was answered by ${result.command}`)
}

/** The server itself said no, so the transaction is certainly undone. */
const isRefusal = (error: Error): boolean =>
  error instanceof pg.DatabaseError && !(error.code ?? '').startsWith('57P') && error.severity === 'ERROR'
