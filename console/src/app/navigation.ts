/** The main navigation: what the account subscribed and the person may read, nothing greyed out. */
import type { Catalogue } from '../words/catalogue.ts'

type Words = Catalogue['frame']

export interface Destination {
  screen: keyof Words['screens']
  /** Under the book, or `/settings…`. */
  to: string
  /** Any of them; none: for everybody. */
  scopes: readonly string[]
  /** Only for those who manage the account. */
  isForManagers?: true
  /** Only where the account subscribed to it, beyond what the rights say. */
  module?: string
  /** `g` and this key lead there. */
  key?: string
}

export interface NavigationGroup {
  name: keyof Words['groups'] | undefined
  destinations: readonly Destination[]
}

export const navigation: readonly NavigationGroup[] = [
  { name: undefined, destinations: [{ screen: 'dashboard', to: '/', scopes: [], key: 'd' }] },
  {
    name: 'sales',
    destinations: [
      { screen: 'orders', to: '/orders', scopes: ['sales:read'], key: 'o' },
      { screen: 'invoices', to: '/invoices', scopes: ['sales:read', 'finance:read'], key: 'i' },
      { screen: 'partners', to: '/partners', scopes: ['core:read'], key: 'p' },
      { screen: 'items', to: '/items', scopes: ['core:read'], key: 't' },
    ],
  },
  {
    name: 'stock',
    destinations: [
      { screen: 'stock', to: '/stock', scopes: ['stock:read'], key: 's' },
      { screen: 'lots', to: '/lots', scopes: ['stock:read'] },
      { screen: 'receipts', to: '/receipts', scopes: ['stock:read'], key: 'r' },
      { screen: 'issues', to: '/issues', scopes: ['stock:read'], key: 'e' },
      { screen: 'counts', to: '/counts', scopes: ['stock:read'] },
      { screen: 'repacks', to: '/repacks', scopes: ['stock:read'] },
    ],
  },
  {
    name: 'money',
    destinations: [
      { screen: 'inbox', to: '/inbox', scopes: ['core:read'] },
      { screen: 'receivedInvoices', to: '/received-invoices', scopes: ['finance:read'] },
      { screen: 'cashflow', to: '/cashflow', scopes: ['finance:read'] },
    ],
  },
  {
    name: 'brewery',
    destinations: [
      { screen: 'batches', to: '/batches', scopes: ['brewery:read'] },
      { screen: 'vessels', to: '/vessels', scopes: ['brewery:read'] },
      { screen: 'recipes', to: '/recipes', scopes: ['brewery:read'] },
      { screen: 'packagingRuns', to: '/packaging-runs', scopes: ['brewery:read'] },
      { screen: 'excise', to: '/excise', scopes: ['brewery:read'], module: 'excise' },
    ],
  },
  {
    name: 'bar',
    destinations: [
      { screen: 'bar', to: '/bar', scopes: ['pos:read'] },
      { screen: 'packaging', to: '/packaging', scopes: ['stock:read', 'sales:read', 'pos:read'] },
    ],
  },
  {
    name: 'tools',
    destinations: [
      { screen: 'tasks', to: '/tasks', scopes: [] },
      { screen: 'developers', to: '/developers', scopes: ['events:read', 'webhooks:manage'] },
      { screen: 'keys', to: '/developers/keys', scopes: [], isForManagers: true, key: 'k' },
      { screen: 'webhooks', to: '/developers/webhooks', scopes: ['webhooks:manage'], key: 'w' },
      { screen: 'events', to: '/developers/events', scopes: ['events:read'], key: 'v' },
      { screen: 'requests', to: '/developers/requests', scopes: [], isForManagers: true, key: 'q' },
      { screen: 'settings', to: '/settings', scopes: [], isForManagers: true },
      { screen: 'users', to: '/settings/users', scopes: [], isForManagers: true },
      { screen: 'plan', to: '/settings/plan', scopes: [], isForManagers: true },
      { screen: 'audit', to: '/settings/audit', scopes: [], isForManagers: true },
    ],
  },
]
