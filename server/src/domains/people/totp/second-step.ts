/** The second step of a sign-in: a code of the authenticator, or one kept on paper; each works once. */
import { problem } from '../../../contract/problems.ts'
import type { SignInContext } from '../../../kernel/endpoint.ts'
import type { SecretSealer } from '../../../kernel/ports/webhooks.ts'
import { hashSecret } from '../../../lib/api-key.ts'
import { toInstant } from '../../../lib/instants.ts'
import { auditEverywhere, auditSignIn, endOfSession, newToken, type Opened, requireTry } from '../opening.ts'
import { strengthenSession } from '../sessions-store.ts'
import { findPersonById, forgetTries, listMemberships, type Person } from '../store.ts'
import { hashRecoveryCode, stepOf } from './codes.ts'
import { findTotp, useRecoveryCode, useStep } from './store.ts'

/** It opens for this person and nobody else. */
export const sealedFor = (personId: string) => ({ bookId: 'people', ownerId: personId })

/** Undefined when it cannot be opened: sealed under another key. Codes on paper still work then. */
export function openSecret(seals: SecretSealer, personId: string, sealed: Buffer): string | undefined {
  try {
    return seals.open(sealed, sealedFor(personId))
  } catch {
    return undefined
  }
}

type Judge = Pick<SignInContext, 'database' | 'clock' | 'seals'>

/** What the code was; undefined when it is wrong, or was used before. */
export async function judgeCode(
  { database, clock, seals }: Judge,
  person: Person,
  code: string,
): Promise<'totp' | 'recovery_code' | undefined> {
  if (!person.has_totp) return undefined
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    return (await useRecoveryCode(database, person.id, hashRecoveryCode(code))) ? 'recovery_code' : undefined
  }
  const sealed = (await findTotp(database, person.id))?.totp_secret
  const secret = sealed ? openSecret(seals, person.id, sealed) : undefined
  const step = secret === undefined ? undefined : stepOf(secret, digits, clock())
  return step !== undefined && (await useStep(database, person.id, step)) ? 'totp' : undefined
}

/** With another token: what the browser had after the password opens nothing more. */
export async function takeSecondStep(ctx: SignInContext, { token, session }: Opened, code: string): Promise<Opened> {
  if (!session.awaits_second_step) throw problem('forbidden', { detail: 'No second step is asked for.' })
  const { database } = ctx
  const person = (await findPersonById(database, session.person_id!))!
  const tries = hashSecret(`second step ${person.id}`)
  await requireTry(ctx, tries)
  const memberships = await listMemberships(database, person.id)
  const by = await judgeCode(ctx, person, code)
  if (!by) {
    await auditEverywhere(ctx, memberships, { action: 'sign_in.failed', details: { at: 'second_step' } })
    throw problem('unauthenticated', { detail: 'The code is wrong, or it was used already.' })
  }
  const [only, ...others] = memberships
  const user = others.length === 0 ? only : undefined
  const place = {
    tenant_id: user?.tenant_id ?? null,
    user_id: user?.user_id ?? null,
    expires_at: endOfSession(ctx.clock()),
  }
  const next = newToken()
  await database.transaction(async tx => {
    await forgetTries(tx, tries)
    const now = toInstant(ctx.clock())
    await strengthenSession(tx, { from: hashSecret(token), to: hashSecret(next) }, { ...place, now })
    if (user) await auditSignIn(tx, ctx, { user, action: 'sign_in.opened', details: { by } })
  })
  return { token: next, session: { ...session, ...place, awaits_second_step: false, is_strong: true } }
}
