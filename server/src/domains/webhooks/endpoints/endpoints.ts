/** Webhook endpoints: list, detail, register, change, their actions, a test ping. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { problem } from '../../../contract/problems.ts'
import { Shape, SomeOf } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import { documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint, type PrepareContext } from '../../../kernel/endpoint.ts'
import { isAnyOf } from '../../../kernel/filters.ts'
import { addEndpoint, changeEndpoint, endpointActions } from './actions.ts'
import { endpointOfPath, webhookEndpoints } from './document.ts'
import { holderOf } from './holder.ts'
import { pingEndpoint } from './ping.ts'
import {
  endpointStatuses,
  eventTypeErrors,
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointPatch,
  WebhookEndpointWithSecret,
} from './schema.ts'

const { path, object } = webhookEndpoints
const access = webhookEndpoints.access.write

/** Looked up before the book is taken: a name server may take its time. */
async function requireAddress(url: string | undefined, { webhooks }: PrepareContext): Promise<void> {
  const fault = url === undefined ? undefined : await webhooks.addressFault(url)
  if (fault) throw problem('invalid_url', { detail: fault })
}

const create = defineEndpoint({
  id: 'webhookEndpoints.create',
  method: 'POST',
  path,
  summary: 'Register a webhook endpoint',
  description:
    'It receives events from now on. The signing secret is shown only in this response. Events the key may not read ' +
    'at the time of sending are redacted.',
  access,
  body: WebhookEndpointCreate,
  returns: { status: 201, schema: WebhookEndpointWithSecret, etag: true },
  errors: ['invalid_url', 'endpoint_limit', 'webhooks_not_configured'],
  bodyErrors: eventTypeErrors,
  async prepare({ body }, ctx) {
    if (!ctx.webhooks.sealer) throw problem('webhooks_not_configured')
    const holder = await holderOf(ctx, body)
    await requireAddress(body.url, ctx)
    return { ready: holder }
  },
  async handle({ body, ready }, ctx) {
    const { endpoint, secret } = await addEndpoint(ctx, body, ready)
    const reply = await webhookEndpoints.reply(endpoint, ctx)
    return { ...reply, body: { ...reply.body, secret }, isSecret: true, location: locationOf(object, endpoint.id) }
  },
})

const patch = defineEndpoint({
  id: 'webhookEndpoints.update',
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Update a webhook endpoint',
  description:
    'Waiting deliveries go to the new address; new types apply to future events. A different key that changes the ' +
    'address or types, rotates the secret, enables or replays the endpoint takes it over: its rights then decide ' +
    'what is shown.',
  access,
  body: WebhookEndpointPatch,
  returns: { status: 200, schema: WebhookEndpoint, etag: true },
  errors: ['invalid_url', 'stale_version'],
  bodyErrors: eventTypeErrors,
  record: endpointOfPath,
  async prepare({ body }, ctx) {
    await requireAddress(body.url, ctx)
    return { ready: undefined }
  },
  handle: async ({ body, record }, ctx) => webhookEndpoints.reply(await changeEndpoint(ctx, record, body), ctx),
})

export const webhookEndpointEndpoints: readonly Endpoint[] = [
  documentList(webhookEndpoints, {
    description: 'Archived ones are left out unless `status` or `include_archived` asks for them.',
    filters: Shape({
      status: Type.Optional(SomeOf(endpointStatuses)),
      include_archived: Type.Optional(
        Type.Boolean({ default: false, description: 'Also the archived ones, whatever their status was.' }),
      ),
    }),
    rules: () => ({ status: isAnyOf(sql`r.status`) }),
    always: ({ status, include_archived }) =>
      status === undefined && include_archived !== true ? [sql`r.status <> 'archived'`] : [],
  }),
  create,
  ...documentReads(webhookEndpoints),
  patch,
  pingEndpoint,
  ...endpointActions.endpoints,
]
