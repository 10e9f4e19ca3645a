/** Scopes, presets and modules against the contract, and what a subscription leaves of a key. */
import { describe, expect, test } from 'vitest'
import {
  addOns,
  effectiveScopes,
  invoiceScope,
  isScope,
  moduleOfScope,
  modules,
  presets,
  roles,
  type Scope,
  scopeMeanings,
  scopes,
} from '../../src/contract/scopes.ts'
import { scopesReference } from '../../src/describe/reference.ts'
import { described, serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'

const contractScopes = [
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

const readOnly = ['core:read', 'stock:read', 'sales:read', 'finance:read', 'brewery:read', 'pos:read', 'events:read']

describe('the lists', () => {
  test('hold exactly the scopes, modules and add-ons of the contract', () => {
    expect(scopes).toEqual(contractScopes)
    expect(modules).toEqual(['stock', 'sales', 'finance', 'brewery', 'pos'])
    expect(addOns).toEqual(['api', 'excise', 'document_reading'])
  })

  test('say what each scope opens', () => {
    for (const scope of scopes) expect(scopeMeanings[scope], scope).toMatch(/^[A-Z].{10,}\.$/)
  })

  test('know their own names only', () => {
    expect(isScope('core:read')).toBe(true)
    expect(isScope('core:manage')).toBe(false)
    expect(isScope('hasOwnProperty')).toBe(false)
  })
})

describe('moduleOfScope', () => {
  test('gives the module of module scopes and null for the rest', () => {
    expect(Object.fromEntries(scopes.map(scope => [scope, moduleOfScope(scope)]))).toEqual({
      'core:read': null,
      'core:write': null,
      'stock:read': 'stock',
      'stock:write': 'stock',
      'sales:read': 'sales',
      'sales:write': 'sales',
      'finance:read': 'finance',
      'finance:write': 'finance',
      'brewery:read': 'brewery',
      'brewery:write': 'brewery',
      'pos:read': 'pos',
      'pos:write': 'pos',
      'events:read': null,
      'webhooks:manage': null,
      'workflow:write': null,
    })
  })
})

describe('presets', () => {
  test('are those of the contract', () => {
    expect(Object.keys(presets)).toEqual(['eshop', 'accounting', 'warehouse', 'read-only', 'full'])
    const sorted = (names: readonly string[]) => names.toSorted()
    expect(sorted(presets.eshop.scopes)).toEqual(
      sorted(['core:read', 'core:write', 'stock:read', 'sales:read', 'sales:write', 'events:read']),
    )
    expect(sorted(presets.accounting.scopes)).toEqual(
      sorted(['core:read', 'core:write', 'finance:read', 'finance:write', 'sales:read', 'events:read']),
    )
    expect(sorted(presets.warehouse.scopes)).toEqual(
      sorted(['core:read', 'stock:read', 'stock:write', 'sales:read', 'events:read']),
    )
    expect(presets['read-only'].scopes).toEqual(readOnly)
    expect(presets.full.scopes).toEqual(contractScopes)
  })
})

describe('roles', () => {
  test('owner and admin may do everything, a viewer only read', () => {
    const contractRoles = ['owner', 'admin', 'sales', 'warehouse', 'accountant', 'viewer']
    const ourRoles = ['brewer', 'bartender']
    expect(Object.keys(roles).toSorted()).toEqual([...contractRoles, ...ourRoles].toSorted())
    expect(roles.owner.scopes).toEqual(contractScopes)
    expect(roles.admin.scopes).toEqual(contractScopes)
    expect(roles.viewer.scopes).toEqual(readOnly)
  })

  test('a brewer brews and moves stock, a bartender sells, taps and takes the money', () => {
    expect(roles.brewer.scopes).toEqual(['core:read', 'stock:read', 'stock:write', 'brewery:read', 'brewery:write'])
    expect(roles.bartender.scopes).toEqual(['core:read', 'stock:write', 'finance:write', 'pos:read', 'pos:write'])
  })

  test('cover the preset of the same work, so that a key made from it works for its owner', () => {
    expect(roles.sales.scopes).toEqual(expect.arrayContaining([...presets.eshop.scopes]))
    expect(roles.warehouse.scopes).toEqual(expect.arrayContaining([...presets.warehouse.scopes]))
    expect(roles.accountant.scopes).toEqual(expect.arrayContaining([...presets.accounting.scopes]))
  })

  test('keep webhooks and steps for those who run the account, and money away from sales and warehouse', () => {
    for (const role of ['sales', 'warehouse', 'accountant', 'viewer'] as const) {
      expect(roles[role].scopes, role).not.toContain('webhooks:manage')
      expect(roles[role].scopes, role).not.toContain('workflow:write')
    }
    for (const role of ['sales', 'warehouse'] as const) expect(roles[role].scopes, role).not.toContain('finance:write')
  })
})

describe('effectiveScopes', () => {
  test('leaves out the scopes of modules the account lacks', () => {
    expect(effectiveScopes(scopes, ['api', 'sales'])).toEqual([
      'core:read',
      'core:write',
      'sales:read',
      'sales:write',
      'events:read',
      'webhooks:manage',
      'workflow:write',
    ])
  })

  test('never adds a scope the key lacks, and lists each once in the order of the catalogue', () => {
    const onKey: Scope[] = ['stock:write', 'core:read', 'stock:write']
    expect(effectiveScopes(onKey, ['api', 'stock', 'finance'])).toEqual(['core:read', 'stock:write'])
    expect(effectiveScopes([], ['stock'])).toEqual([])
    expect(effectiveScopes(['brewery:read'], ['excise'])).toEqual([])
  })
})

test('issued invoices belong to sales where there is sales, else to finance', () => {
  expect(invoiceScope('read', ['sales', 'finance'])).toBe('sales:read')
  expect(invoiceScope('write', ['sales'])).toBe('sales:write')
  expect(invoiceScope('write', ['finance'])).toBe('finance:write')
})

test('the lists cannot be changed by who reads them', () => {
  expect(Object.isFrozen(scopes)).toBe(true)
  expect(Object.isFrozen(presets.eshop.scopes)).toBe(true)
  expect(Object.isFrozen(roles)).toBe(true)
})

test('the reference page has a line for every scope, preset, role, module and add-on', () => {
  const page = scopesReference(described(serviceEndpoints(atOneAddress('https://api.cellarbook.test'))))
  expect(page.startsWith('<!-- Generated by npm run generate. Do not edit. -->\n')).toBe(true)
  const names = [...scopes, ...Object.keys(presets), ...Object.keys(roles), ...modules, ...addOns]
  for (const name of names) expect(page).toContain(`\n| \`${name}\` |`)
  expect(page).toContain('| `full` | Full: every scope | all |')
  const [, limits] = page.split('## What a preset can not do')
  const ofAccounting = limits!.slice(limits!.indexOf('| `accounting` |'), limits!.indexOf('| `warehouse` |'))
  expect(ofAccounting).toMatch(/\|\s+\| `sales:write` \| [^|]* \| [^|]*Mark an invoice as paid/)
  const ofShops = limits!.slice(limits!.indexOf('| `eshop` |'), limits!.indexOf('| `accounting` |'))
  expect(ofShops).toContain('| `webhooks:manage` |')
  expect(ofShops).not.toContain('| `sales:write` |')
})
