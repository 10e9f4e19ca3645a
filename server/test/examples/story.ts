/** A working week of the demo brewery over its API: every operation once, with the records the demo has. */
import { described } from '../../src/describe/service-document.ts'
import { theHouse } from '../../src/kernel/domain.ts'
import { isdoc } from '../support/invoice-files.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/webhooks.ts'
import type { Api } from './recorder.ts'

// biome-ignore lint/suspicious/noExplicitAny: a story reads whatever the service answered; its shape is checked before
export type Answer = any

export interface World {
  api: Api
  service: Service
  today: string
  month: string
  lastMonth: string
  item(name: string): string
  partner: string
  supplier: string
  warehouse: string
  second: string
  bank: string
  deposit(code: string): string
  vessel(code: string): string
  /** What reads of one record are shown with, by the collection: `/orders`. */
  ids: Map<string, string>
}

export const pieces = { unit_code: 'pcs' }
export const litres = { unit_code: 'l' }
export const kilograms = { unit_code: 'kg' }
export const reference = (id: string) => ({ external_ref: { system: 'eshop', id } })

export async function meet(api: Api, service: Service): Promise<World> {
  const all = async (path: string): Promise<Answer[]> => (await api.get(`${path}?limit=200`)).data
  const whole = async (path: string): Promise<Answer[]> => (await api.get(path)).data
  const items = await all('/items')
  const partners = await all('/partners')
  const warehouses = await all('/warehouses')
  const accounts = await whole('/finance-accounts')
  const deposits = await whole('/deposits')
  const vessels = await all('/vessels')
  const found = (list: Answer[], is: (each: Answer) => boolean): Answer => {
    const one = list.find(is)
    if (!one) throw new Error(`the demo has none: ${is}`)
    return one
  }
  const today = new Date(service.clock()).toISOString().slice(0, 10)
  return {
    api,
    service,
    today,
    month: today.slice(0, 7),
    lastMonth: '2027-02',
    item: name => found(items, each => each.name === name).id,
    partner: found(partners, each => each.is_customer && each.ico !== null).id,
    supplier: found(partners, each => each.is_supplier).id,
    warehouse: found(warehouses, each => each.is_default).id,
    second: found(warehouses, each => each.code === 'SECOND').id,
    bank: found(accounts, each => each.type === 'bank' && each.currency === 'CZK').id,
    deposit: code => found(deposits, each => each.code === code).id,
    vessel: code => found(vessels, each => each.code === code).id,
    ids: new Map(),
  }
}

export const keg = 'Zlatá lípa 12° KEG 50 l'
export const bottle = 'Zlatá lípa 12° láhev 0,5 l'
const glass = 'Sklenice Zlatá lípa 0,5 l'
export const malt = 'Slad plzeňský'

export async function workWithPartners({ api, ids, partner, item }: World): Promise<void> {
  const made = await api.post('/partners', {
    name: 'Hospoda U Lípy s.r.o.',
    ico: '25596641',
    email: 'objednavky@hospodaulipy.example',
    payment_terms: 21,
    ...reference('C-2001'),
  })
  ids.set('/partners', made.id)
  await api.patch(`/partners/${made.id}`, { phone: '+420 541 222 333', notes: 'Delivery on Thursdays.' })
  const contact = await api.post(`/partners/${made.id}/contacts`, {
    name: 'Eva Malá',
    position: 'Manager',
    is_primary: true,
  })
  await api.patch(`/partners/${made.id}/contacts/${contact.id}`, { mobile: '+420 777 123 456' })
  await api.get(`/partners/${made.id}/contacts/${contact.id}`)
  const thing = await api.post('/items', {
    name: 'Tričko Zlatá lípa',
    item_type: 'purchased_sale_item',
    unit: pieces,
    sale_price: '330.58',
    ...reference('SHIRT-L'),
  })
  ids.set('/items', thing.id)
  await api.patch(`/items/${thing.id}`, { sale_price: '347.11' })
  await api.get(`/items/${item(keg)}/prices?partner_id=${partner}&quantity=5`)
}

