/** One refusal of each code, provoked on the demo brewery or on an account made for it. */
import { expect } from 'vitest'
import { problem, problemDocument } from '../../src/contract/problems.ts'
import { modules } from '../../src/contract/scopes.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { isdoc, zip } from '../support/invoice-files.ts'
import type { Service, TestTenant } from '../support/service.ts'
import type { Recorder } from './recorder.ts'
import { pieces, type World } from './story.ts'

const unknownId = '019a0000-0000-7000-8000-00000000ffff'

/** What every endpoint may answer, whatever it does. */
export async function meetTheGates(service: Service, { of }: Recorder): Promise<void> {
  const tenant = (): Promise<TestTenant> => service.tenant()
  const plain = await tenant()
  const api = of(await plain.key())
  const { Client } = await import('../support/client.ts')
  await of(new Client(service.address)).refuse('unauthenticated', 'GET', '/me')
  await of(await plain.key({ allowedAddresses: ['203.0.113.1'] })).refuse('ip_not_allowed', 'GET', '/me')
  await of(await plain.key({ mode: 'live' })).refuse('forbidden', 'GET', '/me', {
    headers: { 'x-service-sandbox': '1' },
  })
  await of(await plain.key({ scopes: ['core:read'] })).refuse('insufficient_scope', 'GET', '/orders')
  await api.refuse('not_found', 'GET', `/partners/${unknownId}`)
  await api.refuse('invalid_idempotency_key', 'POST', '/partners', {
    body: { name: 'A' },
    headers: { 'idempotency-key': 'a b' },
  })
  await api.refuse('unknown_field', 'POST', '/partners', { body: { name: 'Hospoda U Lípy', nickname: 'Lípa' } })
  await api.refuse('validation_failed', 'POST', '/partners', { body: { name: '', payment_terms: 500 } })
  await api.refuse('payload_too_large', 'POST', '/partners', {
    raw: `{"name":"${'x'.repeat(6 * 1024 * 1024)}"}`,
    headers: { 'content-type': 'application/json' },
  })
  const headers = { 'idempotency-key': 'order-10042' }
  await api.post(
    '/partners',
    { name: 'Hospoda U Lípy', ico: '25596641', external_ref: { system: 'eshop', id: 'C-1' } },
    { headers },
  )
  await api.refuse('idempotency_key_reused', 'POST', '/partners', { body: { name: 'Another' }, headers })
  await api.refuse('external_ref_conflict', 'POST', '/partners', {
    body: { name: 'Again', external_ref: { system: 'eshop', id: 'C-1' } },
  })
  await api.refuse('duplicate_ico', 'POST', '/partners', { body: { name: 'Again', ico: '25596641' } })
  const made = await api.post('/partners', { name: 'Kavárna' })
  await api.refuse('stale_version', 'PATCH', `/partners/${made.id}`, {
    body: { name: 'Kavárna Lípa' },
    headers: { 'if-match': 'W/"99"' },
  })
  const twice = () =>
    api.send('POST', '/partners', { body: { name: 'Hospoda Na Rohu' }, headers: { 'idempotency-key': 'order-10043' } })
  let both: Promise<unknown> | undefined
  const account = (await findAccount(service.database, plain.slug, false))!
  // One of them waits for the book, the other is told so.
  await writeAsSystem({ ...service, account }, async () => {
    const calls = [twice(), twice()]
    both = Promise.all(calls)
    expect((await Promise.race(calls)).body.code).toBe('idempotency_in_progress')
  })
  await both
  await api.post('/sandbox/actions/reset')
  await api.refuse('events_expired', 'GET', '/events?since_sequence=0')
  const hook = { url: 'https://hooks.example.com/cellarbook', types: ['*'] }
  const pdf = { file_name: 'scan.pdf', mime_type: 'application/pdf', file_size: 2_000_000 }
  const changes: [code: string, change: object, path: string, body?: object][] = [
    ['module_not_enabled', { modules: [] }, '/orders'],
    [
      'no_finance_module',
      { modules: [] },
      '/received-invoices/isdoc',
      { attachment_id: unknownId, file_name: 'a.isdoc' },
    ],
    ['excise_not_enabled', { modules: [...modules] }, '/excise-reports'],
    ['account_locked', { is_locked: true }, '/me'],
    ['addon_required', { apiAddOn: false }, '/me'],
    ['partner_limit', { max_partners: 0 }, '/partners', { name: 'Hospoda U Lípy' }],
    ['endpoint_limit', { max_webhook_endpoints: 0 }, '/webhook-endpoints', hook],
    ['storage_limit_exceeded', { storage_mb: 1 }, '/attachments', pdf],
  ]
  for (const [code, change, path, body] of changes) {
    const other = await tenant()
    const client = of(await other.key())
    await other.set(change as never)
    await client.refuse(code, body ? 'POST' : 'GET', path, body && { body })
  }
  const hurried = await tenant()
  const client = of(await hurried.key())
  await hurried.set({ rate_per_min: 1 } as never)
  await client.send('GET', '/me')
  await client.refuse('rate_limited', 'GET', '/me')
}

