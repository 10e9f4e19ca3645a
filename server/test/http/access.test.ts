/** Gate 6 for every combination of module, scope and right, on callers made by hand. */
import { describe, expect, test } from 'vitest'
import type { Access } from '../../src/contract/endpoint.ts'
import { Problem } from '../../src/contract/problems.ts'
import { type Scope, scopes } from '../../src/contract/scopes.ts'
import { refuseAccess } from '../../src/http/gates.ts'
import type { Caller } from '../../src/kernel/caller.ts'

function caller(facts: { modules: string[]; scopes: Scope[]; rights?: readonly Scope[] }): Caller {
  const limits = {
    ratePerMin: 1,
    maxKeys: 1,
    maxWebhookEndpoints: 1,
    maxPartners: 1,
    storageMb: 1,
    eventsRetentionDays: 1,
  }
  return {
    tenant: {
      id: 't',
      slug: 's',
      name: 'n',
      vertical: 'brewery',
      countryCode: 'CZ',
      timeZone: 'Europe/Prague',
      unitSystem: 'metric',
      vatStatuses: [{ since: '0001-01-01', is_vat_payer: true }],
      isLocked: false,
      modules: facts.modules,
      limits,
    },
    book: { id: 'b', isLive: false, watched: null, clockAheadSeconds: 0 },
    pass: {
      kind: 'key',
      id: 'k',
      name: 'k',
      lineageId: 'k',
      scopes: facts.scopes,
      allowedAddresses: [],
      expiresAt: null,
      revokedAt: null,
    },
    owner: { email: 'owner@brewery.example', id: 'o', role: 'owner', rights: facts.rights ?? scopes, isActive: true },
  }
}

function refusal(who: Caller, access: Access): Problem | undefined {
  try {
    refuseAccess(who, access)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

describe('403', () => {
  test('module_not_enabled, even when the key has the scope', () => {
    const who = caller({ modules: ['api'], scopes: ['stock:read'] })
    expect(refusal(who, { scopes: ['stock:read'] })?.code).toBe('module_not_enabled')
  })

  test('insufficient_scope when the module is on and the scope is missing', () => {
    const who = caller({ modules: ['stock', 'api'], scopes: ['core:read'] })
    const refused = refusal(who, { scopes: ['stock:read', 'stock:write'] })
    expect(refused?.code).toBe('insufficient_scope')
    expect(refused?.members).toEqual({ required_scopes: ['stock:read', 'stock:write'] })
  })

  test('forbidden when the owner lost the right', () => {
    const who = caller({ modules: ['stock', 'api'], scopes: ['stock:read'], rights: ['core:read'] })
    expect(refusal(who, { scopes: ['stock:read'] })?.code).toBe('forbidden')
  })

  test('additional scopes are all needed, with their modules', () => {
    const access: Access = { scopes: ['pos:write'], additionalScopes: ['finance:write', 'stock:write'] }
    const modules = ['pos', 'finance', 'stock', 'api']
    expect(refusal(caller({ modules, scopes: ['pos:write', 'finance:write'] }), access)?.members).toEqual({
      required_scopes: ['stock:write'],
    })
    const all: Scope[] = ['pos:write', 'finance:write', 'stock:write']
    expect(refusal(caller({ modules: ['pos', 'stock', 'api'], scopes: all }), access)?.code).toBe('module_not_enabled')
    expect(refusal(caller({ modules, scopes: all }), access)).toBeUndefined()
  })

  test('excise_not_enabled for the excise add-on, addon_required for another', () => {
    const who = caller({ modules: ['brewery', 'api'], scopes: ['brewery:read'] })
    expect(refusal(who, { scopes: ['brewery:read'], addOn: 'excise' })?.code).toBe('excise_not_enabled')
    expect(refusal(who, { scopes: ['brewery:read'], addOn: 'document_reading' })?.code).toBe('addon_required')
  })
})

describe('passes', () => {
  test('one of several scopes is enough, also when the module of another is off', () => {
    const who = caller({ modules: ['api'], scopes: ['core:read'] })
    expect(refusal(who, { scopes: ['core:read', 'stock:read'] })).toBeUndefined()
  })

  test('core, events, webhooks and workflow need no module', () => {
    for (const scope of ['core:read', 'events:read', 'webhooks:manage', 'workflow:write'] as const) {
      expect(refusal(caller({ modules: ['api'], scopes: [scope] }), { scopes: [scope] })).toBeUndefined()
    }
  })
})
