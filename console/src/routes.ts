/** The explicit list of screens. Each is loaded when wanted, with the words of its group. */
import type { ComponentType } from 'react'
import type { Catalogue } from './words/catalogue.ts'

type Loaded<Name extends string> = Promise<Record<Name, ComponentType>>

export interface ScreenRoute {
  path: string
  load: () => Promise<Record<string, ComponentType>>
  /** The component the file exports. */
  name: string
  words: readonly (keyof Catalogue)[]
}

const screen = <Name extends string>(
  path: string,
  name: Name,
  [load, ...words]: readonly [() => Loaded<Name>, ...(keyof Catalogue)[]],
): ScreenRoute => ({ path, name, load, words })

/** Under `/console/{book}`. */
export const bookScreens: readonly ScreenRoute[] = [
  screen('/', 'Dashboard', [() => import('./screens/dashboard/dashboard.tsx'), 'dashboard']),
  screen('/orders', 'OrderList', [() => import('./screens/orders/list.tsx'), 'orders']),
  screen('/orders/new', 'NewOrder', [() => import('./screens/orders/form.tsx'), 'orders']),
  screen('/orders/$id', 'OrderRecord', [() => import('./screens/orders/record.tsx'), 'orders', 'events']),
  screen('/invoices', 'InvoiceList', [() => import('./screens/invoices/list.tsx'), 'invoices']),
  screen('/invoices/new', 'NewInvoice', [() => import('./screens/invoices/form.tsx'), 'invoices', 'orders']),
  screen('/invoices/$id', 'InvoiceRecord', [
    () => import('./screens/invoices/record.tsx'),
    'invoices',
    'orders',
    'events',
  ]),
  screen('/partners', 'PartnerList', [() => import('./screens/partners/list.tsx'), 'partners']),
  screen('/partners/new', 'NewPartner', [() => import('./screens/partners/form.tsx'), 'partners']),
  screen('/partners/$id', 'PartnerRecord', [
    () => import('./screens/partners/record.tsx'),
    'partners',
    'prices',
    'events',
  ]),
  screen('/items', 'ItemList', [() => import('./screens/items/list.tsx'), 'items']),
  screen('/items/new', 'NewItem', [() => import('./screens/items/form.tsx'), 'items']),
  screen('/items/$id', 'ItemRecord', [() => import('./screens/items/record.tsx'), 'items', 'prices', 'events']),
  screen('/developers', 'Developers', [() => import('./screens/developers/overview.tsx'), 'developers']),
  screen('/developers/keys', 'KeyList', [() => import('./screens/developers/keys.tsx'), 'keys', 'scopes']),
  screen('/developers/webhooks', 'WebhookList', [
    () => import('./screens/developers/webhooks.tsx'),
    'webhooks',
    'events',
  ]),
  screen('/developers/webhooks/$id', 'WebhookRecord', [
    () => import('./screens/developers/webhook.tsx'),
    'webhooks',
    'events',
  ]),
  screen('/developers/events', 'EventList', [() => import('./screens/developers/events.tsx'), 'developers', 'events']),
  screen('/developers/events/$id', 'EventRecord', [
    () => import('./screens/developers/event.tsx'),
    'developers',
    'events',
  ]),
  screen('/developers/requests', 'RequestList', [() => import('./screens/developers/requests.tsx'), 'developers']),
  screen('/developers/requests/$id', 'RequestRecord', [() => import('./screens/developers/request.tsx'), 'developers']),
]

/** Under `/console`, inside the frame: they belong to the account, not to a book. */
export const accountScreens: readonly ScreenRoute[] = [
  screen('/settings', 'SettingsIndex', [() => import('./screens/settings/index.tsx'), 'settings']),
  screen('/settings/users', 'UserList', [() => import('./screens/users/list.tsx'), 'users', 'people']),
  screen('/settings/users/$id', 'UserRecord', [() => import('./screens/users/record.tsx'), 'users', 'people']),
  screen('/settings/plan', 'PlanScreen', [() => import('./screens/settings/plan.tsx'), 'settings']),
  screen('/settings/mails', 'MailList', [() => import('./screens/settings/mails.tsx'), 'settings']),
  screen('/settings/audit', 'AuditList', [() => import('./screens/audit/list.tsx'), 'audit', 'fields']),
  screen('/settings/sign-in', 'SignInRules', [() => import('./screens/settings/sign-in.tsx'), 'settings']),
  screen('/settings/document', 'SettingsAsJson', [
    () => import('./screens/settings/document.tsx'),
    'settings',
    'fields',
  ]),
  screen('/settings/$name', 'SettingsSection', [() => import('./screens/settings/section.tsx'), 'settings', 'fields']),
  screen('/profile', 'Profile', [() => import('./screens/profile/profile.tsx'), 'profile', 'people', 'sign-in']),
]

/** Outside the frame. */
export const outerScreens: readonly ScreenRoute[] = [
  screen('/sign-in', 'SignIn', [() => import('./screens/sign-in/sign-in.tsx'), 'sign-in']),
  screen('/invitation', 'Invitation', [() => import('./screens/sign-in/invitation.tsx'), 'sign-in']),
  screen('/forgotten', 'Forgotten', [() => import('./screens/sign-in/forgotten.tsx'), 'sign-in']),
  screen('/reset', 'Reset', [() => import('./screens/sign-in/reset.tsx'), 'sign-in']),
  screen('/choose', 'ChooseAccount', [() => import('./screens/sign-in/choose.tsx'), 'sign-in']),
]
