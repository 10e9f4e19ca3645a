/** What is done for a request, gathered beside it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Reads } from '../db/gathering.ts'
import type { Database } from '../db/pool.ts'
import type { TracedPart, Tracing } from '../kernel/ports/tracing.ts'

/** An import asks a thousand things; the first of them tell enough. */
const mostParts = 100

export function partGatherer(): Pick<Tracing, 'within' | 'watched' | 'noteShared'> {
  const gathered = new AsyncLocalStorage<TracedPart[]>()
  /** Nobody gathers what jobs and polls do. */
  async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
    const parts = gathered.getStore()
    if (!parts || parts.length >= mostParts) return work()
    const part = { name, startedMs: performance.now(), endedMs: 0, isFailed: true }
    parts.push(part)
    try {
      const result = await work()
      part.isFailed = false
      return result
    } finally {
      part.endedMs = performance.now()
    }
  }
  const watchedReads = (reads: Reads): Reads => ({
    many: statement => timed('statement', () => reads.many(statement)),
    maybe: statement => timed('statement', () => reads.maybe(statement)),
    run: statement => timed('statement', () => reads.run(statement)),
    snapshot: read => timed('snapshot', () => reads.snapshot(read)),
  })
  return {
    within: (parts, go) => gathered.run(parts, go),
    noteShared(transaction) {
      timed('transaction', () => transaction).catch(() => {})
    },
    watched: (database: Database): Database => ({
      ...database,
      ...watchedReads(database),
      lookUps: watchedReads(database.lookUps),
      transaction: work => timed('transaction', () => database.transaction(work)),
    }),
  }
}
