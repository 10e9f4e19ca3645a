/** A book as its settings see it: the rows of every section and what else a section needs to know, each read once. */
import type { Queryable } from '../db/pool.ts'
import { assert } from '../lib/assert.ts'
import type { Day } from '../lib/days.ts'
import type { Account } from './account.ts'

/** Where a snapshot is taken. */
export interface SnapshotOf {
  db: Queryable
  account: Account
  today: Day
}

export interface Reading extends SnapshotOf {
  /** What another source has; it is loaded once, however many ask for it. */
  read<T>(source: Source<T>): Promise<T>
}

/** Something a snapshot holds. The value itself is the key it is asked for by. */
export interface Source<T> {
  load(reading: Reading): Promise<T>
}

export const defineSource = <T>(source: Source<T>): Source<T> => Object.freeze(source)

export interface Snapshot {
  get<T>(source: Source<T>): T
  /** The rows of a section by id, as they are and as the plan changes them. */
  rows<Row>(section: { rows: Source<Map<string, Row>> }): Map<string, Row>
}

export async function loadSnapshot(of: SnapshotOf, sources: readonly Source<unknown>[]): Promise<Snapshot> {
  const loaded = new Map<Source<unknown>, unknown>()
  const reading: Reading = {
    ...of,
    async read(source) {
      if (!loaded.has(source)) loaded.set(source, await source.load(reading))
      return get(source)
    },
  }
  function get<T>(source: Source<T>): T {
    assert(loaded.has(source), 'a section names the sources it needs')
    return loaded.get(source) as T
  }
  for (const source of sources) await reading.read(source)
  return { get, rows: section => get(section.rows) }
}
