/** Whatever is sent, the answer is one of the contract: never a 500, never a hang, never a change by a refusal. */

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { serviceEndpoints } from '../../src/describe/service-document.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import type { Client } from '../support/client.ts'
import { transfer, upload } from '../support/files.ts'
import { peopleService } from '../support/person.ts'
import { testBaseUrl, useService } from '../support/service.ts'
import { stockBook } from '../support/stock.ts'
import { deliveriesOf, registered, until } from '../support/webhook-endpoints.ts'

const service = useService(peopleService)
let api: Client
/** A record of each collection, and what hangs on it. */
let real: Record<string, Record<string, string>>

beforeAll(async () => {
  const tenant = await service.tenant()
  await tenant.set({ rate_per_min: 1_000_000, max_partners: 1_000_000 })
  api = await tenant.key()
  real = await realRecords()
})

async function realRecords(): Promise<typeof real> {
  const book = await stockBook(api)
  const hook = (await registered(api)).id
  const partner = await book.partner()
  const contact = (await api.post(`/partners/${partner}/contacts`, { name: 'B' })).body.id
  const item = await book.item()
  const received = (await book.received(item, '1000')).body
  const receipt = (await book.receipt([{ item, quantity: '5' }])).body
  const issue = (await book.issue([{ item, quantity: '1' }])).body
  const line = { item_id: item, quantity: '1', unit: { unit_code: 'kg' } }
  const repack = (await api.post('/repacks', { warehouse_id: book.main, from: [line], to: [line] })).body
  const count = (await api.post('/inventory-counts', { warehouse_id: book.second })).body
  const counted = { item_id: item, counted_quantity: '1', unit: { unit_code: 'kg' } }
  const countLine = (await api.post(`/inventory-counts/${count.id}/lines`, counted)).body
  const attachment = await upload(api, service)
  const submission = (await api.post('/inbox/submissions', { attachment_id: attachment.id })).body
  const head = { supplier_invoice_number: '1', partner_id: partner, issue_date: '2026-11-02' }
  const invoiceLine = { description: 'A', amount: '1', vat_rate_pct: '21' }
  const invoice = (await api.post('/received-invoices', { ...head, lines: [invoiceLine] })).body
  const [delivery] = await until(
    () => deliveriesOf(api, hook),
    rows => rows.length > 0,
  )
  return {
    'webhook-endpoints': { id: hook },
    'webhook-deliveries': { id: delivery.id },
    events: { id: delivery.event_id },
    attachments: { id: attachment.id },
    inbox: { id: submission.id },
    'received-invoices': { id: invoice.id, line_id: invoice.lines[0].id },
    partners: { id: partner, contact_id: contact },
    items: { id: item },
    shops: { id: (await api.get('/shops')).body.data[0].id },
    warehouses: { id: book.main },
    'goods-receipts': { id: receipt.id, line_id: receipt.lines[0].id },
    'stock-issues': { id: issue.id, line_id: issue.lines[0].id },
    'stock-lots': { id: received.lines[0].id },
    repacks: { id: repack.id },
    'inventory-counts': { id: count.id, line_id: countLine.id },
  }
}

const endpoints = serviceEndpoints(atOneAddress('https://api.cellarbook.test'))

const nasty = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  '%00',
  "' or 1=1 --",
  '../../etc/passwd',
  '\ud83c\udf7a',
  'a'.repeat(5_000),
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '2026-02-30T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  '*',
  '{}',
  '[]',
  '\r\nX-Evil: 1',
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 }))

/** Names the service knows, so that the fuzz gets past the first check. */
const names = fc.constantFrom(
  ...new Set(
    endpoints.flatMap(endpoint => [
      ...Object.keys(endpoint.query?.properties ?? {}),
      ...Object.keys(endpoint.body?.properties ?? {}),
    ]),
  ),
  '__proto__',
  'constructor',
  'unknown',
)

const value: fc.Arbitrary<unknown> = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.string({ maxLength: 8 })), tie('any'), { maxKeys: 4 }),
  ),
})).any

