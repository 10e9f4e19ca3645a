/** Everything as it was at one moment, while others write on. */
import pg from 'pg'
import { type CopiedTable, listSequences, listTables, type SequenceValue } from './copying.ts'
import type { Database } from './pool.ts'
import { sql } from './sql.ts'

/** Any number, the same for all nodes: while somebody has it, files nothing refers to any more stay. */
export const filesLock = 7_223_019_851

export interface Snapshot {
  client: pg.Client
  /** As the database says. */
  takenAt: string
  tables: CopiedTable[]
  sequences: SequenceValue[]
  migrations: { number: number; name: string; checksum: string | null; steps: number | null }[]
  /** Lets the moment go: PostgreSQL may tidy up again. The files stay until the end. */
  release(): Promise<void>
  end(): Promise<void>
}

/** Holds off what would change the tables themselves, as every reader does. */
export async function openSnapshot(database: Database): Promise<Snapshot> {
  const client = await database.copying()
  try {
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set intervalstyle = postgres',
    )
    await client.query('select pg_advisory_lock_shared($1)', [filesLock])
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    const names = tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
    await client.query(`lock table ${names} in access share mode`)
    const found = await client.query(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as taken_at`,
    )
    const migrations = await client.query('select number, name, checksum, steps from schema_migrations order by number')
    return {
      client,
      takenAt: found.rows[0].taken_at,
      tables,
      sequences: await listSequences(client),
      migrations: migrations.rows,
      release: async () => void (await client.query('commit')),
      end: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The work, unless somebody looks at everything as it was. */
export const unlessFilesHeld = (database: Database, work: () => Promise<void>): Promise<void> =>
  database.transaction(async tx => {
    await tx.run(sql`select set_config('idle_in_transaction_session_timeout', '0', true)`)
    const free = await tx.maybe<{ is_ours: boolean }>(sql`select pg_try_advisory_xact_lock(${filesLock}) as is_ours`)
    if (free!.is_ours) await work()
  })