/** What the rules of the trade forbid. */
export async function breakRules(world: World): Promise<void> {
  const { api, ids, item, partner, warehouse, second, bank, today, deposit } = world
  const glass = item('Sklenice Zlatá lípa 0,5 l')
  const line = { item_id: glass, quantity: '1', unit: pieces }
  const order = await api.post('/orders', { partner_id: partner, warehouse_id: warehouse, lines: [line] })
  const at = `/orders/${order.id}`
  await api.refuse('unknown_action', 'POST', `${at}/actions/explode`)
  await api.refuse('invalid_transition', 'POST', `${at}/actions/ship`)
  await api.refuse('unit_mismatch', 'POST', `${at}/lines`, { body: { ...line, unit: { unit_code: 'l' } } })
  await api.refuse('unit_not_available', 'POST', `${at}/lines`, { body: { ...line, unit: { unit_code: 'barrel' } } })
  await api.refuse('quantity_scale', 'POST', `${at}/lines`, { body: { ...line, quantity: '1.5' } })
  const empty = await api.post('/orders', { partner_id: partner, warehouse_id: warehouse })
  await api.refuse('no_lines', 'POST', `/orders/${empty.id}/actions/confirm`)
  await api.refuse('warehouse_required', 'POST', '/invoices', { body: { partner_id: partner } })
  const issue = await api.post('/stock-issues', {
    warehouse_id: warehouse,
    movement_purpose: 'sale',
    lines: [{ ...line, quantity: '99999' }],
  })
  await api.refuse('conflict', 'POST', `/stock-issues/${issue.id}/actions/confirm`)
  await api.refuse('receipt_has_allocations', 'POST', `/goods-receipts/${ids.get('/goods-receipts')}/actions/cancel`)
  const fresh = await api.post('/invoices', {
    partner_id: partner,
    warehouse_id: warehouse,
    lines: [{ description: 'Glass', quantity: '1', unit_price: '100.00', vat_rate_pct: '21' }],
  })
  await api.post(`/invoices/${fresh.id}/actions/issue`)
  const pay = `/invoices/${fresh.id}/actions/mark_paid`
  await api.refuse('overpay', 'POST', pay, { body: { paid_at: today, account_id: bank, amount: '9999.00' } })
  await api.refuse('invalid_amount', 'POST', pay, { body: { paid_at: today, account_id: bank, amount: '0.00' } })
  await api.refuse('currency_not_supported', 'POST', '/invoices', {
    body: { partner_id: partner, warehouse_id: warehouse, currency: 'XXX' },
  })
  const foreign = {
    partner_id: partner,
    warehouse_id: warehouse,
    currency: 'EUR',
    lines: [{ description: 'Glass', quantity: '1', unit_price: '4.00', vat_rate_pct: '21' }],
  }
  const unrated = await api.post('/invoices', foreign)
  await api.refuse('missing_exchange_rate', 'POST', `/invoices/${unrated.id}/actions/issue`)
  const rated = await api.post('/invoices', { ...foreign, exchange_rate: '25.10' })
  await api.post(`/invoices/${rated.id}/actions/issue`)
  await api.refuse('account_required', 'POST', `/invoices/${rated.id}/actions/mark_paid`, { body: { paid_at: today } })
  await api.refuse('invalid_url', 'POST', '/webhook-endpoints', {
    body: { url: 'http://localhost/hook', types: ['*'] },
  })
  await api.refuse('packaging_return_exceeds_balance', 'POST', '/packaging-returns', {
    body: { warehouse_id: warehouse, partner_id: partner, lines: [{ deposit_id: deposit('KEG50'), pieces: '900' }] },
  })
  const sale = {
    cash_desk_id: ids.get('/cash-desks')!,
    lines: [{ ...line, unit_price: '180' }],
    payment: { method: 'cash', amount: '1' },
  }
  await api.refuse('payment_amount_mismatch', 'POST', '/pos-sales', { body: sale })
  await api.refuse('cash_desk_required', 'POST', '/pos-sales', { body: { lines: sale.lines, payment: sale.payment } })
  await api.refuse('payment_method_not_supported', 'POST', '/pos-sales', {
    body: { ...sale, payment: { method: 'bank_transfer', amount: '180' } },
  })
  await api.refuse('item_not_available_at_pos', 'POST', '/pos-sales', {
    body: { ...sale, lines: [{ ...line, item_id: item('Rozvoz piva'), unit_price: '250' }] },
  })
  await api.refuse('no_keg_tapped', 'POST', '/pos-sales', {
    body: {
      ...sale,
      lines: [{ ...line, item_id: item('Zlatá lípa 13° tmavá čepovaná 0,3 l'), quantity: '9999', unit_price: '40' }],
      payment: { method: 'cash', amount: '399960' },
    },
  })
  const batch = `/batches/${ids.get('/batches')}`
  await api.refuse('measurement_value_required', 'POST', `${batch}/measurements`, { body: { type: 'gravity' } })
  await api.refuse('measurement_type_ambiguous', 'POST', `${batch}/measurements`, {
    body: { gravity_plato: '8', ph: '4.4' },
  })
  const { data: vessels } = await api.get('/vessels?limit=200')
  const taken = vessels.find(
    (each: { batch: { id: string } | null }) => each.batch && each.batch.id !== ids.get('/batches'),
  )
  if (taken) await api.refuse('equipment_occupied', 'POST', `${batch}/actions/move`, { body: { vessel_id: taken.id } })
  await api.refuse('recipe_unit_dimension_mismatch', 'POST', '/items', {
    body: {
      name: 'Chmel',
      item_type: 'brew_material',
      material_type: 'hops',
      unit: { unit_code: 'kg' },
      recipe_unit: { unit_code: 'l' },
    },
  })
  const { data: houses } = await api.get('/warehouses?limit=200')
  const system = houses.find((each: { type: string }) => each.type === 'system')
  if (system) await api.refuse('system_warehouse', 'POST', '/goods-receipts', { body: { warehouse_id: system.id } })
  const lager = item('Zlatá lípa 12° láhev 0,5 l')
  const bottles = { item_id: lager, quantity: '1', unit: pieces }
  const late = await api.post('/stock-issues', {
    warehouse_id: warehouse,
    movement_purpose: 'sale',
    date: '2027-02-20',
    lines: [bottles],
  })
  await api.refuse('excise_reported', 'POST', `/stock-issues/${late.id}/actions/confirm`)
  const count = await api.post('/inventory-counts', { warehouse_id: second })
  await api.post(`/inventory-counts/${count.id}/actions/start`)
  const locked = await api.post('/goods-receipts', { warehouse_id: second, lines: [{ ...line, unit_price: '60' }] })
  await api.refuse('inventory_locked', 'POST', `/goods-receipts/${locked.id}/actions/confirm`)
  const moved = await api.post('/stock-issues', {
    warehouse_id: warehouse,
    movement_purpose: 'transfer',
    target_warehouse_id: second,
    lines: [line],
  })
  await api.refuse('transfer_blocked', 'POST', `/stock-issues/${moved.id}/actions/confirm`)
  await api.post(`/inventory-counts/${count.id}/actions/cancel`)
  const shirt = { item_id: ids.get('/items')!, quantity: '2', unit: pieces }
  const repack = await api.post('/repacks', {
    warehouse_id: warehouse,
    from: [{ ...line, quantity: '2' }],
    to: [shirt],
  })
  await api.post(`/repacks/${repack.id}/actions/confirm`)
  const { stock_issue_id: half } = await api.get(`/repacks/${repack.id}`)
  await api.refuse('repack_pair_cancel_required', 'POST', `/stock-issues/${half}/actions/cancel`)
  const reserving = await api.post('/orders', { partner_id: partner, warehouse_id: warehouse, lines: [shirt] })
  await api.post(`/orders/${reserving.id}/actions/confirm`)
  const taking = await api.post('/stock-issues', { warehouse_id: warehouse, movement_purpose: 'sale', lines: [shirt] })
  await api.refuse('reserved_by_other', 'POST', `/stock-issues/${taking.id}/actions/confirm`)
  const most = { ...line, quantity: '88888', unit_price: '1' }
  const card = { method: 'card', amount: '88888' }
  await api.refuse('item_not_in_stock', 'POST', '/pos-sales', { body: { ...sale, lines: [most], payment: card } })
  const offline = {
    ...sale,
    offline: true,
    sold_at: `${today}T08:30:00.000Z`,
    external_ref: { system: 'till', id: 'VYCEP-000200' },
    lines: [most],
    payment: card,
  }
  await api.refuse('settlement_failed', 'POST', '/pos-sales', { body: offline })
}

