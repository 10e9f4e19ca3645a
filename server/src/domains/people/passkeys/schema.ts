/** The wire shapes of passkeys. What the browser makes of options, and answers, is its own affair. */
import { Type } from 'typebox'
import { InstantText, Nullable, Shape, type Static, Text, Uuid } from '../../../contract/schema.ts'
import { PasskeyAnswer, PasskeyOffer } from '../schema.ts'

/** As `navigator.credentials` takes it, in JSON. */
const Options = Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true })

export const SignInOptions = Shape({
  object: Type.Literal('passkey_options'),
  ...PasskeyOffer.properties,
  options: Options,
})

export const RegistrationOptions = SignInOptions

export const Passkey = Shape({
  object: Type.Literal('passkey'),
  id: Uuid,
  name: Type.String(),
  created_at: InstantText,
  last_used_at: Nullable(InstantText),
})
export type Passkey = Static<typeof Passkey>

export const Passkeys = Shape({ object: Type.Literal('list'), data: Type.Array(Passkey) })

export const PasskeyCreate = Shape({
  name: Text(1, 100),
  response: PasskeyAnswer,
})
