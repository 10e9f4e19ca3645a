/**
 * What finds one record takes PostgreSQL less time than the messages and the two wake-ups around it. So reads of many who ask at
 * the same time share a connection and its messages. Where a statement fails, each is done again by itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { coaches } from '../lib/coaches.ts'
import { type Connect, type Prepare, type Query, type Queryable, queryable } from './queryable.ts'
import { type Answer, lineTo, lossIn, type Prepared } from './wave.ts'

/** Single statements, or several that see one moment. */
export interface Reads extends Queryable {
  snapshot<T>(read: (db: Queryable) => Promise<T>): Promise<T>
}

interface Ways {
  connect: Connect
  prepare: Prepare
  query: Query
  snapshot: Reads['snapshot']
}

export function gatheredReads({ connect, prepare, query, snapshot }: Ways, lanes: number): Reads {
  const askTogether = orApart<Prepared, Answer>(query, { lanes, carry: prepared => askAll(connect, prepared) })
  const readTogether = orApart<(db: Queryable) => Promise<unknown>, unknown>(snapshot, {
    lanes,
    carry: reads => snapshot(db => Promise.allSettled(reads.map(read => read(db)))),
  })
  return {
    ...queryable(askTogether, prepare),
    snapshot: <T>(read: (db: Queryable) => Promise<T>) => {
      const onBehalf = AsyncLocalStorage.snapshot()
      return readTogether(db => onBehalf(() => read(db))) as Promise<T>
    },
  }
}

async function askAll(connect: Connect, all: readonly Prepared[]): Promise<PromiseSettledResult<Answer>[]> {
  const client = await connect()
  const { ask } = lineTo(client)
  const fates = await Promise.allSettled(all.map(ask))
  client.release(fates.map(lossOf).find(loss => loss !== undefined))
  return fates
}

interface Trips<Rider, T> {
  lanes: number
  carry: (riders: readonly Rider[]) => Promise<PromiseSettledResult<T>[]>
}

/** Perhaps it was the statement of another one that failed. */
const doubtful = Symbol('doubtful')

/** What is behind a statement that failed fails with it: only whoever travelled alone knows that it was its own. */
function orApart<Rider, T>(alone: (rider: Rider) => Promise<T>, { lanes, carry }: Trips<Rider, T>) {
  const board = coaches<Rider, T | typeof doubtful>({
    lanes,
    async carry(riders) {
      const fates = await carry(riders)
      return riders.length === 1 ? fates : fates.map(doubted)
    },
  })
  return async (rider: Rider): Promise<T> => {
    const found = await board(rider)
    return found === doubtful ? alone(rider) : found
  }
}

/** Of PostgreSQL, not of whoever reads; and the connection is still there. */
const isRefusal = (error: unknown): boolean => error instanceof pg.DatabaseError && !lossIn(error)

const lossOf = (fate: PromiseSettledResult<unknown>): Error | undefined =>
  fate.status === 'rejected' ? lossIn(fate.reason) : undefined

const doubted = <T>(fate: PromiseSettledResult<T>): PromiseSettledResult<T | typeof doubtful> =>
  fate.status === 'rejected' && isRefusal(fate.reason) ? { status: 'fulfilled', value: doubtful } : fate
