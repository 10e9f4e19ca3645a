/**
 * Counts of several nodes on one database: each counts by itself and adds what is new twice a second, in one statement,
 * so that no request waits for it. What the others added meanwhile is not yet known: that is how exact it is.
 */
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { SharedWindows } from '../lib/shared-windows.ts'

const everyMs = 500
const sweepMs = 60_000

export interface Sharing {
  /** Adds what is new, and learns what the others added. */
  exchange(): Promise<void>
  stop(): void
}

/** Each of the windows by the word its names begin with. */
export function shareCounts(database: Database, windows: Readonly<Record<string, SharedWindows>>): Sharing {
  let underWay: Promise<void> | undefined
  let sweptMs = performance.now()

  async function exchangeOnce(): Promise<void> {
    const added = Object.entries(windows).flatMap(([word, each]) =>
      each.drain().map(({ name, added: count }) => ({ word, name, count })),
    )
    if (added.length === 0) return
    try {
      const known = await addCounts(
        database,
        added.map(({ word, name, count }) => ({ name: `${word} ${name}`, count })),
      )
      for (const { name, count, left_ms } of known) {
        const at = name.indexOf(' ')
        windows[name.slice(0, at)]!.learn(name.slice(at + 1), { count, leftMs: left_ms })
      }
    } catch {
      // The database is away, and nobody is served: what was counted here still counts here, and is told with the next.
      for (const { word, name, count } of added) windows[word]!.giveBack(name, count)
    }
    if (performance.now() - sweptMs < sweepMs) return
    sweptMs = performance.now()
    await sweepCounts(database).catch(() => {})
  }

  async function exchange(): Promise<void> {
    // What is asked for while one is under way may have come too late for it.
    await underWay
    underWay ??= exchangeOnce().finally(() => {
      underWay = undefined
    })
    await underWay
  }

  const timer = setInterval(() => void exchange(), everyMs).unref()
  return { exchange, stop: () => clearInterval(timer) }
}

interface Counted {
  name: string
  count: number
}

/** In the order of their names: two nodes never wait for each other. */
const addCounts = (database: Database, added: readonly Counted[]): Promise<(Counted & { left_ms: number })[]> =>
  database.many(sql`
    insert into shared_counts as s (name, count, ends_at)
    select name, added, clock_timestamp() + interval '1 minute'
      from unnest(${added.map(({ name }) => name)}::text[], ${added.map(({ count }) => count)}::int[]) as a (name, added)
     order by name
    on conflict (name) do update
       set count = case when s.ends_at <= clock_timestamp() then excluded.count else s.count + excluded.count end,
           ends_at = case when s.ends_at <= clock_timestamp() then excluded.ends_at else s.ends_at end
    returning name, count, greatest(1, extract(epoch from ends_at - clock_timestamp()) * 1000)::int as left_ms`)

const sweepCounts = (database: Database): Promise<number> =>
  database.run(sql`delete from shared_counts where ends_at < clock_timestamp() - interval '1 minute'`)
