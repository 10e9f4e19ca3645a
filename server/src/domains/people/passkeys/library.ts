/** WebAuthn itself. Loading it takes 0.4 s of a core: with the first passkey, not with every start. */
import type * as WebAuthn from '@simplewebauthn/server'

let loaded: Promise<typeof WebAuthn> | undefined

export function webAuthn(): Promise<typeof WebAuthn> {
  loaded ??= import('@simplewebauthn/server')
  return loaded
}
