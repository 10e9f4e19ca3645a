/** "Confirm it is you": by the password, a code, or a passkey. */
import { problem, validationFailed } from '../../contract/problems.ts'
import type { SignInContext } from '../../kernel/endpoint.ts'
import { hashSecret } from '../../lib/api-key.ts'
import { toInstant } from '../../lib/instants.ts'
import { type Opened, requireTry } from './opening.ts'
import { personOfPasskey } from './passkeys/sign-in.ts'
import { isPassword } from './passwords.ts'
import type { Confirmation } from './schema.ts'
import { proveSession } from './sessions-store.ts'
import { triesOfEmail } from './sign-in.ts'
import { findPersonOfSession, forgetTries, type Person } from './store.ts'
import { judgeCode } from './totp/second-step.ts'

/** It is still the same person. */
export async function confirmPerson(ctx: SignInContext, { token, session }: Opened, body: Confirmation): Promise<void> {
  if (Object.keys(body).length !== 1) {
    const message = 'Send password, code or passkey.'
    throw validationFailed([{ field: 'password', code: 'exactly_one_of', message }])
  }
  const person = await findPersonOfSession(ctx.database, session)
  const tries = triesOfEmail(person?.email ?? session.id)
  await requireTry(ctx, tries)
  if (!(await isProof(ctx, person, body))) throw problem('forbidden', { detail: refusalOf(body) })
  await forgetTries(ctx.database, tries)
  await proveSession(ctx.database, hashSecret(token), toInstant(ctx.clock()))
}

async function isProof(ctx: SignInContext, person: Person | undefined, body: Confirmation): Promise<boolean> {
  if (body.password !== undefined) return isPassword(person?.password_hash, body.password)
  if (!person) return false
  if (body.code !== undefined) return (await judgeCode(ctx, person, body.code)) !== undefined
  return (await personOfPasskey(ctx, body.passkey!)) === person.id
}

const refusalOf = ({ password, code }: Confirmation): string => {
  if (password !== undefined) return 'The password is wrong.'
  return code !== undefined ? 'The code is wrong, or it was used already.' : 'The passkey was not accepted.'
}
