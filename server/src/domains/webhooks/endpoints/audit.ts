/** What the audit is told of an endpoint: neither its secret nor the path of its address, where a secret may stand. */
import { appendAudit } from '../../../kernel/audit.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { EndpointRow } from './store.ts'

export const auditEndpoint = (ctx: WriteContext, done: string, endpoint: EndpointRow): Promise<void> =>
  appendAudit(ctx.tx, {
    tenantId: ctx.account.tenant.id,
    at: ctx.now,
    actor: ctx.actor,
    action: `webhook_endpoint.${done}`,
    subjectId: endpoint.id,
    details: {
      mode: ctx.account.book.isLive ? 'live' : 'test',
      host: new URL(endpoint.url).host,
      types: endpoint.types,
      status: endpoint.status,
      key_id: endpoint.key_id,
    },
  })
