/** Adding a passkey: what the browser is asked to make, and what it made. */
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import { validationFailed } from '../../../contract/problems.ts'
import { type Addresses, addressOf } from '../../../kernel/addresses.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { newId } from '../../../lib/ids.ts'
import { toMilliseconds } from '../../../lib/instants.ts'
import { memberOf, personOf } from '../personhood.ts'
import { markStrong } from '../sessions-store.ts'
import { webAuthn } from './library.ts'
import { passkeyOffer } from './offer.ts'
import { challengeEnd } from './sign-in.ts'
import { insertChallenge, insertPasskey, listPasskeys, type PasskeyRow, takeChallenge } from './store.ts'

export interface Adding {
  caller: Caller
  /** Where the person's browser is. */
  baseUrl: string
}

export const addingOf = (caller: Caller, addresses: Addresses): Adding => ({
  caller,
  baseUrl: addressOf(addresses, caller),
})

export async function makeRegistrationOptions(ctx: WriteContext, { caller, baseUrl }: Adding) {
  const offer = passkeyOffer(baseUrl)
  const object = 'passkey_options' as const
  if (!offer.is_offered) return { object, ...offer, options: null }
  const member = await memberOf(ctx.tx, caller)
  const person = await personOf(ctx.tx, member, ctx.serviceTime)
  const known = await listPasskeys(ctx.tx, person.id)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Cellarbook',
    rpID: new URL(baseUrl).hostname,
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.email,
    userDisplayName: member.user_name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
  const expires_at = challengeEnd(toMilliseconds(ctx.serviceTime))
  await insertChallenge(ctx.tx, { challenge: options.challenge, user_id: caller.owner.id, expires_at })
  return { object, ...offer, options }
}

const refused = () =>
  validationFailed([{ field: 'response', code: 'not_allowed', message: 'The browser made no passkey for this page.' }])

export async function addPasskey(
  ctx: WriteContext,
  { caller, baseUrl }: Adding,
  body: { name: string; response: object },
): Promise<PasskeyRow> {
  const person = await personOf(ctx.tx, await memberOf(ctx.tx, caller), ctx.serviceTime)
  const { credential } = await verify(ctx, { caller, baseUrl }, body.response)
  const passkey = {
    id: newId(),
    person_id: person.id,
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name: body.name,
    created_at: ctx.serviceTime,
    last_used_at: null,
  }
  if ((await insertPasskey(ctx.tx, passkey)) === 0) throw refused()
  await markStrong(ctx.tx, caller.pass.id)
  return passkey
}

async function verify({ tx, serviceTime: now }: WriteContext, { caller, baseUrl }: Adding, response: object) {
  const origin = new URL(baseUrl)
  const { verifyRegistrationResponse } = await webAuthn()
  const isOurs = (challenge: string) => takeChallenge(tx, { challenge, user_id: caller.owner.id }, now)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: isOurs,
    expectedOrigin: origin.origin,
    expectedRPID: origin.hostname,
    requireUserVerification: false,
    // Each fault is another error of the library; a database that is away is not among them, its commit tells.
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !registrationInfo) throw refused()
  return registrationInfo
}
