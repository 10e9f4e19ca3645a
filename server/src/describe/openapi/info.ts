/** The head of the document: what the service is and the rules that hold everywhere. */
import { apiVersion } from '../../contract/schema.ts'
import type { Part } from './document.ts'
import { wordsOf } from './words.ts'

const rules = `
Stock, sales and finance of an account over JSON. These rules apply everywhere.

**Keys.** Every call sends \`Authorization: Bearer <key>\`. A live key works on real data; a test key works on the
sandbox of the same account, and its records have \`livemode: false\`. The key alone decides.

**Bodies** are strict JSON objects: an unknown field or query parameter is refused with 422 \`unknown_field\`, never
ignored. At most 6 MB, 20 000 values, 32 levels and 1 000 characters per name; a larger body is refused as a whole.
Responses may gain fields at any time; ignore those you do not know.

**Values.** Ids are UUIDs. Amounts, quantities, prices and percentages are decimal strings such as \`"12.50"\`, never
JSON numbers. Dates are \`YYYY-MM-DD\`, instants are ISO 8601 with \`Z\` or an offset.

**Money.** Prices of items, price lists, orders, invoices and stock are without VAT; prices at the counter (\`/pos-sales\`,
\`/cash-desks/{id}/items\`) include it. The currency is that of the record, \`currency\`, and crowns (CZK) where there is none.
Deposits are outside VAT and outside \`incl_vat\`. Stock is valued in crowns.

**Quantities** are in the \`unit\` beside them, and where there is none in the unit of the item.

**Days** are those of the account: its time zone follows from its country, Europe/Prague unless another is known.
Today is the day there now, and the default wherever a date may be left out. Instants are answered in UTC.

**Null** in an answer means that there is no value: not known, not set, or not yet. In a PATCH it clears the field; a field
that may not be null refuses it. An empty text is not null.

**Filters** of a list narrow each other. Days and instants in them are inclusive. A parameter takes one value; those of the
type array may be repeated or separated by commas, and any of their values matches.

**Catching up with events.** Keep the \`sequence\` of the last event you processed and continue with \`since_sequence\`. With
\`types\` the numbers have gaps: once \`has_more\` is false, keep \`X-Service-Latest-Sequence\` of that page instead, or a quiet
type makes you read from far back.

**Changes.** A PATCH merges: an absent field is kept, null clears. Nothing is deleted. States change only through
actions. \`dry_run=true\` runs a write and shows its result, events and effects without saving anything.

**Repeating a write.** With an \`Idempotency-Key\` the same request runs once; its response is replayed for 24 hours with
\`Idempotent-Replayed: true\`. A refused request leaves the key free. At most 512 MB of large responses are stored per
hour; beyond that, 429.

**External references.** A create may carry \`external_ref\`, your own identifier. A second create with the same reference
returns 409 \`external_ref_conflict\`, or with \`on_conflict=return\` 200 and the existing record.

**Concurrent changes.** Records have a weak \`ETag\`. Sent as \`If-Match\`, it turns a lost update into 412
\`stale_version\`; sent as \`If-None-Match\`, it saves the body of an unchanged record.

**Lists** are paged by \`limit\` (1-200, 50 by default) and \`cursor\`; continue with \`next_cursor\` while \`has_more\` is
true. \`updated_since\` and \`created_since\` return what is new, oldest first; a record that changes meanwhile may appear
twice.

**Rate limits.** Each key may send a number of requests per 60 seconds; the \`RateLimit-*\` headers of every response show
what is left. Beyond that: 429 \`rate_limited\` with \`Retry-After\`.

**Compression.** A response of 8 kB or more is compressed when \`Accept-Encoding\` names \`br\` or \`gzip\`. The \`ETag\`
names the content, whatever its coding.

**Errors** are problem documents (RFC 9457). Branch on \`code\`; the wording may change.
`

/** Line breaks of the source are not part of a paragraph. */
const flowing = (text: string): string => text.trim().replaceAll(/([^\n])\n(?!\n)/g, '$1 ')

export const info: Part = { title: 'Cellarbook API', version: apiVersion, description: flowing(rules) }

export const securitySchemes: Record<string, Part> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, `cb_live_…` or `cb_test_…`, created in the application settings and shown once.',
  },
}

/** By the words of the resource joined with an underscore. */
const resources: Readonly<Record<string, string>> = {
  attachments: 'Files: request an address, upload, finalize, download.',
  batches: 'Batches of a brewery: phases and measurements.',
  cash_desk_sessions: 'Sessions of cash desks, from their float to their count, with X and Z reports.',
  cash_desks: 'Cash desks of the shops, and what is sold there.',
  cashflows: 'Cash-flow documents: income and expense outside invoices.',
  categories: 'Categories of documents, with events and activities.',
  contacts: 'Contacts of all partners; those of one partner are under the partner.',
  countries: 'Countries for addresses.',
  deposits: 'Deposits on returnable packaging.',
  events: 'The log of everything that happened, without gaps.',
  excise_reports: 'Excise reports of a month and their movements.',
  finance_accounts: 'Bank accounts, cash boxes and card terminals for payments.',
  goods_receipts: 'Goods receipts: incoming stock.',
  health: 'Whether the service is ready.',
  inbox: 'The digital inbox: documents that arrive as files.',
  inventory_counts: 'Inventory counts of a warehouse.',
  invoices: 'Issued invoices, their lines and payments.',
  items: 'Items: materials, products, packaging and services, with their prices.',
  keg_taps: 'Kegs on the taps of the cash desks.',
  me: 'The account and key behind the call.',
  number_series: 'Number series of documents.',
  openapi: 'This document.',
  orders: 'Sales orders and their lines.',
  packaging_adjustments: 'Balances of returnable packaging set right by hand.',
  packaging_balances: 'Returnable packaging held by each partner.',
  packaging_returns: 'Returned packaging.',
  packaging_runs: 'Beer filled into bottles and kegs, with what they are packed in.',
  partners: 'Customers and suppliers, with their contacts.',
  pos_sales: 'Sales over the counter.',
  price_lists: 'Price lists that can be assigned to partners.',
  received_invoices: "Suppliers' invoices, entered or imported from ISDOC.",
  recipes: 'How production items are brewed, in versions that never change.',
  repacks: 'Repacking: one item becomes another.',
  reports: 'What waits for somebody, and figures over time.',
  sandbox: 'The sandbox: empty it, fill it with demo data.',
  search: 'All kinds of records by a number, a name or an id.',
  shops: 'Shops of the account.',
  stock_issues: 'Stock issues: outgoing stock.',
  stock_levels: 'Stock on hand by item and warehouse, and its FIFO layers.',
  stock_lots: 'FIFO layers of the stock, and where goods came from and went.',
  stock_reservations: 'Stock held for orders.',
  units: 'Units of measure.',
  vat_rates: 'VAT rates.',
  vessels: 'Tanks and other vessels of a brewery.',
  warehouses: 'Warehouses of the account.',
  webhook_deliveries: 'Deliveries of events to webhook endpoints, with every attempt.',
  webhook_endpoints: 'Addresses that receive events.',
  webhooks: 'What the service sends to webhook endpoints.',
  workflow_steps: 'Workflow steps an external system carries out.',
}

/** In the order of the endpoints. One without a description is found by the lint of the document: add it above. */
export const tagsOf = (tags: readonly string[]): Part[] =>
  [...new Set(tags)].map(name => {
    const description = resources[wordsOf(name).join('_')]
    return { name, ...(description !== undefined && { description }) }
  })
