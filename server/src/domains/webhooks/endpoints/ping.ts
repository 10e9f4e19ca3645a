/** The test ping of a webhook endpoint: sent at once, and told step by step. */
import { Type } from 'typebox'
import { problem } from '../../../contract/problems.ts'
import { apiVersion, Nullable, Shape, Uuid } from '../../../contract/schema.ts'
import { actorOf } from '../../../kernel/caller.ts'
import { defineEndpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import type { PingResult } from '../../../kernel/ports/webhooks.ts'
import { newId } from '../../../lib/ids.ts'
import { toInstant } from '../../../lib/instants.ts'
import { endpointOfPath, testAction, webhookEndpoints } from './document.ts'
import { endpointTable } from './store.ts'

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

const notSent: PingResult = {
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
  const endpoint = await endpointTable.find(db, caller.book.id, params.id!)
  if (!endpoint) throw problem('not_found')
  if (!webhooks.sealer) throw problem('webhooks_not_configured')
  // A dry run sends nothing.
  if ((query as { dry_run?: boolean }).dry_run) return { ready: notSent }
  const secret = webhooks.sealer.open(endpoint.secret, { bookId: caller.book.id, ownerId: endpoint.id })
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
      actor: actorOf(caller),
      request_id: newId(),
      data: { object: { object: 'webhook_endpoint', id: endpoint.id }, changes: null, created: null },
    },
  )
  return { ready: result }
}

export const pingEndpoint = defineEndpoint({
  id: `${webhookEndpoints.id}.actions.${testAction.key}`,
  method: 'POST',
  path: `${webhookEndpoints.path}/{id}/actions/${testAction.key}`,
  summary: 'Send a test ping to a webhook endpoint',
  description: testAction.summary,
  access: webhookEndpoints.access.write,
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
