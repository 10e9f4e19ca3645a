/** The wire shapes of API keys. */
import { Type } from 'typebox'
import { described, InstantText, Nullable, OneOf, Shape, type Static, Text, Uuid } from '../../contract/schema.ts'
import { type Preset, presets, scopes } from '../../contract/scopes.ts'

export const keyStatuses = ['active', 'expired', 'revoked'] as const
export type KeyStatus = (typeof keyStatuses)[number]

export const KeyMode = OneOf(['live', 'test'])

const presetNames = Object.keys(presets) as Preset[]
const Scopes = Type.Array(OneOf(scopes), { minItems: 1, maxItems: scopes.length, uniqueItems: true })
const Addresses = Type.Array(Text(1, 50), {
  maxItems: 50,
  description: 'IP addresses and CIDR ranges it may be used from; none: from anywhere.',
})
const ExpiresAt = described<string | null>(Nullable(InstantText), 'When it stops working; null: never.')

export const ApiKey = Shape({
  object: Type.Literal('api_key'),
  id: Uuid,
  name: Type.String(),
  mode: KeyMode,
  prefix: Type.String({ description: 'The first twelve characters.' }),
  last_four: Type.String(),
  preset: Nullable(OneOf(presetNames)),
  scopes: Type.Array(OneOf(scopes)),
  allowed_addresses: Type.Array(Type.String()),
  owner: Shape({ id: Uuid, email: Type.String(), name: Type.String() }, { description: 'Whom it acts for.' }),
  status: OneOf(keyStatuses),
  expires_at: Nullable(InstantText),
  revoked_at: Nullable(InstantText),
  replaced_by: described<string | null>(Nullable(Uuid), 'The key it was rolled to.'),
  last_used_at: described<string | null>(Nullable(InstantText), 'To the minute; null: never, or before it was kept.'),
  calls_24h: described<number | null>(Nullable(Type.Integer()), 'Null where no log of requests is kept.'),
  created_at: InstantText,
})
export type ApiKey = Static<typeof ApiKey>

const secret = Type.String({ description: 'The key itself: shown now, and never again.' })

export const ApiKeyWithSecret = Shape({ ...ApiKey.properties, secret })

export const RolledApiKey = Shape({
  ...ApiKey.properties,
  secret,
  old_id: Uuid,
  old_expires_at: described<string>(InstantText, 'Until then the old one works as well.'),
  moved_endpoints: Type.Integer({ description: 'Webhook endpoints that went along.' }),
})

export const ApiKeyCreate = Shape({
  name: Text(1, 100),
  mode: KeyMode,
  preset: Type.Optional(OneOf(presetNames)),
  scopes: Type.Optional(Scopes),
  allowed_addresses: Type.Optional(Addresses),
  expires_at: Type.Optional(ExpiresAt),
})
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyPatch = Shape({
  name: Type.Optional(Text(1, 100)),
  preset: Type.Optional(OneOf(presetNames)),
  scopes: Type.Optional(Scopes),
  allowed_addresses: Type.Optional(Addresses),
  expires_at: Type.Optional(ExpiresAt),
})
export type ApiKeyPatch = Static<typeof ApiKeyPatch>

export const ApiKeyRoll = Shape({
  overlap_hours: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 168, default: 24, description: 'How long the old one goes on working.' }),
  ),
})
