/** Use cases of webhook endpoints: register, change, enable, disable, rotate, replay. */
import { problem } from '../../../contract/problems.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant, toMilliseconds } from '../../../lib/instants.ts'
import { newSecret } from '../signing.ts'
import { tellAudit } from './audit.ts'
import type { EnableBody, ReplayBody, RotateBody, WebhookEndpointCreate, WebhookEndpointPatch } from './schema.ts'
import {
  areOneKey,
  changeWaiting,
  countEndpoints,
  type EndpointRow,
  forgetFailures,
  insertEndpoint,
  lockEndpoint,
  logEnds,
  moveCursor,
  updateEndpoint,
} from './store.ts'

/** The plain secret leaves with the answer and is kept only sealed. */
export interface WithSecret {
  endpoint: EndpointRow
  secret: string
}

const sealerOf = ({ sealer }: WriteContext) => {
  if (!sealer) throw problem('webhooks_not_configured')
  return sealer
}

export async function addEndpoint(ctx: WriteContext, body: WebhookEndpointCreate, keyId: string): Promise<WithSecret> {
  const { book } = ctx.account
  const sealer = sealerOf(ctx)
  await refuseMore(ctx)
  const { latest } = await logEnds(ctx.tx, book.id)
  const [id, secret] = [newId(), newSecret()]
  const endpoint: EndpointRow = {
    id,
    version: 1,
    url: body.url,
    description: body.description ?? null,
    types: body.types,
    status: 'enabled',
    disabled_reason: null,
    exclude_own_events: body.exclude_own_events ?? false,
    key_id: keyId,
    secret: sealer.seal(secret, { bookId: book.id, endpointId: id }),
    previous_secret: null,
    previous_secret_expires_at: null,
    consecutive_failures: 0,
    cursor_sequence: latest,
    matched_sequence: 0,
    acked_sequence: latest,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await insertEndpoint(ctx.tx, book.id, endpoint)
  await tellAudit(ctx, 'created', endpoint)
  return { endpoint, secret }
}

async function refuseMore(ctx: WriteContext): Promise<void> {
  const { tenant, book } = ctx.account
  if ((await countEndpoints(ctx.tx, book.id)) >= tenant.limits.maxWebhookEndpoints) throw problem('endpoint_limit')
}

async function touch(ctx: WriteContext, endpoint: EndpointRow, done: string): Promise<EndpointRow> {
  const after = { ...endpoint, version: endpoint.version + 1, updated_at: ctx.now }
  await updateEndpoint(ctx.tx, ctx.account.book.id, after)
  await tellAudit(ctx, done, after)
  return (await lockEndpoint(ctx.tx, ctx.account.book.id, after.id))!
}

/**
 * Whoever decides where records go, which and from when on, answers for it with its own rights: a key that may only
 * manage webhooks cannot read through the endpoint of another one.
 */
async function takenOver(ctx: WriteContext, endpoint: EndpointRow): Promise<EndpointRow> {
  const { type, id } = ctx.actor
  if (type !== 'api_key' || id === null || id === endpoint.key_id) return endpoint
  // A rolled key and its successor are one: the old one takes nothing back.
  return (await areOneKey(ctx.tx, ctx.account.book.id, id, endpoint.key_id)) ? endpoint : { ...endpoint, key_id: id }
}

/** A patch that changes nothing keeps the version. */
export async function changeEndpoint(
  ctx: WriteContext,
  before: EndpointRow,
  body: WebhookEndpointPatch,
): Promise<EndpointRow> {
  const after: EndpointRow = {
    ...before,
    url: body.url ?? before.url,
    types: body.types ?? before.types,
    description: body.description === undefined ? before.description : body.description,
    exclude_own_events: body.exclude_own_events ?? before.exclude_own_events,
  }
  const isSameTarget = after.url === before.url && JSON.stringify(after.types) === JSON.stringify(before.types)
  if (!isSameTarget) return touch(ctx, await takenOver(ctx, after), 'changed')
  const isSame = after.description === before.description && after.exclude_own_events === before.exclude_own_events
  return isSame ? before : touch(ctx, after, 'changed')
}

export async function disableEndpoint(ctx: WriteContext, endpoint: EndpointRow): Promise<EndpointRow> {
  const bookId = ctx.account.book.id
  await lockEndpoint(ctx.tx, bookId, endpoint.id)
  await changeWaiting(ctx.tx, { bookId, now: ctx.now }, endpoint.id, 'held')
  return touch(ctx, { ...endpoint, status: 'disabled', disabled_reason: 'by_request' }, 'disabled')
}

/** Nothing is lost: what was held waits again, and the cursor still stands where the endpoint was left. */
export async function enableEndpoint(ctx: WriteContext, endpoint: EndpointRow, body: EnableBody): Promise<EndpointRow> {
  const bookId = ctx.account.book.id
  const at = { bookId, now: ctx.now }
  if (endpoint.status === 'retired') await refuseMore(ctx)
  const locked = (await lockEndpoint(ctx.tx, bookId, endpoint.id))!
  const { oldest, latest } = await logEnds(ctx.tx, bookId)
  const resume = body.resume ?? 'from_ack'
  const from = resume === 'now' ? latest : resume === 'from_ack' ? locked.cursor_sequence : Math.min(resume, latest)
  if (from < oldest - 1) throw problem('events_expired', { oldest_sequence: oldest, latest_sequence: latest })
  if (resume !== 'from_ack') {
    await changeWaiting(ctx.tx, at, endpoint.id, 'cancelled', from)
    await moveCursor(ctx.tx, bookId, endpoint.id, from)
  }
  await changeWaiting(ctx.tx, at, endpoint.id, 'pending')
  await forgetFailures(ctx.tx, bookId, endpoint.id)
  return touch(ctx, await takenOver(ctx, { ...endpoint, status: 'enabled', disabled_reason: null }), 'enabled')
}

export async function rotateSecret(ctx: WriteContext, endpoint: EndpointRow, body: RotateBody): Promise<WithSecret> {
  const sealer = sealerOf(ctx)
  const secret = newSecret()
  const hours = body.overlap_hours ?? 24
  const after = await touch(
    ctx,
    {
      ...(await takenOver(ctx, endpoint)),
      secret: sealer.seal(secret, { bookId: ctx.account.book.id, endpointId: endpoint.id }),
      previous_secret: hours === 0 ? null : endpoint.secret,
      previous_secret_expires_at: hours === 0 ? null : toInstant(toMilliseconds(ctx.now) + hours * 3_600_000),
    },
    'secret_rotated',
  )
  return { endpoint: after, secret }
}

export const revokePreviousSecret = async (ctx: WriteContext, endpoint: EndpointRow): Promise<EndpointRow> =>
  endpoint.previous_secret === null
    ? endpoint
    : touch(ctx, { ...endpoint, previous_secret: null, previous_secret_expires_at: null }, 'previous_secret_revoked')

/** The cursor goes back; the dispatcher meets the same events again and sends them once more. */
export async function replayEvents(
  ctx: WriteContext,
  endpoint: EndpointRow,
  { since_sequence }: ReplayBody,
): Promise<EndpointRow> {
  const bookId = ctx.account.book.id
  const locked = (await lockEndpoint(ctx.tx, bookId, endpoint.id))!
  const { oldest, latest } = await logEnds(ctx.tx, bookId)
  if (since_sequence < oldest - 1) throw problem('events_expired', { oldest_sequence: oldest, latest_sequence: latest })
  if (since_sequence >= locked.cursor_sequence) return locked
  await moveCursor(ctx.tx, bookId, endpoint.id, since_sequence)
  return touch(ctx, await takenOver(ctx, endpoint), 'replayed')
}
