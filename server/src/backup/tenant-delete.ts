/** Removes a tenant for good: every row of it, and the people who were nobody else's. */
import pg from 'pg'
import type { Database } from '../db/pool.ts'
import { beginMove, refuseWithoutRight } from './row-moves.ts'
import { keysOf, type TenantKeys, tenantTables, withKeys } from './tenant-tables.ts'

/** People of this tenant alone. */
const itsPeople = `
  select u.person_id
    from users u
   where u.tenant_id = $1 and u.person_id is not null
     and not exists (select 1 from users o where o.person_id = u.person_id and o.tenant_id <> $1)`

/** Before its books are locked. */
export async function refuseDeletion(database: Database): Promise<void> {
  const client = await database.copying()
  await refuseWithoutRight(client).finally(() => client.end())
}

/** As the owner of the tables. Its books are taken first: no write is under way in them. */
export async function deleteTenant(database: Database, tenant: TenantKeys): Promise<number> {
  const client = await database.copying()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await beginMove(client)
    await client.query('select 1 from books where id = any ($1) order by id for update', [tenant.books])
    await client.query(
      `insert into discarded_files (path)
       select path from attachments where book_id = any ($1) union select path from uploads where book_id = any ($1)
       on conflict do nothing`,
      [tenant.books],
    )
    for (const table of ['passkeys', 'recovery_codes', 'sessions']) {
      await client.query(`delete from ${table} where person_id in (${itsPeople})`, [tenant.id])
    }
    const people = await client.query(itsPeople, [tenant.id])
    const rows = await deleteRows(client, tenant)
    await client.query('delete from people where id = any ($1)', [people.rows.map(({ person_id }) => person_id)])
    await client.query("select pg_notify('cellarbook_accounts', '')")
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}`)
    return rows
  } finally {
    await client.end()
  }
}

/** Those that are found by its keys go before the keys do. */
async function deleteRows(client: pg.Client, tenant: TenantKeys): Promise<number> {
  const tables = await tenantTables(client)
  const isFoundByOthers = ({ condition }: { condition: string }) => condition.includes('select')
  let rows = 0
  for (const { name, condition } of [
    ...tables.filter(isFoundByOthers),
    ...tables.filter(each => !isFoundByOthers(each)),
  ]) {
    const deleted = await client.query(
      withKeys(`delete from ${pg.escapeIdentifier(name)} t where ${condition}`),
      keysOf(tenant),
    )
    rows += deleted.rowCount ?? 0
  }
  return rows
}
