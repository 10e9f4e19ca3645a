/** The worst bodies for a schema, and the records whose paths take them. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import { type Described, textsOf } from './schemas.ts'

/** A little less than a body may have. */
const maxBytes = 6 * 1024 * 1024 - 1_000

const list = (one: string, length: number) => `[${`${one},`.repeat(length - 1)}${one}]`

/** Made when it is wanted: all together they are gigabytes. */
type Bad = [name: string, raw: () => Buffer]

const bad = (name: string, raw: () => string): Bad => [name, () => Buffer.from(raw())]

/** Met by the reader of JSON before any schema is: one endpoint shows it for all. */
export const unreadable = [
  bad('a long name', () => `{"${'n'.repeat(300_000)}":1}`),
  bad('a deep one', () => `{"a":${'['.repeat(300_000)}`),
  bad('as many entries as fit', () => `{"lines":${list('{}', Math.floor(maxBytes / 3) - 10)}}`),
]

const unknown = bad('unknown members', () => {
  const members = Array.from({ length: 19_900 }, (_, index) => `"unknown${index}":1`)
  return `{${members.join(',')}}`
})

/**
 * By what is bad about them; all are within the size a body may have. What is too much is cut to what the schema can judge
 * before anybody looks at it, so each kind of text and each list is met once: `met` holds those that were. The largest
 * legal body is another one at each endpoint, and goes further than all others.
 */
export function worstBodies(schema: Described, met: Set<string>): Bad[] {
  const isNew = (kind: unknown): boolean => met.size < met.add(JSON.stringify(kind)).size
  const parts = Object.entries(schema.properties ?? {})
  const bodies = isNew(['unknown', parts.length === 0]) ? [unknown] : []
  if (parts.length === 0) return bodies
  if (textsOf(schema).filter(({ text }) => isNew(judgedBy(text))).length > 0) {
    const written = () => JSON.stringify(filled(schema, () => '~')).replaceAll('"~"', longTextsFor(schema))
    bodies.push(bad('long texts', written))
  }
  bodies.push(bad('the largest legal one', () => JSON.stringify(filled(schema, legalText, true))))
  for (const [name, part] of parts) {
    if (part.items && isNew(part)) bodies.push(bad(`19 900 empty ${name}`, () => `{"${name}":${list('{}', 19_900)}}`))
  }
  return bodies
}

/** What of a text's schema can refuse it. */
const judgedBy = ({ enum: values, format, pattern, maxLength }: Described) => [
  'text',
  values !== undefined,
  format,
  pattern,
  maxLength,
]

/** All members, and of each list one entry or as many as it may have. */
function filled(schema: Described, text: (part: Described) => unknown, isFull = false): unknown {
  if (schema.properties) {
    const members = Object.entries(schema.properties)
    return Object.fromEntries(members.map(([name, part]) => [name, filled(part, text, isFull)]))
  }
  if (schema.items) {
    return Array.from({ length: isFull ? (schema.maxItems ?? 1) : 1 }, () => filled(schema.items!, text, isFull))
  }
  const [type] = [schema.type].flat()
  if (type === 'string') return text(schema)
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? true : null
}

/** Half of it letters of two bytes, half of it escapes: what takes longest to read. */
function longTextsFor(schema: Described): string {
  const count = JSON.stringify(filled(schema, () => '~')).split('"~"').length - 1
  const bytes = Math.floor((maxBytes - 10_000) / Math.max(count, 1))
  return `"${'ž'.repeat(Math.floor(bytes / 4))}${'\\n'.repeat(Math.floor(bytes / 4))}"`
}

function legalText({ enum: values, format, pattern, maxLength }: Described): unknown {
  if (values) return values[0]
  if (format === 'uuid') return randomUUID()
  if (format === 'date') return '2026-11-01'
  if (format === 'date-time') return '2026-11-01T00:00:00Z'
  if (pattern?.includes('\\d')) return '1'
  if (pattern?.startsWith('^[a-z')) return 'worst'
  // Ten megabytes of a file are none of this test's business.
  return 'ž'.repeat(Math.min(maxLength ?? 10, 2_000))
}