export async function receiveInvoices({ api, ids, supplier, bank, today }: World): Promise<void> {
  const create = (number: string, more = {}) =>
    api.post('/received-invoices', {
      supplier_invoice_number: number,
      partner_id: supplier,
      issue_date: today,
      lines: [{ description: 'Pilsner malt 1 000 kg', amount: '17900.00', vat_rate_pct: '21' }],
      ...more,
    })
  const path = '/received-invoices'
  const first = await create('2027-0118', reference('RI-118'))
  ids.set(path, first.id)
  await api.patch(`${path}/${first.id}`, { variable_symbol: '20270118' })
  const line = await api.post(`${path}/${first.id}/lines`, {
    description: 'Transport',
    amount: '850.00',
    vat_rate_pct: '21',
  })
  await api.patch(`${path}/${first.id}/lines/${line.id ?? line.lines?.at(-1).id}`, { amount: '790.00' })
  await api.post(`${path}/${first.id}/actions/confirm`)
  await api.post(`${path}/${first.id}/actions/mark_paid`, { paid_at: today, account_id: bank })
  await api.post(`${path}/${first.id}/actions/revert_payment`)
  const second = await create('2027-0119')
  await api.post(`${path}/${second.id}/actions/confirm`)
  await api.post(`${path}/${second.id}/actions/export`)
  const third = await create('2027-0120')
  await api.post(`${path}/${third.id}/actions/confirm`)
  await api.post(`${path}/${third.id}/actions/cancel`)
}

export async function moveMoney({ api, ids, bank, today }: World): Promise<void> {
  const body = { cashflow_type: 'expense', amount: '1250.00', description: 'Fuel', payment_method: 'bank_transfer' }
  const made = await api.post('/cashflows', { ...body, status: 'draft' })
  ids.set('/cashflows', made.id)
  const path = `/cashflows/${made.id}/actions`
  await api.post(`${path}/confirm`)
  await api.post(`${path}/mark_paid`, { paid_at: today, account_id: bank })
  await api.post(`${path}/revert_payment`)
  await api.post(`${path}/cancel`)
}

