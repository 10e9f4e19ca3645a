/** Webhook endpoints: list, detail, register, change, their actions, a test ping. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { apiVersion, Nullable, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet, ofPath } from '../../../kernel/record.ts'
import type { PingResult } from '../../../kernel/webhooks.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import {
  addEndpoint,
  changeEndpoint,
  disableEndpoint,
  enableEndpoint,
  replayEvents,
  revokePreviousSecret,
  rotateSecret,
  type WithSecret,
} from './actions.ts'
import {
  endpointStatuses,
  endpointWorkflow,
  openActions,
  typeFaults,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
} from './schema.ts'
import { type EndpointRow, findEndpoint, listEndpoints } from './store.ts'
import { endpointView } from './view.ts'

const manage = { scopes: ['webhooks:manage'] } as const

const shown = async (row: EndpointRow, { account }: RecordContext) => ({
  body: endpointView(row, account.book.isLive),
  version: row.version,
})

const shownWithSecret = ({ endpoint, secret }: WithSecret, { account }: RecordContext) => ({
  body: { ...endpointView(endpoint, account.book.isLive), secret },
  version: endpoint.version,
  isSecret: true,
})

const kind = {
  id: 'webhookEndpoints',
  path: '/webhook-endpoints',
  name: 'a webhook endpoint',
  object: 'webhook_endpoint',
  read: manage,
  schema: WebhookEndpoint,
  find: findEndpoint,
  show: shown,
} as const

const endpointOfPath = ofPath(kind)

/** Looked up before the book is taken: a name server may take its time. */
async function refuseAddress(url: string | undefined, { webhooks }: PrepareContext): Promise<void> {
  const fault = url === undefined ? undefined : await webhooks.addressFault(url)
  if (fault) throw problem('invalid_url', { detail: fault })
}

const list = defineList({
  id: 'webhookEndpoints.list',
  path: '/webhook-endpoints',
  summary: 'List webhook endpoints',
  access: manage,
  filters: Shape({ status: Type.Optional(OneOf(endpointStatuses)) }),
  record: WebhookEndpoint,
  select: (ctx, { filters, where }, page) =>
    listEndpoints(
      ctx.db,
      ctx.account.book.id,
      [...where, ...conditionsOf(filters, { status: is(sql`r.status`) })],
      page,
    ),
  view: (row, ctx) => endpointView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'webhookEndpoints.create',
  method: 'POST',
  path: '/webhook-endpoints',
  summary: 'Register a webhook endpoint',
  description:
    'It gets the events that happen from now on. The signing secret is shown in this answer only. What the key may ' +
    'not read, or may no longer read when an event is sent, its endpoint sees redacted.',
  access: manage,
  body: WebhookEndpointCreate,
  returns: { status: 201, schema: WebhookEndpointWithSecret, etag: true },
  errors: ['invalid_url', 'endpoint_limit', 'webhooks_not_configured'],
  faults: typeFaults,
  async prepare({ body }, ctx) {
    if (!ctx.webhooks.sealer) throw problem('webhooks_not_configured')
    await refuseAddress(body.url, ctx)
    return { ready: ctx.caller.key.id }
  },
  async handle({ body, ready }, ctx) {
    const added = await addEndpoint(ctx, body, ready)
    return { ...shownWithSecret(added, ctx), location: locationOf('webhook_endpoint', added.endpoint.id) }
  },
})

const patch = defineEndpoint({
  id: 'webhookEndpoints.update',
  method: 'PATCH',
  path: '/webhook-endpoints/{id}',
  summary: 'Change a webhook endpoint',
  description:
    'Deliveries that wait go to the new address; other types count for events to come. Another key than the one of ' +
    'the endpoint makes it its own by another address or other types, as by rotating its secret, enabling or ' +
    'replaying it: its rights then decide what is shown.',
  access: manage,
  body: WebhookEndpointPatch,
  returns: { status: 200, schema: WebhookEndpoint, etag: true },
  errors: ['invalid_url', 'stale_version'],
  faults: typeFaults,
  record: endpointOfPath,
  async prepare({ body }, ctx) {
    await refuseAddress(body.url, ctx)
    return { ready: undefined }
  },
  handle: async ({ body, record }, ctx) => shown(await changeEndpoint(ctx, record, body), ctx),
})