/** What is wrong with a file. */
export async function sendBadFiles({ api, service, ids }: World): Promise<void> {
  const announce = async (fileName: string, mimeType: string, size: number) =>
    api.post('/attachments', { file_name: fileName, mime_type: mimeType, file_size: size })
  const upload = async (fileName: string, mimeType: string, bytes: Buffer) => {
    const announced = await announce(fileName, mimeType, bytes.length)
    const target = announced.upload_url.replace(/^https?:\/\/[^/]+/, service.address)
    await fetch(target, { method: 'PUT', headers: announced.upload_headers, body: bytes })
    return api.post('/attachments/finalize', { path: announced.path, file_name: fileName, mime_type: mimeType })
  }
  const read = (code: string, id: string, fileName: string) =>
    api.refuse(code, 'POST', '/received-invoices/isdoc', { body: { attachment_id: id, file_name: fileName } })
  const waiting = await announce('late.pdf', 'application/pdf', 10)
  await api.refuse('no_file', 'POST', '/attachments/finalize', {
    body: { path: waiting.path, file_name: 'late.pdf', mime_type: 'application/pdf' },
  })
  await read(
    'invalid_xml',
    (await upload('broken.isdoc', 'application/xml', Buffer.from('<Invoice'))).id,
    'broken.isdoc',
  )
  await read('unsupported_format', ids.get('/attachments')!, 'delivery-note.pdf')
  await read('duplicate', (await upload('again.isdoc', 'application/xml', Buffer.from(isdoc()))).id, 'again.isdoc')
  const empty = Buffer.from(zip([{ name: 'readme.txt', content: 'nothing' } as never]))
  await read('no_invoice_in_archive', (await upload('empty.isdocx', 'application/zip', empty)).id, 'empty.isdocx')
  const proforma = Buffer.from(isdoc().replace('<DocumentType>1<', '<DocumentType>4<'))
  await read(
    'unsupported_document_type',
    (await upload('proforma.isdoc', 'application/xml', proforma)).id,
    'proforma.isdoc',
  )
}

