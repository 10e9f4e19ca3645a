/**
 * Asks PostgreSQL whether it is there, on a connection of its own: however long the queue for the others is, that is an
 * overload and no lost database.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseClock } from './clock.ts'
import { cut } from './connections.ts'
import type { Hosts } from './hosts.ts'

/** Of one answer, and of one new connection with its answer. */
const patienceMs = 1_200
const tickMs = 100

export interface Sight {
  /** Those of the backends asked about that are at work. */
  atWork: Set<number>
  /** The probe's own connection had vanished without a word, so others may have. */
  wasSilent: boolean
  /** Another host is used from now on: connections to the one before lead to a server that only reads, or nowhere. */
  hasMoved: boolean
}

export interface Probe {
  /** Undefined when PostgreSQL does not answer, on a new connection either. */
  look(backends: readonly number[]): Promise<Sight | undefined>
  /** Ends what others left behind, so that it holds no lock any more. */
  end(backends: readonly number[]): Promise<void>
  close(): void
}

export function openProbe(hosts: Hosts, clock: DatabaseClock): Probe {
  const line = openLine(hosts)

  /** Those at work, `late`, or that the connection is gone. */
  async function ask(backends: readonly number[]): Promise<Set<number> | 'late' | 'gone'> {
    const answer = (async () => {
      const client = await line.client()
      const askedMs = performance.now()
      const { atWork, nowMs, isStandby } = await sightOf(client, backends)
      if (isStandby) return 'gone' as const
      clock.set({ nowMs, askedMs })
      return atWork
    })().catch(error => (isFull(error) ? new Set(backends) : ('gone' as const)))
    const came = await inTime(answer)
    if (came instanceof Set) hosts.use(line.host)
    else line.tryNext()
    return came
  }

  return {
    async look(backends) {
      const before = hosts.at
      const first = await ask(backends)
      if (first instanceof Set) return { atWork: first, wasSilent: false, hasMoved: false }
      // Every other host, and once more where it was.
      for (let tries = hosts.count; tries > 0; tries--) {
        const again = await ask(backends)
        if (again instanceof Set) return { atWork: again, wasSilent: first === 'late', hasMoved: hosts.at !== before }
      }
      return undefined
    },
    async end(backends) {
      if (line.held) await inTime(line.held.query(endBackends, [backends]).catch(() => {}))
    },
    close: () => line.drop(),
  }
}

/** The probe's own connection, to the host that is tried; others connect there once it has answered. */
function openLine(hosts: Hosts) {
  let held: pg.Client | undefined
  let host = hosts.at

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(hosts.configOf(host))
    client.on('error', () => {})
    client.once('end', () => drop(client))
    held = client
    await client.connect()
    return client
  }

  function drop(client = held): void {
    if (held === client) held = undefined
    if (client) cut(client)
  }

  return {
    get held() {
      return held
    },
    get host() {
      return host
    },
    client: async () => held ?? connect(),
    drop: () => drop(),
    tryNext() {
      drop()
      host = (host + 1) % hosts.count
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
): Promise<{ atWork: Set<number>; nowMs: number; isStandby: boolean }> {
  const { rows } = await client.query(seen, [backends])
  const [{ at_work, now_ms, is_standby }] = rows
  return { atWork: new Set<number>(at_work), nowMs: Number(now_ms), isStandby: is_standby }
}

const seen = {
  name: 'probe',
  text: `
    select extract(epoch from clock_timestamp()) * 1000 as now_ms, pg_is_in_recovery() as is_standby,
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
