/** Signing in, and confirming, by a passkey. */
import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server'
import { problem } from '../../../contract/problems.ts'
import type { SignInContext } from '../../../kernel/endpoint.ts'
import { toInstant } from '../../../lib/instants.ts'
import { type Opened, openFor } from '../opening.ts'
import { findPersonById, listMemberships } from '../store.ts'
import { webAuthn } from './library.ts'
import { passkeyOffer } from './offer.ts'
import { findPasskey, insertChallenge, noteSignature, type PasskeyRow, takeChallenge } from './store.ts'

const challengeLivesMs = 5 * 60 * 1_000

export const challengeEnd = (nowMs: number) => toInstant(nowMs + challengeLivesMs)

export async function makeSignInOptions({ database, clock, baseUrl }: SignInContext) {
  const offer = passkeyOffer(baseUrl)
  const object = 'passkey_options' as const
  if (!offer.is_offered) return { object, ...offer, options: null }
  const rpID = new URL(baseUrl).hostname
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'preferred', allowCredentials: [] })
  const expires_at = challengeEnd(clock())
  await insertChallenge(database, { challenge: options.challenge, user_id: null, expires_at })
  return { object, ...offer, options }
}

/** The person whose passkey signed; undefined when none of ours did. */
export async function personOfPasskey(ctx: SignInContext, answer: { id: string }): Promise<string | undefined> {
  const { database, clock } = ctx
  const passkey = passkeyOffer(ctx.baseUrl).is_offered ? await findPasskey(database, answer.id) : undefined
  const counter = passkey && (await signedCounter(ctx, passkey, answer))
  if (!passkey || counter === undefined) return undefined
  await noteSignature(database, passkey.id, { counter, now: toInstant(clock()) })
  return passkey.person_id
}

async function signedCounter(
  { database, clock, baseUrl }: SignInContext,
  passkey: PasskeyRow,
  answer: object,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge => takeChallenge(database, { challenge, user_id: null }, toInstant(clock())),
      expectedOrigin: new URL(baseUrl).origin,
      expectedRPID: new URL(baseUrl).hostname,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // Whatever is wrong with it, it opens nothing; the library throws for each fault another error.
    return undefined
  }
}

export async function signInByPasskey(ctx: SignInContext, answer: { id: string }): Promise<Opened> {
  const { database } = ctx
  const personId = await personOfPasskey(ctx, answer)
  const person = personId === undefined ? undefined : await findPersonById(database, personId)
  const memberships = person ? await listMemberships(database, person.id) : []
  if (!person || memberships.length === 0) {
    throw problem('unauthenticated', { detail: 'The passkey was not accepted.' })
  }
  return database.transaction(tx => openFor(tx, ctx, { person, memberships, by: 'passkey' }))
}
