/** The wire shapes of users, as those who manage them see them. */
import { Type } from 'typebox'
import {
  described,
  Email,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { type Role, roles, scopes } from '../../../contract/scopes.ts'

export const userStatuses = ['active', 'invited', 'deactivated'] as const
export type UserStatus = (typeof userStatuses)[number]

export const RoleName = OneOf(Object.keys(roles) as Role[])

const Rights = Type.Array(OneOf(scopes), {
  maxItems: scopes.length,
  uniqueItems: true,
  description: 'Instead of those of the role: the same words as the scopes of keys.',
})

export const User = Shape({
  object: Type.Literal('user'),
  id: Uuid,
  email: Type.String(),
  name: Type.String(),
  role: RoleName,
  rights: Type.Array(OneOf(scopes)),
  has_role_rights: Type.Boolean({ description: 'The rights are exactly those of the role.' }),
  status: OneOf(userStatuses),
  is_self: Type.Boolean(),
  has_two_steps: Type.Boolean({ description: 'Signs in with a second step or a passkey.' }),
  last_seen_at: described<string | null>(Nullable(InstantText), 'Of the sessions that are open.'),
  invitation_expires_at: described<string | null>(Nullable(InstantText), 'Of the invitation that waits.'),
  created_at: InstantText,
  updated_at: InstantText,
})
export type User = Static<typeof User>

export const InvitedUser = Shape({
  ...User.properties,
  invitation_link: described<string | null>(
    Nullable(Type.String()),
    'To be handed over where mail goes into files; null where it was sent. Shown now, and never again.',
  ),
})

export const UserCreate = Shape({
  email: Email,
  name: Text(1, 200),
  role: RoleName,
  rights: Type.Optional(Rights),
})
export type UserCreate = Static<typeof UserCreate>

export const UserPatch = Shape({
  email: Type.Optional(described<string>(Email, 'Until the invitation is accepted.')),
  name: Type.Optional(Text(1, 200)),
  role: Type.Optional(RoleName),
  rights: Type.Optional(Rights),
})
export type UserPatch = Static<typeof UserPatch>

export const SignInSettings = Shape({
  object: Type.Literal('sign_in_settings'),
  owners_need_two_steps: Type.Boolean({ description: 'Owners may do nothing before they have a second step.' }),
})

export const SignInSettingsPatch = Shape({ owners_need_two_steps: Type.Optional(Type.Boolean()) })