/** The ids a path needs, by its first word; what is not there is asked for by an id nobody has. */
export type Records = Record<string, Record<string, string>>

export async function someRecords(api: Client): Promise<Records> {
  const created = async (path: string, body: object) => {
    const reply = await api.post(path, body)
    expect(reply.status, `${path} ${reply.text}`).toBe(201)
    return reply.body
  }
  const withLine = ({ id, lines }: { id: string; lines: { id: string }[] }) => ({ id, line_id: lines[0]!.id })
  const { data } = (await api.get('/warehouses?type=standard')).body
  const warehouse = { warehouse_id: data[0].id }
  const partner = await created('/partners', { name: 'Hostinec', is_supplier: true })
  const contact = await created(`/partners/${partner.id}/contacts`, { name: 'Jana' })
  const item = await created('/items', { name: 'Slad', unit: { unit_code: 'kg' }, sale_price: '9' })
  const other = await created('/items', { name: 'Mouka', unit: { unit_code: 'kg' } })
  const line = { item_id: item.id, quantity: '1', unit: { unit_code: 'kg' } }
  const otherLine = { ...line, item_id: other.id }
  const free = { description: 'Práce', quantity: '1', unit_price: '10' }
  const count = await created('/inventory-counts', { ...warehouse, scope: 'listed', item_ids: [item.id] })
  const counted = { item_id: item.id, counted_quantity: '1', unit: { unit_code: 'kg' } }
  const countLine = await created(`/inventory-counts/${count.id}/lines`, counted)
  return {
    partners: { id: partner.id, contact_id: contact.id },
    items: { id: item.id },
    'goods-receipts': withLine(
      await created('/goods-receipts', { ...warehouse, lines: [{ ...line, unit_price: '1' }] }),
    ),
    'stock-issues': withLine(await created('/stock-issues', { ...warehouse, lines: [line] })),
    repacks: { id: (await created('/repacks', { ...warehouse, from: [line], to: [otherLine] })).id },
    'inventory-counts': { id: count.id, line_id: countLine.id },
    orders: withLine(await created('/orders', { partner_id: partner.id, ...warehouse, lines: [line] })),
    invoices: withLine(await created('/invoices', { partner_id: partner.id, ...warehouse, lines: [free] })),
    'received-invoices': withLine(await created('/received-invoices', received(partner.id))),
    cashflows: { id: (await created('/cashflows', cashflow)).id },
    'webhook-endpoints': { id: (await created('/webhook-endpoints', hook)).id },
    ...(await someOfBrewing(api, created)),
  }
}

/** Of the demo; and the draft of a run like the one it has. */
async function someOfBrewing(api: Client, created: (path: string, body: object) => Promise<{ id: string }>) {
  const first = async (path: string) => (await api.get(path)).body.data[0]
  const batch = await first('/batches?phase=fermentation')
  const { warehouse, outputs } = (await api.get(`/packaging-runs/${(await first('/packaging-runs')).id}`)).body
  const output = { item_id: outputs[0].item.id, quantity: '1', unit: { unit_code: 'pcs' } }
  return {
    vessels: { id: batch.vessel.id },
    recipes: { id: batch.recipe.id, version: batch.recipe.version },
    batches: { id: batch.id, measurement_id: (await first(`/batches/${batch.id}/measurements`)).id },
    'packaging-runs': { id: (await created('/packaging-runs', { warehouse_id: warehouse.id, outputs: [output] })).id },
  }
}

const received = (partnerId: string) => ({
  partner_id: partnerId,
  supplier_invoice_number: 'A1',
  issue_date: '2026-11-01',
  due_date: '2026-11-15',
  lines: [{ description: 'Slad', amount: '100.00', vat_rate_pct: '21' }],
})
const cashflow = { cashflow_type: 'expense', amount: '50.00', description: 'Kolky', payment_method: 'cash' }
const hook = { url: 'https://example.com/hook', types: ['*'] }

export const pathFor = (path: string, records: Records): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => records[path.split('/')[1]!]?.[name] ?? randomUUID())
