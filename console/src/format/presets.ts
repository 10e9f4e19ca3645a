/** The ready sets of scopes, as the service has them. */
const reading = ['core', 'stock', 'sales', 'finance', 'brewery', 'pos', 'events'].map(part => `${part}:read`)

export const allScopes: readonly string[] = [
  ...['core', 'stock', 'sales', 'finance', 'brewery', 'pos'].flatMap(part => [`${part}:read`, `${part}:write`]),
  'events:read',
  'webhooks:manage',
  'workflow:write',
]

export const presetScopes: Readonly<Record<string, readonly string[]>> = {
  eshop: ['core:read', 'core:write', 'stock:read', 'sales:read', 'sales:write', 'events:read'],
  accounting: ['core:read', 'core:write', 'sales:read', 'finance:read', 'finance:write', 'events:read'],
  warehouse: ['core:read', 'stock:read', 'stock:write', 'sales:read', 'events:read'],
  'read-only': reading,
  full: allScopes,
}

/** The preset that gives exactly these, as far as the person may give it; `custom` for any other set. */
export function presetOf(scopes: readonly string[], rights: ReadonlySet<string>): string {
  const isSame = (granted: readonly string[]) => {
    const given = granted.filter(scope => rights.has(scope))
    return given.length === scopes.length && given.every(scope => scopes.includes(scope))
  }
  return Object.keys(presetScopes).find(name => isSame(presetScopes[name]!)) ?? 'custom'
}
