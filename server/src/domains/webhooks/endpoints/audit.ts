/** What the audit is told of an endpoint: neither its secret nor the path of its address, where a secret may stand. */
import { auditWrite } from '../../../kernel/audit.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import type { EndpointRow } from './store.ts'

export const auditEndpoint = (ctx: WriteContext, done: string, endpoint: EndpointRow): void =>
  auditWrite(ctx, {
    action: `webhook_endpoint.${done}`,
    subjectId: endpoint.id,
    details: {
      mode: ctx.account.book.isLive ? 'live' : 'test',
      host: new URL(endpoint.url).host,
      types: endpoint.types,
      status: endpoint.status,
      key_id: endpoint.key_id,
      owner_id: endpoint.owner_id,
    },
  })
