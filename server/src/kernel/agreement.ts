/** What all nodes of one database have to be set to alike: the first one says it, the others are compared with it. */
import { createHash } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

/** Tells one secret from another, and nothing about it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`cellarbook fingerprint ${secret}`).digest('hex').slice(0, 16)

/** True when it is what the others have, or nobody has said it yet. */
export async function agrees(database: Database, name: string, value: string): Promise<boolean> {
  await database.run(sql`
    insert into node_agreements (name, value) values (${name}, ${value}) on conflict (name) do nothing`)
  const known = await database.maybe<{ value: string }>(sql`select value from node_agreements where name = ${name}`)
  return known?.value === value
}

/** From now on this is what the others are compared with. */
export const decide = (database: Database, name: string, value: string): Promise<number> =>
  database.run(sql`
    insert into node_agreements (name, value) values (${name}, ${value})
    on conflict (name) do update set value = excluded.value`)
