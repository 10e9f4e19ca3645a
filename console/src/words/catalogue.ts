/** All groups of words. English is the type: a word missing in Czech does not compile. */
import type { words as events } from './en/events.ts'
import type { words as fields } from './en/fields.ts'
import type { words as frame } from './en/frame.ts'
import type { words as orders } from './en/orders.ts'
import type { words as problems } from './en/problems.ts'
import type { words as records } from './en/records.ts'
import type { words as signIn } from './en/sign-in.ts'

export interface Catalogue {
  events: typeof events
  fields: typeof fields
  frame: typeof frame
  orders: typeof orders
  problems: typeof problems
  records: typeof records
  'sign-in': typeof signIn
}