/** Steps that are not where the caller thinks they are. */
export async function pushSteps({ api }: World): Promise<void> {
  const { data } = await api.get('/workflow-steps?limit=200')
  const step = (is: (each: { kind: string; status: string }) => boolean) => data.find(is)?.id
  const person = step(each => each.kind === 'person')
  const done = step(each => each.status === 'completed')
  const over = step(each => each.status === 'handed_over')
  if (person) await api.refuse('step_not_external', 'POST', `/workflow-steps/${person}/actions/complete`, { body: {} })
  if (done) await api.refuse('step_not_waiting', 'POST', `/workflow-steps/${done}/actions/complete`, { body: {} })
  if (over) await api.refuse('step_handed_over', 'POST', `/workflow-steps/${over}/actions/complete`, { body: {} })
}

const codesOfTrouble = ['internal_error', 'api_unavailable', 'upload_failed', 'webhooks_not_configured'] as const
const rareCodes = [
  'shop_required',
  'submission_blocked',
  'file_too_large',
  'invoiced_period',
  'sale_kegs_partially_returned',
] as const

/** What a healthy service never says, and what takes a setting the demo does not have: written as it writes them all. */
export function writeRare({ problems }: Recorder): void {
  for (const code of [...codesOfTrouble, ...rareCodes]) {
    const place = { baseUrl: 'https://api.cellarbook.test', requestId: unknownId }
    if (!problems.has(code)) problems.set(code, problemDocument(problem(code), place))
  }
}
