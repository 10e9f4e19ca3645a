/** Use cases of API keys: made, and rolled. */
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

export interface WantedKey {
  slug: string
  mode: Mode
  name: string
  scopes: readonly Scope[]
  allowedAddresses?: readonly string[]
  expiresAt?: Instant
  /** The owner by e-mail; the first active user with the role owner otherwise. */
  ownerEmail?: string
}

/** The secret is in the answer and nowhere else. */
export async function createKey(
  database: Database,
  clock: Clock,
  wanted: WantedKey,
): Promise<{ id: string; key: string }> {
  const key = newApiKey(wanted.mode)
  const now = toInstant(clock())
  const id = newId()
  await database.transaction(async tx => {
    const tenant = await getTenant(tx, wanted.slug)
    if ((await countUsableKeys(tx, tenant.id, now)) >= tenant.max_keys) {
      throw new AccountRefusal(`The plan of ${wanted.slug} allows ${tenant.max_keys} keys. Revoke one first.`)
    }
    const book = (await listBooks(tx, tenant.id)).find(({ is_live }) => is_live === (wanted.mode === 'live'))!
    const owner = await keyOwner(tx, tenant, wanted.ownerEmail)
    await insertKey(tx, {
      ...keptOf(key),
      id,
      book_id: book.id,
      tenant_id: tenant.id,
      owner_id: owner.id,
      lineage_id: id,
      name: wanted.name,
      scopes: wanted.scopes,
      allowed_addresses: wanted.allowedAddresses ?? [],
      expires_at: wanted.expiresAt ?? null,
      created_at: now,
    })
    const details = {
      name: wanted.name,
      mode: wanted.mode,
      shown: shownOf(key),
      scopes: wanted.scopes,
      allowed_addresses: wanted.allowedAddresses ?? [],
      owner: owner.email,
      expires_at: wanted.expiresAt ?? null,
    }
    const actor = byCommand
    await appendAudit(tx, { tenantId: tenant.id, at: now, actor, action: 'key.created', subjectId: id, details })
  })
  return { id, key }
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
    const details = { name: key.name, mode: key.is_live ? 'live' : 'test' }
    const entry = { tenantId: key.tenant_id, at: now, actor: byCommand, action: 'key.revoked', subjectId: id, details }
    await appendAudit(tx, entry)
    return true
  })
