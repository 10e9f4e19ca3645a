/** Codes of a second step: those of an authenticator (RFC 6238), and those kept on paper. */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '../../../lib/api-key.ts'

/** One step of drift either way. */
const drift = 1

export const newSecret = (): string => new Secret({ size: 20 }).base32

const totpOf = (secret: string, email = ''): TOTP =>
  new TOTP({ issuer: 'Cellarbook', label: email, secret, algorithm: 'SHA1', digits: 6, period: 30 })

/** What an authenticator reads from the picture. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The step the code is of; undefined when it is of none near now. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: nowMs, window: drift })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')

/** Ten of about 60 bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, () => `${group()}-${group()}-${group()}`)

/** However it was typed. */
export const hashRecoveryCode = (code: string): Buffer => hashSecret(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
