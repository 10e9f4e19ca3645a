/** Use cases of webhook endpoints: register, change, enable, disable, archive, rotate, replay. */
import { problem } from '../../../contract/problems.ts'
import { scopes } from '../../../contract/scopes.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentActions } from '../../../kernel/document-actions.ts'
import type { Transition } from '../../../kernel/transitions.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant, toMilliseconds } from '../../../lib/instants.ts'
import { newSecret } from '../signing.ts'
import { auditEndpoint } from './audit.ts'
import { webhookEndpoints } from './document.ts'
import { type EndpointHolder, ownEventsNeedKey, proveBeforeSecret } from './holder.ts'
import {
  type EnableBody,
  type EndpointStatus,
  type ReplayBody,
  type RotateBody,
  type WebhookEndpointCreate,
  type WebhookEndpointPatch,
  WebhookEndpointWithSecret,
} from './schema.ts'
import {
  areOneKey,
  changeWaiting,
  countEndpoints,
  type EndpointRow,
  forgetFailures,
  lockEndpoint,
  logEnds,
  moveCursor,
} from './store.ts'

/** The plain secret leaves with the answer and is kept only sealed. */
export interface WithSecret {
  endpoint: EndpointRow
  secret: string
}

const requireSealer = ({ sealer }: WriteContext) => {
  if (!sealer) throw problem('webhooks_not_configured')
  return sealer
}

export async function addEndpoint(
  ctx: WriteContext,
  body: WebhookEndpointCreate,
  holder: EndpointHolder,
): Promise<WithSecret> {
  const { book } = ctx.account
  const sealer = requireSealer(ctx)
  await requireRoom(ctx)
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
    ...holder,
    secret: sealer.seal(secret, { bookId: book.id, ownerId: id }),
    previous_secret: null,
    previous_secret_expires_at: null,
    consecutive_failures: 0,
    cursor_sequence: latest,
    matched_sequence: 0,
    acked_sequence: latest,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  await webhookEndpoints.insert(ctx, endpoint)
  auditEndpoint(ctx, 'created', endpoint)
  return { endpoint, secret }
}

async function requireRoom(ctx: WriteContext): Promise<void> {
  const { tenant, book } = ctx.account
  if ((await countEndpoints(ctx.tx, book.id)) >= tenant.limits.maxWebhookEndpoints) throw problem('endpoint_limit')
}

/** What was done is audited; the answer shows the counters as the dispatcher has them by now. */
async function finishChange(ctx: WriteContext, done: string, endpoint: EndpointRow): Promise<EndpointRow> {
  auditEndpoint(ctx, done, endpoint)
  return (await lockEndpoint(ctx.tx, ctx.account.book.id, endpoint.id))!
}

/**
 * Whoever decides where records go, which and from when on, answers for it with its own rights: a key that may only
 * manage webhooks cannot read through the endpoint of another one.
 */
async function takeOver(ctx: WriteContext, endpoint: EndpointRow): Promise<EndpointHolder> {
  const { type, id } = ctx.actor
  const { key_id, owner_id } = endpoint
  if (type === 'user') return takeOverByPerson(ctx, endpoint)
  if (type !== 'api_key' || id === null || id === key_id) return { key_id, owner_id }
  // A rolled key and its successor are one: the old one takes nothing back.
  const isOne = key_id !== null && (await areOneKey(ctx.tx, ctx.account.book.id, [id, key_id]))
  return isOne ? { key_id, owner_id } : { key_id: id, owner_id: null }
}

/** Where a key decides what is shown, it goes on deciding; otherwise it is from now on this person's endpoint. */
function takeOverByPerson(ctx: WriteContext, { key_id }: EndpointRow): EndpointHolder {
  if (key_id !== null) refuseLesserPerson(ctx)
  return { key_id, owner_id: ctx.actor.id }
}

/** The key goes on deciding what is shown, and a person is no key: who could not read it all may not send it elsewhere. */
function refuseLesserPerson({ holder }: WriteContext): void {
  if (scopes.every(scope => holder?.owner.rights.includes(scope))) return
  throw problem('forbidden', { detail: 'Where the records of a key go is decided by people with all rights.' })
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
  if (after.exclude_own_events && after.key_id === null) throw ownEventsNeedKey()
  const isSameTarget = after.url === before.url && JSON.stringify(after.types) === JSON.stringify(before.types)
  const isSame = after.description === before.description && after.exclude_own_events === before.exclude_own_events
  if (isSameTarget && isSame) return before
  const owner = isSameTarget ? {} : await takeOver(ctx, after)
  return finishChange(ctx, 'changed', await webhookEndpoints.touch(ctx, after, owner))
}

type Change = Promise<Transition<EndpointRow, EndpointStatus>>

