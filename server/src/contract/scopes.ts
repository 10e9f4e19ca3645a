/** What a key may be allowed to do, which modules an account may have, and the usual sets of rights. */

export const scopeMeanings = Object.freeze({
  'core:read': 'Read partners, contacts, items, prices, units, look-ups and inbox submissions.',
  'core:write': 'Create and change partners, contacts and items, upload attachments, submit to the inbox.',
  'stock:read': 'Read warehouses, stock levels, lots, goods receipts, stock issues and inventory counts.',
  'stock:write': 'Create stock documents and counts, and run their actions.',
  'sales:read': 'Read orders and, on an account with the sales module, issued invoices.',
  'sales:write': 'Create and change orders and issued invoices, and run their actions.',
  'finance:read': 'Read received invoices, cash-flow documents and, without the sales module, issued invoices.',
  'finance:write': 'Create received invoices and cash-flow documents, record payments, run their actions.',
  'brewery:read': 'Read batches, measurements, vessels and excise reports.',
  'brewery:write': 'Create batches and measurements, advance phases, prepare excise reports.',
  'pos:read': 'Read cash desks, taps and cash-desk sales.',
  'pos:write': 'Record cash-desk sales and tap kegs; the payment and the stock need their own scopes on top.',
  'events:read': 'Read the event log.',
  'webhooks:manage': 'Read, register and change webhook endpoints and their deliveries.',
  'workflow:write': 'Read workflow steps and drive them from an external system.',
})

export type Scope = keyof typeof scopeMeanings

export const scopes = Object.freeze(Object.keys(scopeMeanings) as Scope[])

/** Own keys only, so that `constructor` is not taken for a scope. */
export const isScope = (value: string): value is Scope => Object.hasOwn(scopeMeanings, value)

/** The one that reads what this one writes; itself where there is none. */
export function readingScope(scope: Scope): Scope {
  const reading = scope.replace(':write', ':read')
  return isScope(reading) ? reading : scope
}

export const moduleMeanings = Object.freeze({
  stock: 'Warehouses, goods receipts, stock issues, FIFO levels and lots, counts.',
  sales: 'Orders and issued invoices.',
  finance: 'Received invoices, cash-flow documents, payments; issued invoices without the sales module.',
  brewery: 'Batches, vessels, measurements and, with its add-on, excise.',
  pos: 'Cash desks, taps and sales over the counter.',
})

export type Module = keyof typeof moduleMeanings

export const modules = Object.freeze(Object.keys(moduleMeanings) as Module[])

export const addOnMeanings = Object.freeze({
  api: 'Opens this API; without it every key is refused.',
  excise: 'Excise records and reports, on top of the brewery module.',
  document_reading: 'Reads scanned documents that come to the inbox.',
})

export type AddOn = keyof typeof addOnMeanings

export const addOns = Object.freeze(Object.keys(addOnMeanings) as AddOn[])

/** What an account subscribes to, as `modules` of GET /me lists it; names this version does not know are harmless. */
export type Subscription = readonly string[]

const moduleByScope = new Map(
  scopes.map(scope => [scope, modules.find(module => scope.startsWith(`${module}:`)) ?? null]),
)

/** The module a scope belongs to; null for core, events, webhooks and workflow, which need only the API add-on. */
export const moduleOfScope = (scope: Scope): Module | null => moduleByScope.get(scope) ?? null

/** The key's scopes as far as the subscription reaches now, in the order of the catalogue. */
export const effectiveScopes = (keyScopes: readonly Scope[], subscription: Subscription): Scope[] =>
  scopes.filter(scope => {
    const module = moduleOfScope(scope)
    return keyScopes.includes(scope) && (module === null || subscription.includes(module))
  })

/** Issued invoices belong to the sales module for accounts that have it, else to finance. */
export const invoiceScope = (level: 'read' | 'write', subscription: Subscription): Scope =>
  subscription.includes('sales') ? `sales:${level}` : `finance:${level}`

export interface RightsPreset {
  readonly title: string
  readonly scopes: readonly Scope[]
}

const definePreset = (title: string, granted: readonly Scope[]): RightsPreset =>
  Object.freeze({ title, scopes: Object.freeze(scopes.filter(scope => granted.includes(scope))) })

const readScopes = scopes.filter(scope => scope.endsWith(':read'))

/** Ready sets of scopes for a new key; any other set is a custom one. */
export const presets = Object.freeze({
  eshop: definePreset('E-shop: partners, items, orders and invoices, stock levels', [
    'core:read',
    'core:write',
    'stock:read',
    'sales:read',
    'sales:write',
    'events:read',
  ]),
  accounting: definePreset('Accounting: received invoices, cash flow and payments', [
    'core:read',
    'core:write',
    'finance:read',
    'finance:write',
    'sales:read',
    'events:read',
  ]),
  warehouse: definePreset('Warehouse: stock documents and levels, orders to fulfil', [
    'core:read',
    'stock:read',
    'stock:write',
    'sales:read',
    'events:read',
  ]),
  'read-only': definePreset('Read-only: everything that can be read, nothing written', readScopes),
  full: definePreset('Full: every scope', scopes),
})

export type Preset = keyof typeof presets

/** Ready sets of rights for a user. A key acts for its owner: its scope and the owner's right are both needed. */
export const roles = Object.freeze({
  owner: definePreset('Owner of the account', scopes),
  admin: definePreset('Administrator', scopes),
  // Money and stock postings stay with those who answer for them, so selling at the cash desk is a right to add.
  sales: definePreset('Sales', [...presets.eshop.scopes, 'pos:read']),
  warehouse: definePreset('Warehouse', [...presets.warehouse.scopes, 'brewery:read']),
  accountant: definePreset('Accountant', [...presets.accounting.scopes, 'sales:write', 'stock:read', 'pos:read']),
  brewer: definePreset('Brewer', ['brewery:read', 'brewery:write', 'stock:read', 'stock:write', 'core:read']),
  bartender: definePreset('Bartender', ['pos:read', 'pos:write', 'finance:write', 'stock:write', 'core:read']),
  viewer: definePreset('Viewer', presets['read-only'].scopes),
})

export type Role = keyof typeof roles
