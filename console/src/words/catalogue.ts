/** All groups of words. English is the type: a word missing in Czech does not compile. */
import type { words as attachments } from './en/attachments.ts'
import type { words as audit } from './en/audit.ts'
import type { words as bar } from './en/bar.ts'
import type { words as batches } from './en/batches.ts'
import type { words as bulk } from './en/bulk.ts'
import type { words as cashflow } from './en/cashflow.ts'
import type { words as counts } from './en/counts.ts'
import type { words as dashboard } from './en/dashboard.ts'
import type { words as developers } from './en/developers.ts'
import type { words as documents } from './en/documents.ts'
import type { words as events } from './en/events.ts'
import type { words as excise } from './en/excise.ts'
import type { words as fields } from './en/fields.ts'
import type { words as files } from './en/files.ts'
import type { words as frame } from './en/frame.ts'
import type { words as inbox } from './en/inbox.ts'
import type { words as invoices } from './en/invoices.ts'
import type { words as items } from './en/items.ts'
import type { words as keyboard } from './en/keyboard.ts'
import type { words as keys } from './en/keys.ts'
import type { words as lots } from './en/lots.ts'
import type { words as orders } from './en/orders.ts'
import type { words as packaging } from './en/packaging.ts'
import type { words as partners } from './en/partners.ts'
import type { words as payments } from './en/payments.ts'
import type { words as people } from './en/people.ts'
import type { words as prices } from './en/prices.ts'
import type { words as problems } from './en/problems.ts'
import type { words as profile } from './en/profile.ts'
import type { words as received } from './en/received.ts'
import type { words as recipes } from './en/recipes.ts'
import type { words as records } from './en/records.ts'
import type { words as repacks } from './en/repacks.ts'
import type { words as runs } from './en/runs.ts'
import type { words as scopes } from './en/scopes.ts'
import type { words as settings } from './en/settings.ts'
import type { words as signIn } from './en/sign-in.ts'
import type { words as stock } from './en/stock.ts'
import type { words as sums } from './en/sums.ts'
import type { words as tally } from './en/tally.ts'
import type { words as tasks } from './en/tasks.ts'
import type { words as users } from './en/users.ts'
import type { words as vessels } from './en/vessels.ts'
import type { words as webhooks } from './en/webhooks.ts'

export interface Catalogue {
  attachments: typeof attachments
  audit: typeof audit
  batches: typeof batches
  counts: typeof counts
  bulk: typeof bulk
  cashflow: typeof cashflow
  bar: typeof bar
  dashboard: typeof dashboard
  developers: typeof developers
  documents: typeof documents
  events: typeof events
  excise: typeof excise
  fields: typeof fields
  files: typeof files
  frame: typeof frame
  inbox: typeof inbox
  invoices: typeof invoices
  items: typeof items
  keyboard: typeof keyboard
  keys: typeof keys
  lots: typeof lots
  orders: typeof orders
  packaging: typeof packaging
  partners: typeof partners
  payments: typeof payments
  people: typeof people
  prices: typeof prices
  problems: typeof problems
  profile: typeof profile
  recipes: typeof recipes
  received: typeof received
  records: typeof records
  repacks: typeof repacks
  runs: typeof runs
  scopes: typeof scopes
  settings: typeof settings
  'sign-in': typeof signIn
  stock: typeof stock
  sums: typeof sums
  tally: typeof tally
  tasks: typeof tasks
  users: typeof users
  vessels: typeof vessels
  webhooks: typeof webhooks
}