async function disable(ctx: WriteContext, endpoint: EndpointRow): Change {
  const bookId = ctx.account.book.id
  await lockEndpoint(ctx.tx, bookId, endpoint.id)
  await changeWaiting(ctx.tx, { bookId, now: ctx.serviceTime }, { endpointId: endpoint.id, to: 'held' })
  return { changes: { disabled_reason: 'by_request' }, afterwards: after => finishChange(ctx, 'disabled', after) }
}

/** As a receiver that is gone: nobody waits for what was to come. */
async function archive(ctx: WriteContext, endpoint: EndpointRow): Change {
  const bookId = ctx.account.book.id
  await lockEndpoint(ctx.tx, bookId, endpoint.id)
  await changeWaiting(ctx.tx, { bookId, now: ctx.serviceTime }, { endpointId: endpoint.id, to: 'cancelled' })
  return { changes: { disabled_reason: 'by_request' }, afterwards: after => finishChange(ctx, 'archived', after) }
}

async function unarchive(ctx: WriteContext): Change {
  await requireRoom(ctx)
  return { afterwards: after => finishChange(ctx, 'unarchived', after) }
}

/** Nothing is lost: what was held waits again, and the cursor still stands where the endpoint was left. */
async function enable(ctx: WriteContext, endpoint: EndpointRow, body: EnableBody): Change {
  const { id: endpointId } = endpoint
  const bookId = ctx.account.book.id
  const at = { bookId, now: ctx.serviceTime }
  if (endpoint.status === 'retired') await requireRoom(ctx)
  const locked = (await lockEndpoint(ctx.tx, bookId, endpointId))!
  const { oldest, latest } = await logEnds(ctx.tx, bookId)
  const resume = body.resume ?? 'from_ack'
  const from = resume === 'now' ? latest : resume === 'from_ack' ? locked.cursor_sequence : Math.min(resume, latest)
  if (from < oldest - 1) throw problem('events_expired', { oldest_sequence: oldest, latest_sequence: latest })
  const isFromAck = resume === 'from_ack'
  // All behind a place come again with the cursor: one that waited and was sent before it came by would be sent twice.
  await changeWaiting(ctx.tx, at, { endpointId, to: isFromAck ? 'pending' : 'cancelled' })
  if (!isFromAck) await moveCursor(ctx.tx, { bookId, id: endpointId }, from)
  await forgetFailures(ctx.tx, bookId, endpointId)
  return {
    changes: { disabled_reason: null, ...(await takeOver(ctx, endpoint)) },
    afterwards: after => finishChange(ctx, 'enabled', after),
  }
}

async function rotateSecret(ctx: WriteContext, endpoint: EndpointRow, body: RotateBody): Change {
  const sealer = requireSealer(ctx)
  const secret = newSecret()
  const hours = body.overlap_hours ?? 24
  return {
    changes: {
      ...(await takeOver(ctx, endpoint)),
      secret: sealer.seal(secret, { bookId: ctx.account.book.id, ownerId: endpoint.id }),
      previous_secret: hours === 0 ? null : endpoint.secret,
      previous_secret_expires_at: hours === 0 ? null : toInstant(toMilliseconds(ctx.serviceTime) + hours * 3_600_000),
    },
    secrets: { secret },
    afterwards: after => finishChange(ctx, 'secret_rotated', after),
  }
}

async function revokePreviousSecret(ctx: WriteContext, endpoint: EndpointRow): Change {
  if (endpoint.previous_secret === null) return { isUnchanged: true }
  return {
    changes: { previous_secret: null, previous_secret_expires_at: null },
    afterwards: after => finishChange(ctx, 'previous_secret_revoked', after),
  }
}

/** The cursor goes back; the dispatcher meets the same events again and sends them once more. */
async function replay(ctx: WriteContext, endpoint: EndpointRow, { since_sequence: since }: ReplayBody): Change {
  const bookId = ctx.account.book.id
  const locked = (await lockEndpoint(ctx.tx, bookId, endpoint.id))!
  const { oldest, latest } = await logEnds(ctx.tx, bookId)
  if (since < oldest - 1) throw problem('events_expired', { oldest_sequence: oldest, latest_sequence: latest })
  if (since >= locked.cursor_sequence) return { isUnchanged: true, answer: locked }
  await moveCursor(ctx.tx, { bookId, id: endpoint.id }, since)
  return { changes: await takeOver(ctx, endpoint), afterwards: after => finishChange(ctx, 'replayed', after) }
}

export const endpointActions = documentActions(
  webhookEndpoints,
  {
    enable,
    disable,
    archive,
    unarchive,
    rotate_secret: rotateSecret,
    revoke_previous_secret: revokePreviousSecret,
    replay,
  },
  { returns: WebhookEndpointWithSecret, beforehand: { rotate_secret: proveBeforeSecret } },
)
