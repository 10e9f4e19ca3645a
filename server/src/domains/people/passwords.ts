/** Passwords: what one must be, and how it is kept. */
import { hash, verify } from '@node-rs/argon2'
import type { ProblemRow } from '../../contract/problems.ts'
import { rowBecause } from '../../contract/reasons.ts'

/** argon2id with 19 MiB and two passes: 40 ms of a core, not of the event loop. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentForm = '$argon2id$v=19$m=19456,t=2,p=1$'

export const shortestPassword = 12
export const longestPassword = 200

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), parameters)

/** Of nobody: an unknown e-mail takes as long as a wrong password. */
let nobodys: Promise<string> | undefined

export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const isRight = await verify(stored ?? (await nobodys), password.normalize('NFKC'))
  return isRight && typeof stored === 'string'
}

export const isOutdated = (stored: string): boolean => !stored.startsWith(currentForm)

/** Length is all that counts, and that it is none of the words everybody knows of this person. */
export function passwordFaults(password: string, known: readonly string[]): ProblemRow[] {
  const isKnown = known.some(word => word.toLowerCase() === password.toLowerCase())
  return isKnown ? [rowBecause({ field: 'password' }, 'password_known')] : []
}
