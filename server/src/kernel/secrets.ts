/** Secrets all nodes of one database share. */
import { randomBytes } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export async function sharedSecret(database: Database, name: string): Promise<Buffer> {
  await database.run(sql`
    insert into service_secrets (name, value)
    values (${name}, ${randomBytes(32)})
    on conflict (name) do nothing`)
  const row = await database.maybe<{ value: Buffer }>(sql`select value from service_secrets where name = ${name}`)
  return row!.value
}