export async function moveStock(world: World): Promise<void> {
  const { api, ids, item, warehouse, second, supplier, partner } = world
  const receipt = await api.post('/goods-receipts', {
    warehouse_id: warehouse,
    partner_id: supplier,
    ...reference('GR-1'),
    lines: [{ item_id: item(malt), quantity: '500', unit: kilograms, unit_price: '18.20', lot_number: 'PLZ-27-004' }],
  })
  ids.set('/goods-receipts', receipt.id)
  const at = `/goods-receipts/${receipt.id}`
  await api.patch(at, { notes: 'Delivered by the supplier.' })
  const more = await api.post(`${at}/lines`, {
    item_id: item(glass),
    quantity: '240',
    unit: pieces,
    unit_price: '61.50',
  })
  await api.patch(`${at}/lines/${more.id ?? more.lines?.at(-1).id}`, { quantity: '250', unit: pieces })
  await api.post(`${at}/actions/confirm`)
  await api.post(`${at}/actions/revert_to_draft`)
  await api.post(`${at}/actions/confirm`)
  const wrong = await api.post('/goods-receipts', {
    warehouse_id: warehouse,
    lines: [{ item_id: item(glass), quantity: '1', unit: pieces, unit_price: '60' }],
  })
  await api.post(`/goods-receipts/${wrong.id}/actions/confirm`)
  await api.post(`/goods-receipts/${wrong.id}/actions/cancel`)
  const issue = await api.post('/stock-issues', {
    warehouse_id: warehouse,
    movement_purpose: 'sale',
    partner_id: partner,
    ...reference('SI-1'),
    lines: [{ item_id: item(glass), quantity: '12', unit: pieces }],
  })
  ids.set('/stock-issues', issue.id)
  const from = `/stock-issues/${issue.id}`
  await api.patch(from, { notes: 'For the beer garden.' })
  const added = await api.post(`${from}/lines`, { item_id: item(keg), quantity: '1', unit: pieces })
  await api.patch(`${from}/lines/${added.id ?? added.lines?.at(-1).id}`, { quantity: '2', unit: pieces })
  await api.post(`${from}/actions/confirm`)
  await api.get(`${from}/allocations`)
  await api.post(`${from}/actions/revert_to_draft`)
  await api.post(`${from}/actions/confirm`)
  await api.post(`${from}/actions/cancel`)
  const sold = await api.post('/stock-issues', {
    warehouse_id: warehouse,
    movement_purpose: 'sale',
    partner_id: partner,
    lines: [{ item_id: item(glass), quantity: '6', unit: pieces }],
  })
  await api.post(`/stock-issues/${sold.id}/actions/confirm`)
  ids.set('/stock-issues', sold.id)
  const repack = await api.post('/repacks', {
    warehouse_id: warehouse,
    ...reference('RP-1'),
    from: [{ item_id: item(glass), quantity: '6', unit: pieces }],
    to: [{ item_id: ids.get('/items')!, quantity: '6', unit: pieces }],
  })
  ids.set('/repacks', repack.id)
  await api.post(`/repacks/${repack.id}/actions/confirm`)
  await api.post(`/repacks/${repack.id}/actions/cancel`)
  const count = await api.post('/inventory-counts', { warehouse_id: second, scope: 'listed', item_ids: [item(glass)] })
  ids.set('/inventory-counts', count.id)
  const counted = `/inventory-counts/${count.id}`
  await api.post(`${counted}/actions/start`)
  const row = await api.post(`${counted}/lines`, { item_id: item(glass), counted_quantity: '3', unit: pieces })
  const lineId = row.id ?? row.lines?.at(-1).id ?? (await api.get(counted)).lines.at(-1).id
  await api.patch(`${counted}/lines/${lineId}`, { counted_quantity: '4', unit: pieces })
  await api.post(`${counted}/actions/finish`)
  const dropped = await api.post('/inventory-counts', { warehouse_id: second, scope: 'listed', item_ids: [item(keg)] })
  await api.post(`/inventory-counts/${dropped.id}/actions/start`)
  await api.post(`/inventory-counts/${dropped.id}/actions/cancel`)
  const lots = await api.get(`/stock-levels/lots?item_id=${item(glass)}`)
  await api.get(`/stock-lots/${lots.data[0].id}/trace`)
}

