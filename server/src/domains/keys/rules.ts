/** What a key may be, and who may give it what. Pure. */
import { type ProblemRow, problem } from '../../contract/problems.ts'
import { rowBecause } from '../../contract/reasons.ts'
import { type Preset, presets, type Scope, scopes } from '../../contract/scopes.ts'
import { addressList } from '../../lib/addresses.ts'
import { type Instant, parseInstant } from '../../lib/instants.ts'
import type { KeyStatus } from './schema.ts'

interface Wish {
  preset?: Preset
  scopes?: readonly Scope[]
}

/** In the order of the catalogue; undefined when nothing is said of them. */
export function wantedScopes({ preset, scopes: wanted }: Wish): Scope[] | undefined {
  const granted = preset ? presets[preset].scopes : wanted
  return granted && scopes.filter(scope => granted.includes(scope))
}

/** The preset with exactly these scopes; null: a custom set. */
export const presetOf = (held: readonly Scope[]): Preset | null =>
  (Object.keys(presets) as Preset[]).find(
    name => presets[name].scopes.length === held.length && presets[name].scopes.every(scope => held.includes(scope)),
  ) ?? null

/** Faults of a body that its schema cannot tell; it takes whatever was sent. */
export function keyFaults(body: Record<string, unknown>): ProblemRow[] {
  const rows: ProblemRow[] = []
  if (body.preset !== undefined && body.scopes !== undefined) {
    rows.push({ field: 'preset', code: 'exactly_one_of', message: 'Send a preset or scopes, not both.' })
  }
  const { allowed_addresses: addresses } = body
  if (Array.isArray(addresses)) rows.push(...addressFaults(addresses))
  return rows
}

const addressFaults = (addresses: unknown[]): ProblemRow[] =>
  addresses.flatMap((address, index): ProblemRow[] =>
    typeof address !== 'string' || addressList([address])
      ? []
      : [
          {
            field: `allowed_addresses[${index}]`,
            code: 'not_allowed',
            message: 'Must be an IP address or a range such as 192.0.2.0/24.',
          },
        ],
  )

export const missingScopes: ProblemRow = {
  field: 'scopes',
  code: 'exactly_one_of',
  message: 'Send a preset or scopes.',
}

export function expiryFaults(expiresAt: string | null | undefined, now: Instant): ProblemRow[] {
  if (typeof expiresAt !== 'string' || parseInstant(expiresAt)! > now) return []
  return [rowBecause({ field: 'expires_at' }, 'not_in_future')]
}

/** Nobody hands on a right they do not have. */
export function refuseBeyond(rights: readonly Scope[], granted: readonly Scope[]): void {
  const beyond = granted.filter(scope => !rights.includes(scope))
  if (beyond.length === 0) return
  throw problem('forbidden', { detail: `You cannot give what you may not do yourself: ${beyond.join(', ')}.` })
}

export function statusOf(key: { expires_at: Instant | null; revoked_at: Instant | null }, now: Instant): KeyStatus {
  if (key.revoked_at !== null) return 'revoked'
  return key.expires_at !== null && key.expires_at <= now ? 'expired' : 'active'
}
