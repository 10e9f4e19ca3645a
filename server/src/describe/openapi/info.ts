/** The head of the document: what the service is and the rules that hold everywhere. */
import { apiVersion } from '../../contract/schema.ts'
import type { Part } from './document.ts'
import { wordsOf } from './words.ts'

const rules = `
Stock, sales and finance of an account over JSON. These rules hold everywhere.

**Keys.** Every call sends \`Authorization: Bearer <key>\`. A live key works on real data; a test key works on the
sandbox of the same account, and its records carry \`livemode: false\`. The key alone decides.

**Bodies** are JSON objects and strict: a field or query parameter an operation does not know is refused with 422
\`unknown_field\`, never ignored. At most 6 MB, 20 000 values, 32 levels and 1 000 characters of a name; a larger body
is refused as a whole. Answers may gain fields at any time; ignore those you do not know.

**Values.** Ids are UUIDs. Amounts, quantities, prices and percentages are decimal strings such as \`"12.50"\`, never
JSON numbers. Dates are \`YYYY-MM-DD\`, instants are ISO 8601 with \`Z\` or an offset.

**Changes.** A PATCH merges: an absent field stays, null clears. Nothing is deleted. A state changes only by an action.
\`dry_run=true\` runs a write, shows its result and its events, and keeps nothing.

**Repeating a write.** With an \`Idempotency-Key\` the same request runs once; its answer is replayed for 24 hours with
\`Idempotent-Replayed: true\`. A refused request leaves the key free. Large answers have 512 MB an hour; beyond, 429.

**Own identifiers.** A create may carry \`external_ref\`. A second one with the same reference is 409
\`external_ref_conflict\`, or with \`on_conflict=return\` 200 with the record that exists.

**Concurrent changes.** Records carry a weak \`ETag\`. Sent as \`If-Match\`, it turns a lost update into 412
\`stale_version\`; sent as \`If-None-Match\`, it spares the body of an unchanged record.

**Lists** are paged by \`limit\` (1-200, 50 by default) and \`cursor\`; go on with \`next_cursor\` while \`has_more\` is
true. \`updated_since\` and \`created_since\` give what is new, oldest first; a record changed meanwhile may come twice.

**Rate.** Each key has a number of requests per 60 seconds; the \`RateLimit-*\` headers of every answer tell what is
left. Beyond it: 429 \`rate_limited\` with \`Retry-After\`.

**Refusals** are problem documents (RFC 9457). Branch on \`code\`; the wording may change.
`

/** Line breaks of the source are not part of a paragraph. */
const flowing = (text: string): string => text.trim().replaceAll(/([^\n])\n(?!\n)/g, '$1 ')

export const info: Part = { title: 'Cellarbook API', version: apiVersion, description: flowing(rules) }

export const securitySchemes: Record<string, Part> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `cb_live_…` or `cb_test_…`, made in the application settings and shown once.',
  },
}

/** By the words of the resource joined with an underscore. */
const resources: Readonly<Record<string, string>> = {
  attachments: 'Files: announce, upload, finalise, read.',
  batches: 'Batches of a brewery: phases and measurements.',
  cash_desks: 'Cash desks of the shops.',
  cashflows: 'Cash-flow documents: income and expense outside invoices.',
  categories: 'Categories a document may be put in.',
  contacts: 'Contacts of all partners; those of one partner are found under it.',
  countries: 'Countries an address refers to.',
  deposits: 'Deposits on returnable packaging.',
  events: 'The log of everything that happened, without a gap.',
  excise_reports: 'Excise reports of a month and their movements.',
  finance_accounts: 'Bank accounts and cash boxes payments go to.',
  goods_receipts: 'Goods receipts: stock that comes in.',
  health: 'Whether the service answers.',
  inbox: 'The digital inbox: documents that come as files.',
  inventory_counts: 'Counts of a warehouse.',
  invoices: 'Issued invoices, their lines and payments.',
  items: 'Items: materials, products, packaging and services, with their prices.',
  me: 'The account and the key of the call.',
  number_series: 'Number series of documents.',
  openapi: 'This document.',
  orders: 'Sales orders and their lines.',
  packaging_balances: 'Returnable packaging each partner holds.',
  packaging_returns: 'Returned packaging.',
  partners: 'Customers and suppliers, with their contacts.',
  pos_sales: 'Sales over the counter.',
  price_lists: 'Price lists a partner may have.',
  received_invoices: 'Invoices of suppliers, also imported from ISDOC.',
  repacks: 'Repacking: one item becomes another.',
  sandbox: 'The sandbox: empty it, fill it with demo data.',
  shops: 'Shops of the account.',
  stock_issues: 'Stock issues: stock that goes out.',
  stock_levels: 'Stock on hand by item and warehouse, and its FIFO layers.',
  stock_lots: 'FIFO layers of the stock, and the way goods took.',
  stock_reservations: 'Stock held for orders.',
  taps: 'Taps of the cash desks and the kegs on them.',
  units: 'Units of measure.',
  vat_rates: 'VAT rates.',
  vessels: 'Tanks and other vessels of a brewery.',
  warehouses: 'Warehouses of the account.',
  webhook_deliveries: 'Deliveries of events to webhook endpoints, with every attempt.',
  webhook_endpoints: 'Addresses that are told about events.',
  webhooks: 'What the service sends to webhook endpoints.',
  workflow_steps: 'Workflow steps an external system carries out.',
}

/** In the order of the endpoints. One without a description is found by the lint of the document: add it above. */
export const tagsOf = (tags: readonly string[]): Part[] =>
  [...new Set(tags)].map(name => {
    const description = resources[wordsOf(name).join('_')]
    return { name, ...(description !== undefined && { description }) }
  })
