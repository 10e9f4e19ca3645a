/** The rights a role brings, to be shown before the service grants them. A test holds them to the service's own. */
import type { User } from './generated/persons.ts'

export type Role = User['role']
export type Right = User['rights'][number]

/** In the order of the service. */
export const allRights: readonly Right[] = [
  'core:read',
  'core:write',
  'stock:read',
  'stock:write',
  'sales:read',
  'sales:write',
  'finance:read',
  'finance:write',
  'brewery:read',
  'brewery:write',
  'pos:read',
  'pos:write',
  'events:read',
  'webhooks:manage',
  'workflow:write',
]

const only = (...parts: readonly string[]): readonly Right[] =>
  allRights.filter(right => parts.some(part => right === part || right.startsWith(`${part}:`)))

export const roleRights: Record<Role, readonly Right[]> = {
  owner: allRights,
  admin: allRights,
  sales: only('core', 'stock:read', 'sales', 'events', 'pos:read'),
  warehouse: only('core:read', 'stock', 'sales:read', 'brewery:read', 'events'),
  accountant: only('core', 'stock:read', 'sales', 'finance', 'pos:read', 'events'),
  brewer: only('core:read', 'stock', 'brewery'),
  bartender: only('core:read', 'stock:write', 'finance:write', 'pos'),
  viewer: allRights.filter(right => right.endsWith(':read')),
}

export const roleNames = Object.keys(roleRights) as Role[]
