/** Statements about databases themselves, by the owner of the test's PostgreSQL. */
import pg from 'pg'
import { inject } from 'vitest'
import type { ClusterName } from './databases.ts'

/** Waits as long as a busy machine needs: to be late is no fault of the test. */
export async function asAdmin(statement: string, cluster: ClusterName = 'ours'): Promise<void> {
  const client = new pg.Client({ ...inject(cluster).postgres })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
