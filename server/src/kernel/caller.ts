/** Who calls: everything the gates ask about, loaded in one statement. */
import type { Role, Scope } from '../contract/scopes.ts'
import type { Queryable } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { type Instant, toInstant } from '../lib/instants.ts'
import { type Account, type AccountRow, accountColumns, accountOf } from './account.ts'

/** What a caller shows at the gates: an API key, or the session of a person who signed in. */
export interface Pass {
  kind: 'key' | 'session'
  id: string
  name: string
  /** Whose stored answers a repeated request finds: those of a key with its predecessors, or those of a person. */
  lineageId: string
  scopes: readonly Scope[]
  allowedAddresses: readonly string[]
  expiresAt: Instant | null
  revokedAt: Instant | null
  /** The account wants a second step of this person, and there was none. */
  lacksSecondStep?: boolean
}

/** Somebody at work: the account, what was shown at the gates, and the person behind it. */
export interface Caller extends Account {
  pass: Pass
  owner: { id: string; email: string; role: Role; rights: readonly Scope[]; isActive: boolean }
}

/** Who did it, as events and the audit tell. */
export const actorOf = ({ pass, owner }: Caller): { type: 'api_key' | 'user'; id: string } =>
  pass.kind === 'key' ? { type: 'api_key', id: pass.id } : { type: 'user', id: owner.id }

interface OwnerRow extends AccountRow {
  owner_id: string
  owner_email: string
  role: Role
  rights: Scope[]
  owner_is_active: boolean
}

interface CallerRow extends OwnerRow {
  key_id: string
  key_name: string
  lineage_id: string
  scopes: Scope[]
  allowed_addresses: string[]
  expires_at: Instant | null
  revoked_at: Instant | null
}

const ownerColumns = sql`u.id as owner_id, u.email as owner_email, u.role, u.rights, u.is_active as owner_is_active`

export async function findCaller(db: Queryable, secretHash: Buffer): Promise<Caller | undefined> {
  const row = await db.maybe<CallerRow>(sql`
    select ${accountColumns}, k.id as key_id, k.name as key_name, k.lineage_id, k.scopes, k.allowed_addresses,
           k.expires_at, k.revoked_at, ${ownerColumns}
      from api_keys k
      join books b on b.id = k.book_id
      join tenants t on t.id = b.tenant_id
      join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id
     where k.secret_hash = ${secretHash}`)
  return row && callerOf(row)
}

interface SessionRow extends OwnerRow {
  session_id: string
  user_name: string
  expires_at: Instant
  last_seen_at: Instant
  lacks_second_step: boolean
}

/** A session ends when nobody used it for this long. */
export const idleMs = 12 * 60 * 60 * 1_000

/** The person of a session at work on one of the two books of the account. */
export async function findSessionCaller(
  db: Queryable,
  tokenHash: Buffer,
  isLive: boolean,
): Promise<Caller | undefined> {
  const row = await db.maybe<SessionRow>(sql`
    select ${accountColumns}, s.id as session_id, s.expires_at, s.last_seen_at, u.name as user_name, ${ownerColumns},
           t.owners_need_two_steps and u.role = 'owner' and not s.is_strong as lacks_second_step
      from sessions s
      join tenants t on t.id = s.tenant_id
      join books b on b.tenant_id = t.id and b.is_live = ${isLive}
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where s.token_hash = ${tokenHash}`)
  return row && sessionCallerOf(row)
}

/** Once a minute at most; what ended meanwhile stays ended. */
export async function noteUse(db: Queryable, tokenHash: Buffer, now: Instant): Promise<void> {
  await db.run(sql`
    update sessions set last_seen_at = ${now}
     where token_hash = ${tokenHash} and last_seen_at < ${now}::timestamptz - interval '1 minute'
       and last_seen_at > ${now}::timestamptz - ${idleMs} * interval '1 millisecond'`)
}

function callerOf(row: CallerRow): Caller {
  return {
    ...accountOf(row),
    pass: {
      kind: 'key',
      id: row.key_id,
      name: row.key_name,
      lineageId: row.lineage_id,
      scopes: row.scopes,
      allowedAddresses: row.allowed_addresses,
      expiresAt: row.expires_at,
      revokedAt: row.revoked_at,
    },
    owner: ownerOf(row),
  }
}

/** A person acts with all their rights. */
const sessionCallerOf = (row: SessionRow): Caller => ({
  ...accountOf(row),
  pass: {
    kind: 'session',
    id: row.session_id,
    name: row.user_name,
    lineageId: row.owner_id,
    scopes: row.rights,
    allowedAddresses: [],
    expiresAt: endOf(row),
    revokedAt: null,
    lacksSecondStep: row.lacks_second_step,
  },
  owner: ownerOf(row),
})

/** At its last day, or when it was left alone for too long. */
export const endOf = ({ expires_at, last_seen_at }: { expires_at: Instant; last_seen_at: Instant }): Instant => {
  const idleEnd = toInstant(Date.parse(last_seen_at) + idleMs)
  return idleEnd < expires_at ? idleEnd : expires_at
}

const ownerOf = (row: OwnerRow): Caller['owner'] => ({
  id: row.owner_id,
  email: row.owner_email,
  role: row.role,
  rights: row.rights,
  isActive: row.owner_is_active,
})

/** Neither revoked nor expired. */
export const isUsable = (
  { pass }: { pass: { expiresAt: Instant | null; revokedAt: Instant | null } },
  nowMs: number,
): boolean => pass.revokedAt === null && (pass.expiresAt === null || Date.parse(pass.expiresAt) > nowMs)
