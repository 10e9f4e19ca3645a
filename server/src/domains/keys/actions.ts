/** Use cases of API keys, inside the write. */
import { problem, validationFailed } from '../../contract/problems.ts'
import type { Scope } from '../../contract/scopes.ts'
import { auditWrite, changesOf } from '../../kernel/audit.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { WriteContext } from '../../kernel/context.ts'
import { parseInstant } from '../../lib/instants.ts'
import { AccountRefusal, addKey, lockKey, revokedOf, revokeKey, updateKey } from '../accounts/index.ts'
import { rollKeyOf } from '../webhooks/index.ts'
import { expiryFaults, missingScopes, refuseBeyond, statusOf, wantedScopes } from './rules.ts'
import type { ApiKeyCreate, ApiKeyPatch } from './schema.ts'
import type { ShownKey } from './store.ts'

/** What the plan or the key's own end stands against is told in the words of the command line. */
async function orConflict<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AccountRefusal) throw problem('conflict', { detail: error.message })
    throw error
  }
}

const instantOf = (text: string | null | undefined) => (text ? parseInstant(text)! : null)

export async function makeKey(ctx: WriteContext, caller: Caller, body: ApiKeyCreate) {
  const scopes = wantedScopes(body)
  const faults = [...(scopes ? [] : [missingScopes]), ...expiryFaults(body.expires_at, ctx.serviceTime)]
  if (faults.length > 0) throw validationFailed(faults)
  refuseBeyond(caller.owner.rights, scopes!)
  const { tenant, owner } = caller
  const whose = { tenant: { id: tenant.id, max_keys: tenant.limits.maxKeys }, owner, now: ctx.serviceTime }
  const { id, key, details } = await orConflict(
    addKey(ctx.tx, whose, {
      mode: body.mode,
      name: body.name,
      scopes: scopes!,
      allowedAddresses: body.allowed_addresses ?? [],
      expiresAt: instantOf(body.expires_at),
    }),
  )
  auditWrite(ctx, { action: 'key.created', subjectId: id, details })
  return { id, secret: key }
}

const factsOf = ({ name, scopes, allowed_addresses, expires_at }: ShownKey) => ({
  name,
  scopes,
  allowed_addresses,
  expires_at,
})

export async function changeKey(
  ctx: WriteContext,
  caller: Caller,
  { key, body }: { key: ShownKey; body: ApiKeyPatch },
) {
  if (key.revoked_at !== null) throw problem('conflict', { detail: 'This key was revoked.' })
  const faults = expiryFaults(body.expires_at, ctx.serviceTime)
  if (faults.length > 0) throw validationFailed(faults)
  const before = factsOf(key)
  const after = {
    name: body.name ?? key.name,
    scopes: wantedScopes(body) ?? key.scopes,
    allowed_addresses: body.allowed_addresses ?? key.allowed_addresses,
    expires_at: body.expires_at === undefined ? key.expires_at : instantOf(body.expires_at),
  }
  refuseBeyond(
    caller.owner.rights,
    after.scopes.filter(scope => !key.scopes.includes(scope)),
  )
  const changes = changesOf(before, after)
  if (Object.keys(changes).length === 0) return
  await updateKey(ctx.tx, { id: key.id, ...after })
  auditWrite(ctx, { action: 'key.changed', subjectId: key.id, details: { name: key.name, changes } })
}

/** Whoever rolls a key learns its secret: it must not do more than they may. */
export async function renewKey(
  ctx: WriteContext,
  rights: readonly Scope[],
  { key, overlapHours }: { key: ShownKey; overlapHours: number },
) {
  if (key.book_id !== ctx.account.book.id) {
    const mode = key.is_live ? 'live' : 'test'
    throw problem('conflict', { detail: `The key is of the ${mode} book: send X-Service-Book: ${mode}.` })
  }
  refuseBeyond(rights, key.scopes)
  return orConflict(rollKeyOf(ctx, { id: key.id, name: key.name, overlapHours }))
}

/** Once is enough: a key revoked before stays as it was. */
export async function stopKey(ctx: WriteContext, { id }: ShownKey): Promise<void> {
  const key = await lockKey(ctx.tx, id)
  if (!key || statusOf(key, ctx.serviceTime) === 'revoked') return
  await revokeKey(ctx.tx, id, ctx.serviceTime)
  auditWrite(ctx, { action: 'key.revoked', subjectId: id, details: revokedOf(key) })
}
