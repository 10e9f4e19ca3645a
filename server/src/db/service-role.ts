/** The role requests run as: it reads and writes rows and owns nothing, so that no statement of theirs can do more. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { addressesOf, addressFor } from './hosts.ts'
import type { ConnectionOptions, Database } from './pool.ts'
import { sql } from './sql.ts'

/** Any number, the same for all nodes. */
const lockKey = 7_223_019_845
/** Requests only read it: what ran is written by the owner. */
const ownersTable = 'schema_migrations'

const wrongPassword = ['28P01', '28000']

export interface ServiceRole {
  user: string
  password: string
}

/** Roles are shared by all databases of a server, so each name has a password that all nodes can work out. */
export const serviceRole = (user: string, ownersPassword: string): ServiceRole => ({
  user: user.slice(0, 63),
  password: createHmac('sha256', ownersPassword).update(`service role ${user}`).digest('base64url'),
})

/** The role for an external database, named after it, and the address by which requests sign in. */
export async function serviceAddress(
  owner: Database,
  url: string,
): Promise<{ role: ServiceRole; connectionString: string }> {
  const found = await owner.maybe<{ name: string }>(sql`select current_database() as name`)
  const ownersPassword = decodeURIComponent(new URL(addressesOf(url)[0]!).password)
  if (ownersPassword === '') throw new Error('the address has no password to make another one from')
  const role = serviceRole(`cellarbook_service_${found!.name}`, ownersPassword)
  return { role, connectionString: addressFor(url, role) }
}

/** Makes the role what it should be, unless it is already. `connection` is the one requests will use. */
export async function ensureServiceRole(
  owner: Database,
  role: ServiceRole,
  connection: ConnectionOptions,
): Promise<void> {
  if (await isReady(connection)) return
  const client = await owner.dedicated()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await makeRole(client, role)
    await grantRights(client, pg.escapeIdentifier(role.user))
    await client.query('commit')
  } finally {
    await client.end()
  }
  if (!(await isReady(connection))) throw new Error(`the role ${role.user} does not have the rights it was given`)
}

/** Whether the role can sign in and reach every table; a migration or an older version may have left one out. */
async function isReady(connection: ConnectionOptions): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 3_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(missingRights, [ownersTable])
    return rows.length === 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && wrongPassword.includes(error.code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

const missingRights = `
  select t.relname
    from pg_class t
   where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
     and not (has_table_privilege(t.oid, 'select') and (t.relname = $1 or
              has_table_privilege(t.oid, 'insert') and has_table_privilege(t.oid, 'update')
              and has_table_privilege(t.oid, 'delete')))
   limit 1`

async function makeRole(client: pg.Client, { user, password }: ServiceRole): Promise<void> {
  const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [user])
  const verb = rows.length === 0 ? 'create' : 'alter'
  await client.query(
    `${verb} role ${pg.escapeIdentifier(user)} login nocreatedb nocreaterole password '${verifierOf(password)}'`,
  )
}

/** What PostgreSQL would store for it (SCRAM, RFC 5802): a server that logs statements never sees the password. */
function verifierOf(password: string): string {
  const iterations = 4_096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

async function grantRights(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query('select current_database() as name, current_schema() as schema')
  const [{ name, schema }] = rows
  if (schema !== 'public') throw new Error(`its tables are in the schema ${schema}, not in public`)
  await client.query(`
    grant connect, temporary on database ${pg.escapeIdentifier(name)} to ${role};
    grant usage on schema public to ${role};
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role};
    revoke insert, update, delete on ${ownersTable} from ${role};
    alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
    alter default privileges in schema public grant usage on sequences to ${role};
    alter default privileges in schema public grant execute on functions to ${role}`)
}
