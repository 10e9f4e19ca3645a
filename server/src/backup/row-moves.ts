/** The right to move all rows of somebody, table by table, which no trigger or foreign key looks at meanwhile. */
import type pg from 'pg'
import { BackupRefusal } from './refusal.ts'

/** Asked before anything is changed: by default only superusers have it. */
export async function refuseWithoutRight(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query("select has_parameter_privilege('session_replication_role', 'set') as may")
  if (rows[0].may) return
  throw new BackupRefusal(
    'The role of DATABASE_URL may not move the rows of a tenant: grant set on parameter session_replication_role to it.',
  )
}

export async function beginMove(client: pg.Client): Promise<void> {
  await refuseWithoutRight(client)
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
}
