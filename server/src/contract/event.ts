/** An event as the wire shows it. */
import { Type } from 'typebox'
import { InstantText, Nullable, OneOf, Shape, type Static, Uuid } from './schema.ts'

/** A record as lists show it; of which kind, the type of the event says. */
const EventRecord = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'The record as lists show it; only `object` and `id` in a redacted event.',
})

export const Event = Shape({
  object: Type.Literal('event'),
  id: Uuid,
  sequence: Type.Integer({ description: 'Numbers the events of the account 1, 2, 3 … without gaps.' }),
  type: Type.String(),
  api_version: Type.String(),
  livemode: Type.Boolean(),
  created_at: InstantText,
  actor: Shape({ type: OneOf(['api_key', 'user', 'system']), id: Nullable(Uuid) }),
  request_id: Uuid,
  data: Type.Object(
    {
      object: EventRecord,
      changes: Type.Optional(
        Type.Unsafe<string[] | null>({
          type: ['array', 'null'],
          items: { type: 'string', maxLength: 64 },
          maxItems: 200,
          description: 'The fields an update changed.',
        }),
      ),
      created: Type.Optional(
        Type.Unsafe<{ object: string; id: string } | null>({
          type: ['object', 'null'],
          properties: { object: { type: 'string' }, id: { type: 'string', format: 'uuid' } },
          required: ['object', 'id'],
          description: 'What an action created besides its own document.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  redacted: Type.Optional(
    Type.Literal(true, {
      description: 'The key may not read this kind of record, so the event shows only its type and id.',
    }),
  ),
})
export type Event = Static<typeof Event>
