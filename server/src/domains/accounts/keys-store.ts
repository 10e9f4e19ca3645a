/** SQL of API keys and sign-in links. */
import type { Scope } from '../../contract/scopes.ts'
import type { Queryable, Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { Instant } from '../../lib/instants.ts'

export interface NewKey {
  id: string
  book_id: string
  tenant_id: string
  owner_id: string
  lineage_id: string
  name: string
  prefix: string
  last_four: string
  secret_hash: Buffer
  scopes: readonly Scope[]
  allowed_addresses: readonly string[]
  expires_at: Instant | null
  created_at: Instant
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.run(sql`
    insert into api_keys (book_id, id, tenant_id, owner_id, lineage_id, name, prefix, last_four, secret_hash, scopes,
                          allowed_addresses, expires_at, created_at)
    values (${key.book_id}, ${key.id}, ${key.tenant_id}, ${key.owner_id}, ${key.lineage_id}, ${key.name}, ${key.prefix},
            ${key.last_four}, ${key.secret_hash}, ${key.scopes as string[]}, ${key.allowed_addresses as string[]},
            ${key.expires_at}, ${key.created_at})`)
}

/** Locks the tenant, so that two keys created at once cannot both be the last one the plan allows. */
export async function countUsableKeys(tx: Tx, tenantId: string, now: Instant): Promise<number> {
  await tx.run(sql`select 1 from tenants where id = ${tenantId} for no key update`)
  const row = await tx.maybe<{ count: string }>(sql`
    select count(*)
      from api_keys
     where tenant_id = ${tenantId} and revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`)
  return Number(row!.count)
}

/** Zero when there is no such key; a key revoked before stays as it was. */
export const revokeKey = (db: Queryable, id: string, now: Instant): Promise<number> =>
  db.run(sql`
    update api_keys
       set revoked_at = coalesce(revoked_at, ${now}::timestamptz),
           version = version + 1
     where id = ${id}`)

/** A key as it can be rolled. */
export interface RollableKey {
  id: string
  book_id: string
  tenant_id: string
  owner_id: string
  lineage_id: string
  name: string
  is_live: boolean
  scopes: Scope[]
  allowed_addresses: string[]
  expires_at: Instant | null
  revoked_at: Instant | null
}

const rollable = sql`
    select k.id, k.book_id, k.tenant_id, k.owner_id, k.lineage_id, k.name, b.is_live, k.scopes, k.allowed_addresses,
           k.expires_at, k.revoked_at
      from api_keys k
      join books b on b.id = k.book_id`

export const findKey = (db: Queryable, id: string): Promise<RollableKey | undefined> =>
  db.maybe(sql`${rollable} where k.id = ${id}`)

/** So that it cannot be revoked or rolled beside us. */
export const lockKey = (tx: Tx, id: string): Promise<RollableKey | undefined> =>
  tx.maybe(sql`${rollable} where k.id = ${id} for update of k`)

export const endKey = (tx: Tx, id: string, at: Instant): Promise<number> =>
  tx.run(sql`
    update api_keys set expires_at = least(expires_at, ${at}::timestamptz), version = version + 1
     where id = ${id}`)

export async function updateKey(
  tx: Tx,
  key: { id: string; name: string; scopes: Scope[]; allowed_addresses: string[]; expires_at: Instant | null },
): Promise<void> {
  await tx.run(sql`
    update api_keys
       set name = ${key.name},
           scopes = ${key.scopes as string[]},
           allowed_addresses = ${key.allowed_addresses},
           expires_at = ${key.expires_at},
           version = version + 1
     where id = ${key.id}`)
}

export interface KeyRow {
  id: string
  name: string
  is_live: boolean
  prefix: string
  last_four: string
  scopes: Scope[]
  allowed_addresses: string[]
  owner_email: string
  expires_at: Instant | null
  revoked_at: Instant | null
  created_at: Instant
}

export const listKeys = (db: Queryable, tenantId: string): Promise<KeyRow[]> =>
  db.many(sql`
    select k.id, k.name, b.is_live, k.prefix, k.last_four, k.scopes, k.allowed_addresses, u.email as owner_email,
           k.expires_at, k.revoked_at, k.created_at
      from api_keys k
      join books b on b.id = k.book_id
      join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id
     where k.tenant_id = ${tenantId}
     order by k.created_at, k.id`)

export async function insertSignInLink(
  tx: Tx,
  link: { tokenHash: Buffer; tenantId: string; userId: string; expiresAt: Instant },
): Promise<void> {
  await tx.run(sql`
    insert into sign_in_links (token_hash, tenant_id, user_id, expires_at)
    values (${link.tokenHash}, ${link.tenantId}, ${link.userId}, ${link.expiresAt})`)
}
