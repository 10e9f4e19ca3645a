/** Passkeys as this browser has them: whether they work here, and what one signs. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { post } from './client.ts'
import type { PasskeyOptions } from './generated/persons.ts'

export type Obstacle = 'address' | 'http' | 'browser'

/** Browsers know passkeys at a name, over https or on this machine. */
export function passkeyObstacle({ hostname, protocol }: { hostname: string; protocol: string }): Obstacle | undefined {
  if (/^[\d.]+$|:/.test(hostname)) return 'address'
  if (protocol !== 'https:' && hostname !== 'localhost') return 'http'
  return 'PublicKeyCredential' in globalThis ? undefined : 'browser'
}

/** The person gave up, the browser has none, or the service does not offer them after all. */
export class NoPasskey extends Error {}

async function optionsFrom<Options>(path: string, isQuiet: boolean): Promise<Options> {
  const { body } = await post<PasskeyOptions>(path, { isQuiet })
  if (!body.options) throw new NoPasskey(body.reason ?? '')
  return body.options as Options
}

const asked = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch(error => {
    throw new NoPasskey('', { cause: error })
  })

/** Signs in, or confirms who it is. */
export async function signByPasskey(): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>('/session/passkey-options', true)
  return asked(startAuthentication({ optionsJSON }))
}

/** Makes a new one. */
export async function makePasskey(): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await optionsFrom<PublicKeyCredentialCreationOptionsJSON>('/profile/passkey-options', false)
  return asked(startRegistration({ optionsJSON }))
}
