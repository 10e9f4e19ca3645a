/** Who may make whom what. Pure. */
import type { Role, Scope } from '../../contract/scopes.ts'

export interface Standing {
  id: string
  email: string
  role: Role
  rights: readonly Scope[]
  is_active: boolean
}

/** An account without one could be managed by nobody; keys and sign-in links act for one. */
export const hasOwner = (users: readonly Standing[]): boolean =>
  users.some(({ role, is_active }) => role === 'owner' && is_active)

export const isSameStanding = (one: Standing, other: Standing): boolean =>
  one.role === other.role && one.is_active === other.is_active && areSame(one.rights, other.rights)

const areSame = (one: readonly Scope[], other: readonly Scope[]): boolean =>
  one.length === other.length && one.every(scope => other.includes(scope))

/**
 * Why a person may not do this, in words. So nobody raises themselves, either: not alone, not through another, and not by
 * giving another user an e-mail of their own, which is the same as making a new one.
 */
export function refusalOfChange(
  by: Pick<Standing, 'id' | 'role' | 'rights'>,
  { before: known, after }: { before: Standing | undefined; after: Standing },
): string | undefined {
  const before = known?.email === after.email ? known : undefined
  if (before && isSameStanding(before, after)) return undefined
  if ((known?.role === 'owner' || after.role === 'owner') && by.role !== 'owner') {
    return 'Only an owner makes somebody an owner, or changes one.'
  }
  if (known?.id === by.id && !after.is_active) return 'Somebody else has to deactivate you.'
  const beyond = after.rights.filter(scope => !before?.rights.includes(scope) && !by.rights.includes(scope))
  return beyond.length > 0 ? `You cannot give what you may not do yourself: ${beyond.join(', ')}.` : undefined
}
