/** The wire shapes of webhook endpoints. */
import { Type } from 'typebox'
import { matchTypes } from '../../../contract/events.ts'
import type { ProblemRow } from '../../../contract/problems.ts'
import {
  described,
  InstantText,
  Nullable,
  OneOf,
  Patch,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { noEventType } from '../../../contract/unknown-event-types.ts'
import { envelope } from '../../../kernel/document.ts'

export const endpointStatuses = ['enabled', 'disabled', 'retired', 'archived'] as const
export type EndpointStatus = (typeof endpointStatuses)[number]

/** Why an endpoint gets nothing. */
export const disabledReasons = ['by_request', 'failures', 'gone'] as const

const fields = {
  object: Type.Literal('webhook_endpoint'),
  id: Uuid,
  url: Type.String(),
  description: Nullable(Type.String()),
  types: Type.Array(Type.String(), { description: 'Exact types, prefixes such as `invoice.*`, or `*`.' }),
  status: described<EndpointStatus>(
    OneOf(endpointStatuses),
    'retired: the receiver answered 410 Gone. archived: put away by the action archive; lists show it only when asked.',
  ),
  disabled_reason: Nullable(
    described<(typeof disabledReasons)[number]>(
      OneOf(disabledReasons),
      'by_request: by an action. failures: 50 failed attempts in a row. gone: the receiver answered 410.',
    ),
  ),
  exclude_own_events: Type.Boolean(),
  key_id: Nullable(
    described<string>(
      Uuid,
      'The key that registered it, or the last one that changed its address, types or secret, enabled or replayed it. ' +
        'The endpoint sees what that key may read now; the rest is redacted. Null when a person registered it without ' +
        'a key: it sees what that person may read.',
    ),
  ),
  owner_id: Nullable(described<string>(Uuid, 'The person who registered it; null when a key did.')),
  api_version: Type.String(),
  consecutive_failures: Type.Integer({
    description: 'Failed attempts in a row, retries included. Any 2xx sets it to 0; at 50 the endpoint is disabled.',
  }),
  acked_sequence: Type.Integer({ description: 'Every matching event up to this one was delivered or given up.' }),
  previous_secret_expires_at: Nullable(InstantText),
  ...envelope,
}

export const WebhookEndpoint = Shape(fields)
export type WebhookEndpoint = Static<typeof WebhookEndpoint>

export const WebhookEndpointWithSecret = Shape(
  {
    ...fields,
    secret: Type.Optional(Type.String({ description: 'The signing secret, shown only once.' })),
  },
  { title: 'WebhookEndpointWithSecret' },
)
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>

const written = {
  url: Type.String({ minLength: 1, maxLength: 4000, description: 'A public https address.' }),
  types: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 100,
    description: 'Exact types, prefixes such as `invoice.*`, or `*`.',
  }),
  description: Type.Optional(Nullable(Text(0, 400))),
  exclude_own_events: Type.Optional(
    Type.Boolean({ default: false, description: "Skip events caused by the endpoint's own key." }),
  ),
}

export const WebhookEndpointCreate = Shape({
  ...written,
  key_id: Type.Optional(
    Nullable(
      described<string>(
        Uuid,
        'For people: the key whose rights decide what the endpoint sees; without it, their own. A key registers for itself.',
      ),
    ),
  ),
})
export type WebhookEndpointCreate = Static<typeof WebhookEndpointCreate>
export const WebhookEndpointPatch = Patch(Shape(written))
export type WebhookEndpointPatch = Static<typeof WebhookEndpointPatch>

/** A row for each pattern that stands for nothing. */
export function eventTypeErrors({ types }: Record<string, unknown>): ProblemRow[] {
  if (!Array.isArray(types)) return []
  return types.flatMap((pattern, index) =>
    typeof pattern !== 'string' || matchTypes([pattern]) instanceof Set
      ? []
      : [
          {
            field: `types[${index}]`,
            code: 'unknown_event_type' as const,
            message: noEventType([pattern]),
          },
        ],
  )
}

export const EnableBody = Shape({
  resume: Type.Optional(
    Type.Unsafe<'from_ack' | 'now' | number>({
      anyOf: [
        { type: 'string', enum: ['from_ack', 'now'] },
        { type: 'integer', minimum: 0 },
      ],
      default: 'from_ack',
      description:
        'Where to continue: after the last event it acknowledged, with the next event, or after this sequence.',
    }),
  ),
})
export type EnableBody = Static<typeof EnableBody>

export const RotateBody = Shape({
  overlap_hours: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'How long the old secret keeps signing.' }),
  ),
})
export type RotateBody = Static<typeof RotateBody>

export const ReplayBody = Shape({
  since_sequence: Type.Integer({ minimum: 0, description: 'Events after this one are sent again.' }),
})
export type ReplayBody = Static<typeof ReplayBody>
