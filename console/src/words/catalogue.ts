/** All groups of words. English is the type: a word missing in Czech does not compile. */
import type { words as events } from './en/events.ts'
import type { words as fields } from './en/fields.ts'
import type { words as frame } from './en/frame.ts'
import type { words as items } from './en/items.ts'
import type { words as orders } from './en/orders.ts'
import type { words as partners } from './en/partners.ts'
import type { words as prices } from './en/prices.ts'
import type { words as problems } from './en/problems.ts'
import type { words as records } from './en/records.ts'
import type { words as signIn } from './en/sign-in.ts'

export interface Catalogue {
  events: typeof events
  fields: typeof fields
  frame: typeof frame
  items: typeof items
  orders: typeof orders
  partners: typeof partners
  prices: typeof prices
  problems: typeof problems
  records: typeof records
  'sign-in': typeof signIn
}
