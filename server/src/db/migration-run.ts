/**
 * Runs one migration beside nodes that serve: its locks are taken in one order and never waited for longer than writes
 * can bear; who cannot have them gives them all back, and tries again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { checksumOf, inLockOrder, type Lock, locksOf, type Step, stepsOf } from './migration-steps.ts'

/** One clear line for the person who starts the service. */
export class MigrationError extends Error {}

export interface Migration {
  number: number
  name: string
  text: string
  /** Runs before it, for databases of earlier landings, whose migrations had other texts. */
  bridge?: string
}

/** Shorter than PostgreSQL waits before it looks for deadlocks (1 s), so that a write is never the one that is ended. */
const lockMs = 700
/** Of a step as a whole. */
export const patienceMs = 60_000
const pauseMs = 300

export interface Run {
  migration: Migration
  /** A migration that was interrupted goes on with the first step that is not done. */
  stepsDone: number
  patienceMs: number
}

export async function runMigration(client: pg.Client, { migration, stepsDone, ...run }: Run): Promise<void> {
  const steps = stepsOf(migration.text)
  for (const [index, step] of steps.entries()) {
    if (index < stepsDone) continue
    const isFirst = index === 0
    await untilLocked(migration, run.patienceMs, async () => {
      const note = noteOf(migration, index)
      if (step.isConcurrent) return runConcurrently(client, step, note)
      return runLocked(client, isFirst && migration.bridge ? withBridge(step, migration.bridge) : step, note)
    })
  }
}

const withBridge = (step: Step, bridge: string): Step => ({ ...step, text: `${bridge}\n${step.text}` })

/** Lock not available, deadlock. */
const isCrossed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

async function untilLocked({ name }: Migration, waitMs: number, work: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + waitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { message } = error as Error
      if (!isCrossed(error)) throw new MigrationError(`Migration ${name} failed: ${message}`, { cause: error })
      if (performance.now() > deadline) {
        throw new MigrationError(
          `Migration ${name} found its tables in use for ${Math.round(waitMs / 1_000)} s (${message}). ` +
            'Start again in a quieter moment, or stop the other nodes first.',
        )
      }
    }
    await sleep(pauseMs + Math.random() * pauseMs)
  }
}

async function runLocked(client: pg.Client, step: Step, note: Note): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    for (const { name, mode } of inLockOrder(await onTables(client, locksOf(step)))) {
      await client.query(`lock table ${pg.escapeIdentifier(name)} in ${mode} mode`)
    }
    await client.query(step.text)
    await client.query(noteStep, note)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** It stops nobody while it waits, so it may wait long. One that broke off has left an index that is not valid. */
async function runConcurrently(client: pg.Client, step: Step, note: Note): Promise<void> {
  await client.query(`set lock_timeout = ${patienceMs}`)
  const made = /create (?:unique )?index concurrently (?:if not exists )?(\w+)/.exec(step.text)?.[1]
  // Not an empty name: PostgreSQL before 16 refuses that one instead of finding nothing.
  const { rows } = await client.query('select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
    made ?? null,
  ])
  if (rows.length > 0) await client.query(`drop index concurrently ${pg.escapeIdentifier(made!)}`)
  await client.query(step.text)
  await client.query(noteStep, note)
}

const noteStep = `
  insert into schema_migrations (number, name, checksum, steps)
  values ($1, $2, $3, $4)
  on conflict (number) do update set steps = excluded.steps`

/** That a step of a migration is done. */
type Note = [number: number, name: string, checksum: string, steps: number]

const noteOf = ({ number, name, text }: Migration, index: number): Note => [number, name, checksumOf(text), index + 1]

/** Locks of tables that are there; that of an index is its table's. */
async function onTables(client: pg.Client, locks: Lock[]): Promise<Lock[]> {
  const { rows } = await client.query(
    `select named.name, coalesce(owner.relname, found.relname) as table
       from unnest($1::text[]) as named (name)
       join pg_class found on found.oid = to_regclass(named.name)
       left join pg_index i on i.indexrelid = found.oid
       left join pg_class owner on owner.oid = i.indrelid
      where found.relkind in ('r', 'p', 'i', 'I')`,
    [locks.map(({ name }) => name)],
  )
  const tables = new Map<string, string>(rows.map(({ name, table }) => [name, table]))
  return locks.flatMap(({ name, mode }) => {
    const table = tables.get(name)
    return table === undefined ? [] : [{ name: table, mode }]
  })
}
