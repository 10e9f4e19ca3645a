/**
 * Asks PostgreSQL whether it is there, on a connection of its own: however long the queue for the others is, that is an
 * overload and no lost database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseClock } from './clock.ts'
import { cut } from './connections.ts'

/** Of one answer, and of one new connection with its answer. */
const patienceMs = 1_200
const tickMs = 100

export interface Sight {
  /** Those of the backends asked about that are at work. */
  atWork: Set<number>
  /** The probe's own connection had vanished without a word, so others may have. */
  wasSilent: boolean
}

export interface Probe {
  /** Undefined when PostgreSQL does not answer, on a new connection either. */
  look(backends: readonly number[]): Promise<Sight | undefined>
  /** Ends what others left behind, so that it holds no lock any more. */
  end(backends: readonly number[]): Promise<void>
  close(): void
}

export function openProbe(config: pg.ClientConfig, clock: DatabaseClock): Probe {
  let held: pg.Client | undefined

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(config)
    client.on('error', () => {})
    client.once('end', () => drop(client))
    held = client
    await client.connect()
    return client
  }

  function drop(client: pg.Client): void {
    if (held === client) held = undefined
    cut(client)
  }

  /** Those at work, `late`, or that the connection is gone. */
  async function ask(backends: readonly number[]): Promise<Set<number> | 'late' | 'gone'> {
    const answer = (async () => {
      const client = held ?? (await connect())
      const askedMs = performance.now()
      const { atWork, nowMs } = await sightOf(client, backends)
      clock.set({ nowMs, askedMs })
      return atWork
    })().catch(error => (isFull(error) ? new Set(backends) : ('gone' as const)))
    const came = await inTime(answer)
    if (came === 'late' || came === 'gone') if (held) drop(held)
    return came
  }

  return {
    async look(backends) {
      const first = await ask(backends)
      if (first instanceof Set) return { atWork: first, wasSilent: false }
      const again = await ask(backends)
      return again instanceof Set ? { atWork: again, wasSilent: first === 'late' } : undefined
    },
    async end(backends) {
      if (held) await inTime(held.query(endBackends, [backends]).catch(() => {}))
    },
    close() {
      if (held) drop(held)
    },
  }
}

/** It has no room for one more connection: it is there, and says nothing of the others. */
const isFull = (error: unknown): boolean => error instanceof pg.DatabaseError && /^53/.test(error.code ?? '')

/** By the same program's name, since a number may have gone to somebody else. */
const endBackends = `
  select pg_terminate_backend(pid)
    from pg_stat_activity
   where pid = any ($1::int[]) and state <> 'active'
     and usename = current_user and application_name = current_setting('application_name')`

async function sightOf(
  client: pg.Client,
  backends: readonly number[],
): Promise<{ atWork: Set<number>; nowMs: number }> {
  const { rows } = await client.query(seen, [backends])
  return { atWork: new Set<number>(rows[0].at_work), nowMs: Number(rows[0].now_ms) }
}

const seen = {
  name: 'probe',
  text: `
    select extract(epoch from clock_timestamp()) * 1000 as now_ms,
           case when cardinality($1::int[]) = 0 then '{}'
                else array(select pid from pg_stat_activity where pid = any ($1::int[]) and state = 'active') end as at_work`,
}

/** Counted in ticks: a process that stood still reads what came meanwhile before it says that nothing did. */
async function inTime<T>(answer: Promise<T>): Promise<T | 'late'> {
  for (let ticks = 0; ticks < patienceMs / tickMs; ticks++) {
    const came = await Promise.race([answer, sleep(tickMs, nothing, { ref: false })])
    if (came !== nothing) return came as T
  }
  return 'late'
}

const nothing = Symbol('nothing yet')
