/** The wire shapes of links sent by mail. */
import { Type } from 'typebox'
import { Email, InstantText, Nullable, OneOf, Shape, type Static, Text } from '../../../contract/schema.ts'
import { longestPassword, shortestPassword } from '../passwords.ts'

const Token = Type.String({ minLength: 1, maxLength: 200 })
const NewPassword = Text(shortestPassword, longestPassword)

export const LinkToken = Shape({ token: Token })

export const LinkView = Shape({
  object: Type.Literal('link'),
  kind: OneOf(['sign_in', 'invitation', 'reset']),
  email: Type.String(),
  name: Nullable(Type.String()),
  account: Type.Union([Shape({ slug: Type.String(), name: Type.String() }), Type.Null()]),
  person_exists: Type.Boolean({ description: 'Somebody signs in with this e-mail already.' }),
  expires_at: InstantText,
})
export type LinkView = Static<typeof LinkView>

export const Acceptance = Shape({
  token: Token,
  name: Type.Optional(Text(1, 200)),
  password: Type.Optional(NewPassword),
})
export type Acceptance = Static<typeof Acceptance>

export const ResetRequest = Shape({ email: Email })

export const Reset = Shape({ token: Token, password: NewPassword })
export type Reset = Static<typeof Reset>
