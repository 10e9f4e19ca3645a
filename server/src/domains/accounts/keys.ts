/** Use cases of API keys: made, rolled and revoked. */
import type { Scope } from '../../contract/scopes.ts'
import type { Database, Tx } from '../../db/pool.ts'
import { appendAudit, byCommand } from '../../kernel/audit.ts'
import { isUsable } from '../../kernel/caller.ts'
import { hashSecret, type Mode, newApiKey } from '../../lib/api-key.ts'
import { newId } from '../../lib/ids.ts'
import { type Clock, type Instant, toInstant } from '../../lib/instants.ts'
import { AccountRefusal, getTenant, keyOwner } from './actions.ts'
import { countUsableKeys, endKey, insertKey, lockKey, revokeKey } from './keys-store.ts'
import { listBooks } from './store.ts'

export interface KeyFacts {
  mode: Mode
  name: string
  scopes: readonly Scope[]
  allowedAddresses?: readonly string[]
  expiresAt?: Instant | null
}

export interface WantedKey extends KeyFacts {
  slug: string
  /** The owner by e-mail; the first active user with the role owner otherwise. */
  ownerEmail?: string
}

/** The secret is in the answer and nowhere else. */
export async function createKey(
  database: Database,
  clock: Clock,
  wanted: WantedKey,
): Promise<{ id: string; key: string }> {
  const now = toInstant(clock())
  return database.transaction(async tx => {
    const tenant = await getTenant(tx, wanted.slug)
    const owner = await keyOwner(tx, tenant, wanted.ownerEmail)
    const { id, key, details } = await addKey(tx, { tenant, owner, now }, wanted)
    const told = { tenantId: tenant.id, at: now, actor: byCommand, action: 'key.created' }
    await appendAudit(tx, { ...told, subjectId: id, details })
    return { id, key }
  })
}

/** Whose key it is to be. */
interface KeyOf {
  tenant: { id: string; max_keys: number }
  owner: { id: string; email: string }
  now: Instant
}

/** With what the audit is told of it. */
export async function addKey(
  tx: Tx,
  { tenant, owner, now }: KeyOf,
  { mode, name, scopes, allowedAddresses = [], expiresAt = null }: KeyFacts,
): Promise<{ id: string; key: string; details: object }> {
  if ((await countUsableKeys(tx, tenant.id, now)) >= tenant.max_keys) {
    throw new AccountRefusal(`The plan allows ${tenant.max_keys} keys. Revoke one first.`)
  }
  const book = (await listBooks(tx, tenant.id)).find(({ is_live }) => is_live === (mode === 'live'))!
  const [id, key] = [newId(), newApiKey(mode)]
  const facts = { name, scopes, allowed_addresses: allowedAddresses, expires_at: expiresAt }
  const places = { id, lineage_id: id, book_id: book.id, tenant_id: tenant.id, owner_id: owner.id, created_at: now }
  await insertKey(tx, { ...facts, ...places, ...keptOf(key) })
  return { id, key, details: { ...facts, mode, shown: shownOf(key), owner: owner.email } }
}

/** As `key list` shows it. */
const shownOf = (key: string): string => `${key.slice(0, 12)}…${key.slice(-4)}`

/** What is kept of a secret: enough to know it by. */
const keptOf = (key: string) => ({ prefix: key.slice(0, 12), last_four: key.slice(-4), secret_hash: hashSecret(key) })

/** The same key with another secret. Its lineage goes on, so a retry after it still finds its stored answer. */
export async function replaceKey(
  tx: Tx,
  clock: Clock,
  { id: oldId, overlapMs }: { id: string; overlapMs: number },
): Promise<{ id: string; key: string; oldExpiresAt: Instant }> {
  const old = await lockKey(tx, oldId)
  const nowMs = clock()
  if (!old || !isUsable({ pass: { expiresAt: old.expires_at, revokedAt: old.revoked_at } }, nowMs))
    throw new AccountRefusal(`The key ${oldId} no longer works. Create another one.`)
  const [id, key] = [newId(), newApiKey(old.is_live ? 'live' : 'test')]
  await insertKey(tx, { ...old, ...keptOf(key), id, created_at: toInstant(nowMs) })
  const oldExpiresAt = toInstant(Math.min(nowMs + overlapMs, old.expires_at ? Date.parse(old.expires_at) : Infinity))
  await endKey(tx, oldId, oldExpiresAt)
  return { id, key, oldExpiresAt }
}

/** True when there is such a key; one revoked before stays as it was. */
export const endUse = (database: Database, clock: Clock, id: string): Promise<boolean> =>
  database.transaction(async tx => {
    const key = await lockKey(tx, id)
    if (!key || key.revoked_at !== null) return key !== undefined
    const now = toInstant(clock())
    await revokeKey(tx, id, now)
    const details = revokedOf(key)
    const entry = { tenantId: key.tenant_id, at: now, actor: byCommand, action: 'key.revoked', subjectId: id, details }
    await appendAudit(tx, entry)
    return true
  })

/** As the audit tells it. */
export const revokedOf = ({ name, is_live }: { name: string; is_live: boolean }) => ({
  name,
  mode: is_live ? 'live' : 'test',
})
