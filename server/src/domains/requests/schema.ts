/** The wire shapes of the log of calls. */
import { Type } from 'typebox'
import { DateText, described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../contract/schema.ts'

const fields = {
  object: Type.Literal('request'),
  id: Uuid,
  created_at: InstantText,
  key_id: Nullable(Uuid),
  user_id: Nullable(Uuid),
  method: Type.String(),
  route: Nullable(Type.String({ description: 'The id of the endpoint; null where the path has none.' })),
  path: Type.String(),
  query: Nullable(Type.String()),
  status: Type.Integer(),
  code: Nullable(Type.String({ description: 'Of a refusal.' })),
  duration_ms: Type.Integer(),
  bytes: Nullable(Type.Integer({ description: 'Of the answer; null of a stream.' })),
  idempotency_key: Nullable(Type.String()),
  address: Type.String(),
}

export const LoggedRequest = Shape(fields)

export const LoggedRequestWithBodies = Shape({
  ...fields,
  request_body: Nullable(Type.String({ description: 'The first 8 kB, without secrets; null where it is not kept.' })),
  answer_body: Nullable(Type.String()),
})

const statusClasses = ['2xx', '3xx', '4xx', '5xx', 'refused'] as const

export const RequestFilters = Shape({
  key_id: Type.Optional(Uuid),
  user_id: Type.Optional(Uuid),
  status: Type.Optional(OneOf(statusClasses)),
  code: Type.Optional(Type.String({ maxLength: 100 })),
  method: Type.Optional(OneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE'])),
  route: Type.Optional(Type.String({ maxLength: 100 })),
  path: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the path.' })),
  request_id: Type.Optional(Uuid),
  date_from: Type.Optional(described<string>(DateText, 'From this day of the account on.')),
  date_to: Type.Optional(described<string>(DateText, 'Up to this day, itself included.')),
})
export type RequestFilters = Static<typeof RequestFilters>

export const CallsOfCaller = Shape({
  object: Type.Literal('list'),
  data: Type.Array(
    Shape({
      object: Type.Literal('call_count'),
      caller_id: described<string>(Uuid, 'The key or the user.'),
      calls: Type.Integer(),
      refused: Type.Integer(),
      dropped: Type.Integer({ description: 'Calls the log has no row of, because it had no room.' }),
    }),
  ),
})