const Ping = Shape({
  object: Type.Literal('webhook_ping'),
  endpoint_id: Uuid,
  succeeded: Type.Boolean(),
  http_status: Nullable(Type.Integer()),
  error: Nullable(Type.String({ description: 'Such as dns, address_not_public, tls: …, timeout, http_500.' })),
  duration_ms: Type.Integer(),
  dns_ms: Nullable(Type.Integer()),
  connect_ms: Nullable(Type.Integer()),
  tls_ms: Nullable(Type.Integer()),
  response_snippet: Nullable(Type.String()),
  livemode: Type.Boolean(),
})

const unsent: PingResult = {
  httpStatus: null,
  error: 'not_sent',
  durationMs: 0,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  responseSnippet: null,
}

/** Sent at once and outside any transaction; nothing of it is counted or kept. */
async function ping({ params, query }: { params: Record<string, string>; query: unknown }, ctx: PrepareContext) {
  const { caller, db, webhooks, nowMs } = ctx
  const endpoint = await findEndpoint(db, caller.book.id, params.id!)
  if (!endpoint) throw problem('not_found')
  if (!webhooks.sealer) throw problem('webhooks_not_configured')
  // A rehearsal reaches nobody.
  if ((query as { dry_run?: boolean }).dry_run) return { ready: unsent }
  const secret = webhooks.sealer.open(endpoint.secret, { bookId: caller.book.id, endpointId: endpoint.id })
  const result = await webhooks.ping(
    { url: endpoint.url, secrets: [secret] },
    {
      object: 'event',
      id: newId(),
      sequence: 0,
      type: 'webhook.ping',
      api_version: apiVersion,
      livemode: caller.book.isLive,
      created_at: toInstant(nowMs),
      actor: { type: 'api_key', id: caller.key.id },
      request_id: newId(),
      data: { object: { object: 'webhook_endpoint', id: endpoint.id }, changes: null, created: null },
    },
  )
  return { ready: result }
}

const testSummary = 'A signed event of the type `webhook.ping`, at once, in any state; it counts for nothing.'

const test = defineEndpoint({
  id: 'webhookEndpoints.actions.test',
  method: 'POST',
  path: '/webhook-endpoints/{id}/actions/test',
  summary: 'Send a test ping to a webhook endpoint',
  description: testSummary,
  access: manage,
  body: Shape({}),
  returns: { status: 200, schema: Ping },
  errors: ['webhooks_not_configured', 'stale_version'],
  record: endpointOfPath,
  prepare: ping,
  handle: async ({ record, ready }, ctx) => ({
    body: {
      object: 'webhook_ping' as const,
      endpoint_id: record.id,
      succeeded: ready.error === null,
      http_status: ready.httpStatus,
      error: ready.error,
      duration_ms: ready.durationMs,
      dns_ms: ready.dnsMs,
      connect_ms: ready.connectMs,
      tls_ms: ready.tlsMs,
      response_snippet: ready.responseSnippet,
      livemode: ctx.account.book.isLive,
    },
  }),
})

export const webhookEndpointEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(kind),
  patch,
  test,
  ...defineActions({
    id: 'webhookEndpoints',
    path: '/webhook-endpoints/{id}',
    name: 'a webhook endpoint',
    access: manage,
    workflow: endpointWorkflow,
    record: endpointOfPath,
    allowed: openActions,
    beside: [{ key: 'test', summary: testSummary }],
    returns: WebhookEndpointWithSecret,
    run: {
      enable: async (ctx, endpoint: EndpointRow, body) => shown(await enableEndpoint(ctx, endpoint, body), ctx),
      disable: async (ctx, endpoint: EndpointRow) => shown(await disableEndpoint(ctx, endpoint), ctx),
      rotate_secret: async (ctx, endpoint: EndpointRow, body) =>
        shownWithSecret(await rotateSecret(ctx, endpoint, body), ctx),
      revoke_previous_secret: async (ctx, endpoint: EndpointRow) =>
        shown(await revokePreviousSecret(ctx, endpoint), ctx),
      replay: async (ctx, endpoint: EndpointRow, body) => shown(await replayEvents(ctx, endpoint, body), ctx),
    },
  }),
]
