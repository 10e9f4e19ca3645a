/** Whose endpoint it is: a key's, or a person's, who may name a key. */
import { problem, validationFailed } from '../../../contract/problems.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { PrepareContext } from '../../../kernel/endpoint.ts'
import { toInstant } from '../../../lib/instants.ts'
import { requireProof } from '../../people/index.ts'
import type { WebhookEndpointCreate } from './schema.ts'
import { type EndpointRow, findKeyScopes } from './store.ts'

export type EndpointHolder = Pick<EndpointRow, 'key_id' | 'owner_id'>

export async function holderOf(ctx: PrepareContext, body: WebhookEndpointCreate): Promise<EndpointHolder> {
  const { caller } = ctx
  if (caller.pass.kind === 'key') return holderOfKey(caller, body)
  const keyId = body.key_id ?? null
  if (keyId !== null) await refuseGreaterKey(ctx, keyId)
  else if (body.exclude_own_events) throw ownEventsNeedKey()
  await proveBeforeSecret(ctx)
  return { key_id: keyId, owner_id: caller.owner.id }
}

/** Whoever is shown a signing secret could sign what a receiver believes. */
export async function proveBeforeSecret({ caller, db, nowMs }: PrepareContext): Promise<void> {
  if (caller.pass.kind === 'session') await requireProof(db, caller, nowMs)
}

function holderOfKey({ pass }: Caller, { key_id = pass.id }: WebhookEndpointCreate): EndpointHolder {
  if (key_id !== pass.id) throw refuseKeyId('A key registers endpoints for itself. Leave key_id out.')
  return { key_id: pass.id, owner_id: null }
}

/** Through the endpoint of a key a person reads what the key may. */
async function refuseGreaterKey({ caller, db, nowMs }: PrepareContext, keyId: string): Promise<void> {
  const key = await findKeyScopes(db, { bookId: caller.book.id, now: toInstant(nowMs) }, keyId)
  if (!key) throw refuseKeyId('There is no such key in use in this account and mode.')
  if (key.scopes.every(scope => caller.owner.rights.includes(scope))) return
  throw problem('forbidden', { detail: 'This key may do more than you may: you cannot register an endpoint for it.' })
}

const refuseKeyId = (message: string) => validationFailed([{ field: 'key_id', code: 'not_allowed', message }])

export const ownEventsNeedKey = () =>
  validationFailed([
    {
      field: 'exclude_own_events',
      code: 'not_allowed',
      message: 'Own events are those of a key, and this endpoint has none.',
    },
  ])
