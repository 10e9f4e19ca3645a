/** The wire shapes of sessions and of a person's own profile. */
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
} from '../../contract/schema.ts'
import { type Role, roles, scopes } from '../../contract/scopes.ts'
import { MeasureProfile } from '../core/index.ts'
import { longestPassword, shortestPassword } from './passwords.ts'

const RoleName = OneOf(Object.keys(roles) as Role[])

export const Preferences = Shape({
  language: Type.Optional(OneOf(['en', 'cs'])),
  theme: Type.Optional(OneOf(['system', 'light', 'dark'])),
  has_shortcuts: Type.Optional(Type.Boolean()),
  views: Type.Optional(
    Type.Array(Shape({ name: Text(1, 100), path: Text(1, 1_000) }), {
      maxItems: 100,
      description: 'Lists with their filters, as the person saved them.',
    }),
  ),
})
export type Preferences = Static<typeof Preferences>

const ChoosableAccount = Shape({ id: Uuid, slug: Type.String(), name: Type.String(), role: RoleName })

const ChosenAccount = Shape({
  id: Uuid,
  slug: Type.String(),
  name: Type.String(),
  vertical: Type.String(),
  country_code: Type.String(),
  time_zone: Type.String(),
  currency: Type.String({ description: 'What its books are kept in.' }),
  language: OneOf(['en', 'cs']),
  is_locked: Type.Boolean(),
  role: RoleName,
  rights: Type.Array(OneOf(scopes), { description: 'As far as the subscription reaches.' }),
  modules: Type.Array(Type.String()),
  owners_need_two_steps: Type.Boolean(),
  books: Type.Array(
    Shape({
      mode: OneOf(['live', 'test']),
      is_empty: Type.Boolean({ description: 'It has neither partners nor items yet.' }),
      time: described<string>(InstantText, 'What its clock shows; that of a sandbox may be ahead.'),
    }),
  ),
  limits: Shape({
    rate_per_min: Type.Integer(),
    max_keys: Type.Integer(),
    max_webhook_endpoints: Type.Integer(),
    max_partners: Type.Integer(),
    storage_mb: Type.Integer(),
    events_retention_days: Type.Integer(),
  }),
  measure_profile: MeasureProfile,
})

export const PasskeyOffer = Shape({
  is_offered: Type.Boolean(),
  reason: Nullable(Type.String({ description: 'Why not.' })),
})

export const SessionView = Shape({
  object: Type.Literal('session'),
  id: Uuid,
  next: Nullable(
    Type.String({
      enum: ['second_step', 'choose_account', 'set_up_second_step'],
      description: 'What is left to do before there is a book.',
    }),
  ),
  person: Shape({
    email: Type.String(),
    name: Type.String(),
    has_password: Type.Boolean(),
    has_passkeys: Type.Boolean(),
    has_totp: Type.Boolean(),
  }),
  accounts: Type.Array(ChoosableAccount, { description: 'Those the person may work in.' }),
  account: Type.Union([ChosenAccount, Type.Null()]),
  preferences: Preferences,
  expires_at: InstantText,
  confirmed_until: Nullable(InstantText),
  has_mail: Type.Boolean({ description: 'Mail leaves the machine; otherwise it goes into files.' }),
  passkey_offer: PasskeyOffer,
})
export type SessionView = Static<typeof SessionView>

const Secret = Type.String({ minLength: 1, maxLength: 1_000 })

/** As the browser gives it; what is in it is judged by its signature. */
export const PasskeyAnswer = Type.Object({ id: Type.String({ minLength: 1, maxLength: 2_000 }) })

export const SignIn = Shape({
  token: Type.Optional(Secret),
  email: Type.Optional(Email),
  password: Type.Optional(Secret),
  passkey: Type.Optional(PasskeyAnswer),
})
export type SignIn = Static<typeof SignIn>

const Code = Type.String({ minLength: 6, maxLength: 30, description: 'Six digits, or a recovery code.' })

export const SecondStep = Shape({ code: Code })

export const Confirmation = Shape({
  password: Type.Optional(Secret),
  code: Type.Optional(Code),
  passkey: Type.Optional(PasskeyAnswer),
})
export type Confirmation = Static<typeof Confirmation>
export const AccountChoice = Shape({ account_id: Uuid })

export const Profile = Shape({
  object: Type.Literal('profile'),
  email: Type.String(),
  name: Type.String(),
  role: RoleName,
  has_password: Type.Boolean(),
  has_passkeys: Type.Boolean(),
  has_totp: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  preferences: Preferences,
})
export type Profile = Static<typeof Profile>

export const ProfileUpdate = Shape({
  name: Type.Optional(Text(1, 200)),
  preferences: Type.Optional(Preferences),
})
export type ProfileUpdate = Static<typeof ProfileUpdate>

export const PasswordChange = Shape({
  password: Text(shortestPassword, longestPassword),
  current_password: Type.Optional(Secret),
})
export type PasswordChange = Static<typeof PasswordChange>

export const Device = Shape({
  object: Type.Literal('device'),
  id: Uuid,
  address: Type.String(),
  browser: Type.String({ description: 'As the browser calls itself.' }),
  created_at: InstantText,
  last_seen_at: InstantText,
  is_current: Type.Boolean(),
})
export type Device = Static<typeof Device>

export const Devices = Shape({ object: Type.Literal('list'), data: Type.Array(Device) })
