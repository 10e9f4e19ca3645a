/** Work that one process does at a time; the others wait for it, however long it takes. */
import type { Database } from './pool.ts'
import { sql } from './sql.ts'

export const alone = <T>(database: Database, lockKey: number, work: () => Promise<T>): Promise<T> =>
  database.transaction(async tx => {
    await tx.run(sql`
      select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
             set_config('idle_in_transaction_session_timeout', '0', true)`)
    await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
    return work()
  })