const request = fc.record({
  endpoint: fc.constantFrom(...endpoints),
  method: fc.option(fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE'), { freq: 8 }),
  realIds: fc.boolean(),
  segment: text,
  query: fc.array(fc.tuple(names, text), { maxLength: 3 }),
  body: fc.option(fc.oneof(fc.dictionary(names, value, { maxKeys: 6 }), value)),
  raw: fc.option(fc.uint8Array({ maxLength: 40 }), { freq: 6 }),
  headers: fc.dictionary(
    fc.constantFrom('if-match', 'if-none-match', 'idempotency-key', 'content-type', 'x-service-sandbox', 'accept'),
    fc.oneof(fc.constantFrom('"1"', 'W/"1"', '*', 'application/json', 'k1', '1'), fc.string({ maxLength: 12 })),
    { maxKeys: 3 },
  ),
})

const endless: [string, string] = ['types', 'nothing.*']

type FuzzRequest = typeof request extends fc.Arbitrary<infer R> ? R : never

function pathOf({ endpoint, realIds, segment, query }: FuzzRequest): string {
  const ids: Record<string, string> = { system: 'sys', action: 'fly', ...real[endpoint.path.split('/')[1]!] }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) => encode((realIds && ids[name]) || segment))
  // Waiting is not what is tested here; a stream would never end, so it is asked for what it refuses.
  const isStream = endpoint.returns.isStream === true
  const sensible: [string, string][] = [...query.filter(([name]) => name !== 'wait'), ...(isStream ? [endless] : [])]
  const search = sensible.map(([name, sent]) => `${encode(name)}=${encode(sent)}`)
  return search.length === 0 ? path : `${path}?${search.join('&')}`
}

/** Lone surrogates cannot be percent-encoded; a client could not send them either. */
const encode = (sent: string): string => encodeURIComponent(sent.toWellFormed())

test('random requests to every endpoint', async () => {
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(request, async asked => {
      const { endpoint, method, body, raw, headers } = asked
      const isRead = (method ?? endpoint.method) === 'GET'
      const reply = await api.send(method ?? endpoint.method, pathOf(asked), {
        headers: sendable(headers),
        ...(!isRead && raw && { raw: Buffer.from(raw) }),
        ...(!isRead && !raw && body !== null && { body }),
      })
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1)
      expect(reply.status, reply.text).toBeLessThan(500)
    }),
    { numRuns: 800 },
  )
  // The fuzz reaches both sides: a run that only bounced off the first gate would show nothing.
  expect(seen.get(200) ?? 0).toBeGreaterThan(0)
  expect(seen.get(422) ?? 0).toBeGreaterThan(5)
  expect(seen.get(404) ?? 0).toBeGreaterThan(5)
})

test('random addresses of files', async () => {
  const asked = fc.record({
    method: fc.constantFrom('GET', 'PUT', 'POST'),
    folder: fc.constantFrom('uploads', 'contents'),
    token: fc.oneof(text, fc.base64String({ maxLength: 200 })),
    raw: fc.option(fc.uint8Array({ maxLength: 40 })),
    headers: fc.dictionary(
      fc.constantFrom('content-type', 'range', 'if-range', 'authorization', 'expect'),
      fc.oneof(fc.constantFrom('application/pdf', 'bytes=0-', '100-continue'), fc.string({ maxLength: 12 })),
      { maxKeys: 3 },
    ),
  })
  let count = 0
  await fc.assert(
    fc.asyncProperty(asked, async ({ method, folder, token, raw, headers }) => {
      // From many places: one would be told to slow down.
      const from = `203.0.113.${++count % 250}`
      const reply = await transfer(service, method, `${testBaseUrl}/files/${folder}/${encode(token)}`, {
        headers: { ...sendable(headers), 'x-forwarded-for': from },
        ...(method !== 'GET' && raw && { raw: Buffer.from(raw) }),
      })
      expect([403, 404, 413, 422], reply.text).toContain(reply.status)
    }),
    { numRuns: 120 },
  )
})

/** What Node lets a client put into a header. */
const sendable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, sent]) => [name, sent.replace(/[^\x20-\x7e]/g, '?')]))