export async function sell(world: World): Promise<void> {
  const { api, ids, item, warehouse, partner, bank, today } = world
  const order = async (more = {}) =>
    api.post('/orders', {
      partner_id: partner,
      warehouse_id: warehouse,
      lines: [{ item_id: item(keg), quantity: '2', unit: pieces }],
      ...more,
    })
  const first = await order({ delivery_date: today, notes: 'Please call ahead.', ...reference('10042') })
  ids.set('/orders', first.id)
  const at = `/orders/${first.id}`
  await api.patch(at, { internal_notes: 'A regular.' })
  const line = await api.post(`${at}/lines`, { item_id: item(bottle), quantity: '20', unit: pieces })
  const lineId = line.id ?? line.lines?.at(-1).id
  await api.patch(`${at}/lines/${lineId}`, { quantity: '40', unit: pieces })
  await api.send('DELETE', `${at}/lines/${lineId}`)
  for (const key of ['confirm', 'start_preparation']) await api.post(`${at}/actions/${key}`)
  const { created } = await api.post(`${at}/actions/create_stock_issue`)
  await api.post(`/stock-issues/${created.id}/actions/confirm`)
  await api.post(`${at}/actions/ship`)
  await api.post(`${at}/actions/deliver`)
  await api.post(`${at}/actions/create_invoice`)
  const second = await order()
  await api.post(`/orders/${second.id}/actions/confirm`)
  await api.post(`/orders/${second.id}/actions/revert_to_draft`)
  await api.post(`/orders/${second.id}/actions/cancel`)
  const invoice = await api.post('/invoices', {
    partner_id: partner,
    warehouse_id: warehouse,
    customer_order_ref: 'PO-77',
    ...reference('INV-1'),
    lines: [{ description: 'Tap rental, 3 days', quantity: '3', unit_price: '600.00', vat_rate_pct: '21' }],
  })
  ids.set('/invoices', invoice.id)
  const path = `/invoices/${invoice.id}`
  await api.patch(path, { notes: 'Thank you.' })
  const added = await api.post(`${path}/lines`, {
    description: 'Delivery',
    quantity: '1',
    unit_price: '250.00',
    vat_rate_pct: '21',
  })
  await api.patch(`${path}/lines/${added.id ?? added.lines?.at(-1).id}`, { unit_price: '240.00' })
  await api.post(`${path}/actions/issue`)
  await api.get(`${path}/qr`)
  await api.post(`${path}/actions/mark_paid`, { paid_at: today, account_id: bank, amount: '1000.00' })
  await api.post(`${path}/actions/revert_payment`)
  await api.post(`${path}/actions/credit`, { reason: 'Returned a day early' })
  const draft = await api.post('/invoices', {
    partner_id: partner,
    warehouse_id: warehouse,
    lines: [{ description: 'Mistake', quantity: '1', unit_price: '1.00', vat_rate_pct: '21' }],
  })
  await api.post(`/invoices/${draft.id}/actions/cancel`)
  const grouped = await api.post('/invoices', { partner_id: partner, warehouse_id: warehouse })
  await api.post(`/invoices/${grouped.id}/actions/group_stock_issues`, { stock_issue_ids: [ids.get('/stock-issues')!] })
}

export async function sendFiles({ api, service, ids }: World): Promise<void> {
  const xml = Buffer.from(isdoc())
  const upload = async (fileName: string, mimeType: string, bytes: Buffer) => {
    const announced = await api.post('/attachments', {
      file_name: fileName,
      mime_type: mimeType,
      file_size: bytes.length,
    })
    await fetch(announced.upload_url.replace(/^https?:\/\/[^/]+/, service.address), {
      method: 'PUT',
      headers: announced.upload_headers,
      body: bytes,
    })
    return api.post('/attachments/finalize', { path: announced.path, file_name: fileName, mime_type: mimeType })
  }
  const attached = await upload(
    'delivery-note.pdf',
    'application/pdf',
    Buffer.from('%PDF-1.7\nTen bottles hang on the wall.\n%%EOF\n'),
  )
  ids.set('/attachments', attached.id)
  await api.send('GET', `/attachments/${attached.id}/content`)
  const invoice = await upload('invoice.isdoc', 'application/xml', xml)
  await api.post('/received-invoices/isdoc', { attachment_id: invoice.id, file_name: 'invoice.isdoc' })
  const scan = await upload('scan.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nA letter.\n%%EOF\n'))
  const submission = await api.post('/inbox/submissions', { attachment_id: scan.id })
  ids.set('/inbox/submissions', submission.id)
  await api.post(`/inbox/submissions/${submission.id}/actions/sort`, { note: 'Filed.' })
  const leaflet = await upload('leaflet.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nBuy more hops.\n%%EOF\n'))
  const advertisement = await api.post('/inbox/submissions', { attachment_id: leaflet.id })
  await api.post(`/inbox/submissions/${advertisement.id}/actions/reject`, { note: 'An advertisement.' })
}

