/** The wire shape of an audit entry. */
import { Type } from 'typebox'
import { described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../contract/schema.ts'

export const actorTypes = ['user', 'api_key', 'cli', 'system'] as const

export const AuditEntry = Shape({
  object: Type.Literal('audit_entry'),
  sequence: Type.Integer({
    description: 'From 1, without a gap. Where old entries are not kept, the first is a later one.',
  }),
  at: InstantText,
  actor: Shape({
    type: OneOf(actorTypes),
    id: Nullable(Uuid),
    name: described<string | null>(Nullable(Type.String()), 'As the user or the key is called now.'),
  }),
  action: Type.String({ description: 'Such as key.created.' }),
  record_id: described<string | null>(Nullable(Uuid), 'What was changed.'),
  details: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'What else is told; `changes` has each field that is another now, from and to.',
  }),
  address: Nullable(Type.String()),
  request_id: Nullable(Uuid),
  endpoint: described<string | null>(Nullable(Type.String()), 'Such as users.update.'),
  hash: Type.String({ description: 'Of this entry and all before it.' }),
})
export type AuditEntry = Static<typeof AuditEntry>
