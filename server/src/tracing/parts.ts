/** What is done for a request, gathered beside it. */
import { AsyncLocalStorage } from 'node:async_hooks'
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
  return {
    within: (parts, go) => gathered.run(parts, go),
    noteShared(transaction) {
      timed('transaction', () => transaction).catch(() => {})
    },
    watched: (database: Database): Database => ({
      ...database,
      many: statement => timed('statement', () => database.many(statement)),
      maybe: statement => timed('statement', () => database.maybe(statement)),
      run: statement => timed('statement', () => database.run(statement)),
      transaction: work => timed('transaction', () => database.transaction(work)),
      snapshot: read => timed('snapshot', () => database.snapshot(read)),
    }),
  }
}
