/** What a delivery carried, to the byte, for people who ask why a receiver refused it. */
import { Type } from 'typebox'
import type { EventType } from '../../../contract/events.ts'
import { Nullable, Shape, Uuid } from '../../../contract/schema.ts'
import { documentOfStep } from '../../../contract/steps.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { readerOf } from '../../../kernel/rights.ts'
import { redactedBytes } from '../../events/index.ts'
import { webhookDeliveries } from './document.ts'
import { findFrozenBody } from './store.ts'

const DeliveryPayload = Shape({
  object: Type.Literal('webhook_payload'),
  id: Uuid,
  body: Nullable(
    Type.String({ description: 'As it was sent, to the byte; null when it is no longer kept or was never frozen.' }),
  ),
  is_redacted: Type.Boolean({ description: 'Without the record: the key or the reader may not see it.' }),
})

export const deliveryPayload = defineEndpoint({
  id: 'webhookDeliveries.payload',
  method: 'GET',
  path: `${webhookDeliveries.path}/{id}/payload`,
  summary: 'Show what a webhook delivery carries',
  access: { scopes: ['webhooks:manage'], persons: ['owner', 'admin'] },
  returns: { status: 200, schema: DeliveryPayload },
  errors: [],
  record: ({ id }, { db, account }) => findFrozenBody(db, account.book.id, id!),
  async handle({ record: { id, type, body, is_redacted } }, { caller }) {
    const mayRead = body !== null && readerOf(caller)(type as EventType, documentOfStep(type as EventType, body))
    const shown = body !== null && !is_redacted && !mayRead ? redactedBytes(body) : body
    return {
      body: {
        object: 'webhook_payload' as const,
        id,
        body: shown?.toString() ?? null,
        is_redacted: is_redacted || (body !== null && !mayRead),
      },
    }
  },
})
