/** All groups of words. English is the type: a word missing in Czech does not compile. */
import type { words as audit } from './en/audit.ts'
import type { words as dashboard } from './en/dashboard.ts'
import type { words as developers } from './en/developers.ts'
import type { words as events } from './en/events.ts'
import type { words as fields } from './en/fields.ts'
import type { words as frame } from './en/frame.ts'
import type { words as invoices } from './en/invoices.ts'
import type { words as items } from './en/items.ts'
import type { words as keys } from './en/keys.ts'
import type { words as orders } from './en/orders.ts'
import type { words as partners } from './en/partners.ts'
import type { words as people } from './en/people.ts'
import type { words as prices } from './en/prices.ts'
import type { words as problems } from './en/problems.ts'
import type { words as profile } from './en/profile.ts'
import type { words as records } from './en/records.ts'
import type { words as scopes } from './en/scopes.ts'
import type { words as settings } from './en/settings.ts'
import type { words as signIn } from './en/sign-in.ts'
import type { words as users } from './en/users.ts'
import type { words as webhooks } from './en/webhooks.ts'

export interface Catalogue {
  audit: typeof audit
  dashboard: typeof dashboard
  developers: typeof developers
  events: typeof events
  fields: typeof fields
  frame: typeof frame
  invoices: typeof invoices
  items: typeof items
  keys: typeof keys
  orders: typeof orders
  partners: typeof partners
  people: typeof people
  prices: typeof prices
  problems: typeof problems
  profile: typeof profile
  records: typeof records
  scopes: typeof scopes
  settings: typeof settings
  'sign-in': typeof signIn
  users: typeof users
  webhooks: typeof webhooks
}