export async function workSteps({ api, ids }: World): Promise<void> {
  const look = async () => (await api.get('/workflow-steps?limit=200')).data as Answer[]
  const first = await look()
  if (first[0]) ids.set('/workflow-steps', first[0].id)
  const called = first.find(each => each.status === 'called')
  if (called)
    await api.refuse('step_not_waiting', 'POST', `/workflow-steps/${called.id}/actions/complete`, {
      body: { outcome: 'ok' },
    })
  for (const key of ['call', 'wait', 'complete', 'hand_over']) {
    const step = (await look()).find(each => each.allowed_actions.includes(key))
    if (step)
      await api.post(
        `/workflow-steps/${step.id}/actions/${key}`,
        key === 'complete'
          ? { outcome: 'ok', note: 'Within limits.' }
          : key === 'wait'
            ? { timeout_seconds: 3600 }
            : key === 'hand_over'
              ? { note: 'Needs a person.' }
              : undefined,
      )
  }
}

export async function subscribe({ api, ids }: World, url: string): Promise<void> {
  const made = await api.post('/webhook-endpoints', {
    url,
    types: ['invoice.*', 'order.confirmed', 'partner.updated'],
    description: 'E-shop',
  })
  ids.set('/webhook-endpoints', made.id)
  const at = `/webhook-endpoints/${made.id}`
  await api.patch(at, { exclude_own_events: false })
  await api.post(`${at}/actions/test`)
  await api.post(`${at}/actions/rotate_secret`, { overlap_hours: 24 })
  await api.post(`${at}/actions/revoke_previous_secret`)
  await api.post(`${at}/actions/disable`)
  await api.post(`${at}/actions/archive`)
  await api.post(`${at}/actions/unarchive`)
  await api.post(`${at}/actions/enable`, { resume: 'now' })
}

/** Whatever can be read: each with the record the story left, or the first of its list. */
export async function readEverything({ api, ids, today, month }: World): Promise<void> {
  const range = `date_from=${month}-01&date_to=${today}`
  for (const { method, path, isHidden, returns } of described(theHouse().endpoints)) {
    if (method !== 'GET' || isHidden || returns.isStream) continue
    const query = queryOf(path, { range, batchId: ids.get('/batches')! })
    if (path.includes('/by-external-ref/')) {
      const { data } = await api.get(`${path.split('/by-external-ref')[0]}?limit=200`)
      const known = (data as Answer[]).find(each => each.external_ref)
      if (known)
        await api.get(path.replace('{system}', known.external_ref.system).replace('{id}', known.external_ref.id))
      continue
    }
    const [collection = ''] = path.split('/{')
    if (!path.includes('{'))
      await api.get(path + (query || (returns.schema as Answer).properties?.next_cursor ? query || '?limit=2' : ''))
    else if (!/\{(?!id\})/.test(path)) {
      if (collection === '/stock-lots') continue
      const found = ids.get(collection) ?? (await api.get(`${collection}?limit=1`)).data?.[0]?.id
      if (found) await api.get(path.replace('{id}', found) + query)
    }
  }
}

/** Of those that cannot do without one. */
function queryOf(path: string, { range, batchId }: { range: string; batchId: string }): string {
  if (path.includes('packaging-statement') || path.endsWith('/summary')) return `?${range}`
  if (path.endsWith('measurement-series')) return '?axis=gravity_plato'
  if (path.endsWith('batch_measurements')) return `?batch_id=${batchId}`
  return path === '/search' ? '?q=hospoda' : ''
}

/** What was sent meanwhile, and one of it again. */
export async function lookAtDeliveries({ api, ids }: World): Promise<void> {
  const at = `/webhook-endpoints/${ids.get('/webhook-endpoints')}`
  await api.post(`${at}/actions/replay`, { since_sequence: 1 })
  const sent = async () => ((await api.get(`${at}/deliveries?limit=200`)).data as Answer[]).find(isSent)
  const isSent = (each: Answer) => each.status === 'succeeded'
  const delivery = await until(sent, found => found)
  ids.set('/webhook-deliveries', delivery.id)
  await api.post(`/webhook-deliveries/${delivery.id}/actions/retry`)
}
