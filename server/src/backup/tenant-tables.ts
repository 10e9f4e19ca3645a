/** Which rows of which tables are one tenant's. */
import pg from 'pg'
import { type CopiedTable, listTables } from '../db/copying.ts'

export interface TenantTable extends CopiedTable {
  /** Of the rows `t`; $1 is the tenant, $2 its books. */
  condition: string
  /** Goes along to another installation. */
  isMoved: boolean
}

/** Links and sessions open this installation alone; the log of calls is kept for days. */
const stays = ['sessions', 'sign_in_links', 'mailed_links', 'requests', 'request_counts']

/** People are of the installation, not of a tenant: in another one they are invited again. */
const leftOut: Readonly<Record<string, readonly string[]>> = { users: ['person_id'] }

const ofItsKeys = 't.key_id in (select k.id from api_keys k where k.tenant_id = $1)'
const conditions: Readonly<Record<string, string>> = {
  tenants: 't.id = $1',
  key_uses: ofItsKeys,
  key_addresses: ofItsKeys,
}

/** What all tenants share. A test asks for a word about every table. */
export const sharedTables = [
  'asked_resets',
  'backups',
  'countries',
  'discarded_files',
  'node_agreements',
  'passkey_challenges',
  'passkeys',
  'people',
  'recovery_codes',
  'schema_migrations',
  'service_secrets',
  'shared_counts',
  'sign_in_tries',
]

export async function tenantTables(client: pg.Client): Promise<TenantTable[]> {
  const tables = await listTables(client)
  return tables.flatMap(table => {
    const condition = conditions[table.name] ?? conditionOf(table)
    if (condition === undefined) return []
    const columns = table.columns.filter(column => !leftOut[table.name]?.includes(column))
    return [{ ...table, columns, condition, isMoved: !stays.includes(table.name) }]
  })
}

const conditionOf = ({ columns }: CopiedTable): string | undefined => {
  if (columns.includes('book_id')) return 't.book_id = any ($2)'
  return columns.includes('tenant_id') ? 't.tenant_id = $1' : undefined
}

export interface TenantKeys {
  id: string
  books: string[]
}

/** PostgreSQL wants to know the types of both, also where a statement uses one. */
export const keysOf = ({ id, books }: TenantKeys): [string, string[]] => [id, books]

export const withKeys = (statement: string): string =>
  `${statement} and $1::uuid is not null and $2::uuid[] is not null`

/** References that lead nowhere: rows come in without anybody looking at them. */
export async function findBrokenReference(
  client: pg.Client,
  tables: readonly TenantTable[],
  tenant: TenantKeys,
): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string; from: string; to: string; columns: string[]; keys: string[] }>(
    `select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to,
            (select array_agg(a.attname::text order by k.place)
               from unnest(c.conkey) with ordinality k (number, place)
               join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
            (select array_agg(a.attname::text order by k.place)
               from unnest(c.confkey) with ordinality k (number, place)
               join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as keys
       from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0`,
  )
  for (const { name, from, to, columns, keys } of rows) {
    const table = tables.find(each => each.name === from)
    if (!table) continue
    const isSet = columns.map(column => `t.${quoted(column)} is not null`).join(' and ')
    const isSame = columns.map((column, place) => `o.${quoted(keys[place]!)} = t.${quoted(column)}`).join(' and ')
    const found = await client.query(
      withKeys(`select 1 from ${quoted(from)} t where ${table.condition} and ${isSet}
         and not exists (select 1 from ${quoted(to)} o where ${isSame})`).concat(' limit 1'),
      keysOf(tenant),
    )
    if (found.rows.length > 0) return name
  }
  return undefined
}

const quoted = pg.escapeIdentifier
