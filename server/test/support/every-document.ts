/** One book with every kind of document, open and posted, all about the same partner, item, unit and warehouses. */
import { expect } from 'vitest'
import { bank, company } from './papers.ts'
import type { Told } from './sales.ts'
import type { Service } from './service.ts'
import { type StockAccount, stockAccount } from './stock.ts'

/** A place to read something, by what it shows. */
export interface Place {
  name: string
  path: string
  /** Posted: nothing it shows of others may ever change. */
  isPosted: boolean
}

export interface EveryDocument extends StockAccount {
  partnerId: string
  itemId: string
  places: Place[]
}

export const crate = {
  code: 'crate',
  symbol: 'přep',
  name_cs: 'přepravka',
  name_en: 'crate',
  dimension: 'count',
} as const

/** Each written once as a draft and once posted, where its kind has both. */
export async function everyDocument(service: Service): Promise<EveryDocument> {
  const book = await stockAccount(service)
  await book.tenant.set({ rate_per_min: 100_000 })
  await book.apply({
    company,
    finance_accounts: [{ ...bank, bic: 'GIBACZPX' }],
    units: [{ ...crate, decimals: 0 }],
  })
  const world = await peopleAndGoods(book)
  const places = [
    ...(await stockPlaces(book, world)),
    ...(await packagingPlaces(book, world)),
    ...(await salesPlaces(book, world)),
    ...(await financePlaces(book, world)),
    ...(await breweryPlaces(book)),
    ...(await deskPlaces(book, world)),
    ...listPlaces(world),
  ]
  return Object.assign(book, { partnerId: world.partner, itemId: world.beer, places })
}

interface World {
  partner: string
  contact: string
  beer: string
  bottle: string
}

async function created(book: StockAccount, path: string, body: object): Promise<Told> {
  const reply = await book.api.post(path, body)
  expect(reply.status, `${path} ${reply.text}`).toBe(201)
  return reply.body
}

async function run(book: StockAccount, path: string, key: string, body?: object) {
  const reply = await book.api.post(`${path}/actions/${key}`, body)
  expect(reply.status, `${path} ${key} ${reply.text}`).toBe(200)
  return reply.body
}

async function peopleAndGoods(book: StockAccount): Promise<World> {
  const { data: countries } = (await book.api.get('/countries')).body
  const partner = await book.partner({
    name: 'Hospoda U Tří sudů',
    ico: '48622109',
    dic: 'CZ48622109',
    is_supplier: true,
    address: {
      street: 'Krátká 3',
      city: 'Praha',
      zip: '110 00',
      country_id: countries.find(({ code }: { code: string }) => code === 'CZ').id,
    },
  })
  const contact = await created(book, `/partners/${partner}/contacts`, { name: 'Jana' })
  const unit = { unit_code: crate.code }
  await book.item({ name: 'Přepravka', unit, item_type: 'packaging', packaging_type: 'crate' })
  await book.apply({ deposits: [{ code: 'CR', name: 'Vratná přepravka', packaging_item: 'Z00001', amount: '100' }] })
  const beer = await book.item({
    name: 'Ležák',
    unit,
    sale_price: '300',
    volume_l: '10',
    packaging_type: 'crate',
    pos_available: true,
  })
  const bottle = await book.item({ name: 'Láhev', unit, sale_price: '20', volume_l: '10' })
  return { partner, contact: contact.id, beer, bottle }
}

const open = (name: string, path: string): Place => ({ name, path, isPosted: false })
const posted = (name: string, path: string): Place => ({ name, path, isPosted: true })

const lineOf = (item: string, quantity: string, rest: object = {}) => ({
  item_id: item,
  quantity,
  unit: { unit_code: crate.code },
  ...rest,
})

async function stockPlaces(book: StockAccount, { partner, beer, bottle }: World): Promise<Place[]> {
  const head = { warehouse_id: book.main, partner_id: partner }
  const receipt = (quantity: string) =>
    created(book, '/goods-receipts', { ...head, lines: [lineOf(beer, quantity, { unit_price: '100' })] })
  const issue = (rest: object = {}) => created(book, '/stock-issues', { ...head, ...rest, lines: [lineOf(beer, '2')] })
  const draftReceipt = await receipt('5')
  const bought = await receipt('500')
  await run(book, `/goods-receipts/${bought.id}`, 'confirm')
  const returned = await receipt('3')
  await run(book, `/goods-receipts/${returned.id}`, 'confirm')
  await run(book, `/goods-receipts/${returned.id}`, 'cancel')
  const draftIssue = await issue()
  const sold = await issue()
  await run(book, `/stock-issues/${sold.id}`, 'confirm')
  const transfer = await issue({ movement_purpose: 'transfer', target_warehouse_id: book.second })
  await run(book, `/stock-issues/${transfer.id}`, 'confirm')
  const receipts = (await book.api.get('/goods-receipts?status=draft')).body.data
  const arrival = receipts.find((each: { source_issue_id: string }) => each.source_issue_id === transfer.id)
  const repackBody = {
    warehouse_id: book.main,
    from: [lineOf(beer, '1')],
    to: [lineOf(bottle, '1')],
  }
  const draftRepack = await created(book, '/repacks', repackBody)
  const repack = await created(book, '/repacks', repackBody)
  await run(book, `/repacks/${repack.id}`, 'confirm')
  const draftCount = await created(book, '/inventory-counts', {
    warehouse_id: book.main,
    scope: 'listed',
    item_ids: [beer],
  })
  await created(book, `/inventory-counts/${draftCount.id}/lines`, {
    item_id: beer,
    counted_quantity: '1',
    unit: { unit_code: crate.code },
  })
  const count = await created(book, '/inventory-counts', { warehouse_id: book.second })
  await run(book, `/inventory-counts/${count.id}`, 'start')
  await created(book, `/inventory-counts/${count.id}/lines`, {
    item_id: bottle,
    counted_quantity: '7',
    unit: { unit_code: crate.code },
  })
  const { goods_receipt_id: found } = await run(book, `/inventory-counts/${count.id}`, 'finish')
  const [lot] = await book.lots(beer)
  return [
    open('draft receipt', `/goods-receipts/${draftReceipt.id}`),
    posted('confirmed receipt', `/goods-receipts/${bought.id}`),
    posted('cancelled receipt', `/goods-receipts/${returned.id}`),
    open('draft issue', `/stock-issues/${draftIssue.id}`),
    posted('confirmed issue', `/stock-issues/${sold.id}`),
    posted('its delivery note', `/stock-issues/${sold.id}/pdf`),
    posted('its delivery note in English', `/stock-issues/${sold.id}/pdf?language=en`),
    posted('its allocations', `/stock-issues/${sold.id}/allocations`),
    posted('transfer', `/stock-issues/${transfer.id}`),
    open('arrival of the transfer', `/goods-receipts/${arrival.id}`),
    open('draft repack', `/repacks/${draftRepack.id}`),
    posted('confirmed repack', `/repacks/${repack.id}`),
    open('draft count', `/inventory-counts/${draftCount.id}`),
    posted('closed count', `/inventory-counts/${count.id}`),
    posted('what a count found', `/goods-receipts/${found}`),
    posted('trace of a lot', `/stock-lots/${lot!.id}/trace`),
  ]
}

/** Runs that are packed in the item. */
async function packagingPlaces(book: StockAccount, { beer }: World): Promise<Place[]> {
  const lager = await book.item({ name: 'Ležák', item_type: 'production_item', unit: { unit_code: 'l' } })
  const filled = { item_type: 'base_product', base_item_id: lager, base_item_quantity: '10' }
  const can = await book.item({ name: 'Plechovky', unit: { unit_code: crate.code }, ...filled })
  await book.received(lager, '100', '10', { unit: 'l' })
  const outputs = [{ ...lineOf(can, '2'), materials: [lineOf(beer, '1')] }]
  const draft = await created(book, '/packaging-runs', { warehouse_id: book.main, outputs })
  const done = await created(book, '/packaging-runs', { warehouse_id: book.main, outputs })
  const { documents } = await run(book, `/packaging-runs/${done.id}`, 'confirm')
  return [
    open('draft run', `/packaging-runs/${draft.id}`),
    posted('confirmed run', `/packaging-runs/${done.id}`),
    posted('what a run used', `/stock-issues/${documents.packaging_issue_id}`),
  ]
}

async function salesPlaces(book: StockAccount, { partner, beer }: World): Promise<Place[]> {
  const order = () =>
    created(book, '/orders', {
      partner_id: partner,
      warehouse_id: book.main,
      delivery: { type: 'courier', street: 'Široká 1', city: 'Brno' },
      lines: [lineOf(beer, '2')],
    })
  const draftOrder = await order()
  const confirmed = await order()
  await run(book, `/orders/${confirmed.id}`, 'confirm')
  const sold = await order()
  await run(book, `/orders/${sold.id}`, 'confirm')
  const { created: issue } = await run(book, `/orders/${sold.id}`, 'create_stock_issue')
  await run(book, `/stock-issues/${issue.id}`, 'confirm')
  const { created: ofOrder } = await run(book, `/orders/${sold.id}`, 'create_invoice')
  await run(book, `/invoices/${ofOrder.id}`, 'issue')
  const free = () =>
    created(book, '/invoices', {
      partner_id: partner,
      warehouse_id: book.main,
      lines: [
        { description: 'Pivo', unit_price: '300', ...lineOf(beer, '3') },
        { description: 'Výstava', quantity: '1', unit_price: '1000', vat_rate_pct: '0' },
      ],
    })
  const draft = await free()
  const paid = await free()
  await run(book, `/invoices/${paid.id}`, 'issue')
  await run(book, `/invoices/${paid.id}`, 'mark_paid', { paid_at: '2026-11-16', amount: '100.00' })
  const nought = await created(book, '/invoices', {
    partner_id: partner,
    warehouse_id: book.main,
    lines: [{ description: 'Kniha', quantity: '1', unit_price: '100', vat_rate_pct: '0' }],
  })
  await run(book, `/invoices/${nought.id}`, 'issue')
  const cancelled = await free()
  await run(book, `/invoices/${cancelled.id}`, 'issue')
  await run(book, `/invoices/${cancelled.id}`, 'cancel')
  const credit = await creditOf(book, paid.id)
  const papersOf = (name: string, id: string, hasCode: boolean): Place[] => [
    posted(name, `/invoices/${id}`),
    posted(`PDF of the ${name}`, `/invoices/${id}/pdf`),
    posted(`ISDOC of the ${name}`, `/invoices/${id}/isdoc`),
    ...(hasCode ? [posted(`code of the ${name}`, `/invoices/${id}/qr`)] : []),
  ]
  return [
    open('draft order', `/orders/${draftOrder.id}`),
    posted('confirmed order', `/orders/${confirmed.id}`),
    posted('invoiced order', `/orders/${sold.id}`),
    posted('issue of the order', `/stock-issues/${issue.id}`),
    posted('delivery note of the order', `/stock-issues/${issue.id}/pdf`),
    open('draft invoice', `/invoices/${draft.id}`),
    ...papersOf('invoice of the order', ofOrder.id, true),
    posted('English PDF of the invoice of the order', `/invoices/${ofOrder.id}/pdf?language=en`),
    ...papersOf('invoice at 0 %', nought.id, true),
    ...papersOf('partly paid and credited invoice', paid.id, false),
    ...papersOf('cancelled invoice', cancelled.id, false),
    ...papersOf('credit note', credit, false),
  ]
}

/** Drafted by the action, found by what it corrects. */
async function creditOf(book: StockAccount, invoiceId: string): Promise<string> {
  await run(book, `/invoices/${invoiceId}`, 'credit', { reason: 'Rozbité lahve' })
  const { data } = (await book.api.get('/invoices?document_type=credit_note')).body
  const { id } = data.find((each: { original_invoice_id: string }) => each.original_invoice_id === invoiceId)
  await run(book, `/invoices/${id}`, 'issue')
  return id
}

async function financePlaces(book: StockAccount, { partner }: World): Promise<Place[]> {
  const received = (number: string) =>
    created(book, '/received-invoices', {
      partner_id: partner,
      supplier_invoice_number: number,
      issue_date: '2026-11-01',
      due_date: '2026-11-15',
      lines: [{ description: 'Slad', amount: '100.00', vat_rate_pct: '21' }],
    })
  const cashflow = (status: string) =>
    created(book, '/cashflows', {
      cashflow_type: 'expense',
      amount: '50.00',
      description: 'Kolky',
      payment_method: 'cash',
      partner_id: partner,
      status,
    })
  const draft = await received('A1')
  const confirmed = await received('A2')
  await run(book, `/received-invoices/${confirmed.id}`, 'confirm')
  const draftCash = await cashflow('draft')
  const cash = await cashflow('confirmed')
  return [
    open('draft received invoice', `/received-invoices/${draft.id}`),
    posted('confirmed received invoice', `/received-invoices/${confirmed.id}`),
    open('draft cash-flow document', `/cashflows/${draftCash.id}`),
    posted('confirmed cash-flow document', `/cashflows/${cash.id}`),
  ]
}

async function breweryPlaces(book: StockAccount): Promise<Place[]> {
  await book.apply({ vessels: [{ code: 'T1', name: 'Tank', capacity_l: '1000' }] })
  const [tank] = (await book.api.get('/vessels')).body.data
  const lager = await book.item({ name: 'Ležák', item_type: 'production_item', unit: { unit_code: 'l' } })
  const batch = () => created(book, '/batches', { item_id: lager, planned_volume_l: '900' })
  const [planned, fermenting, ended] = [await batch(), await batch(), await batch()]
  const body = { phase: 'fermentation', vessel_id: tank.id, volume_l: '900' }
  await run(book, `/batches/${fermenting.id}`, 'advance_phase', body)
  await run(book, `/batches/${ended.id}`, 'cancel')
  return [
    open('planned batch', `/batches/${planned.id}`),
    open('fermenting batch', `/batches/${fermenting.id}`),
    posted('cancelled batch', `/batches/${ended.id}`),
    open('vessel', `/vessels/${tank.id}`),
  ]
}

/** Sales to the partner, with crates on deposit that come back, in a session that is closed and one that is open. */
async function deskPlaces(book: StockAccount, { partner, beer }: World): Promise<Place[]> {
  const session = await created(book, '/cash-desk-sessions', { opening_float: '0' })
  const sale = () =>
    created(book, '/pos-sales', {
      partner_id: partner,
      lines: [lineOf(beer, '2', { unit_price: '363' })],
      payment: { method: 'cash', amount: '926' },
    })
  const sold = await sale()
  const { lines } = (await book.api.get(`/pos-sales/${sold.id}`)).body
  const back = { lines: [lineOf(beer, '1', { line_id: lines[0].id, item_id: undefined })] }
  const refund = await run(book, `/pos-sales/${sold.id}`, 'refund', {
    ...back,
    payment: { method: 'card', amount: '463' },
  })
  const mistake = await sale()
  await run(book, `/pos-sales/${mistake.id}`, 'cancel')
  const told = { offline: true, sold_at: '2026-11-16T08:00:00Z', external_ref: { system: 'till', id: '1' } }
  await book.api.post('/pos-sales', {
    partner_id: partner,
    ...told,
    lines: [lineOf(beer, '9999', { unit_price: '1', deposit_id: null })],
    payment: { method: 'card', amount: '9999' },
  })
  const [unsettled] = (await book.api.get('/pos-sales?status=settlement_failed')).body.data
  const [{ deposit_id }] = (await book.api.get(`/packaging-balances?partner_id=${partner}`)).body.data
  const empties = { partner_id: partner, lines: [{ deposit_id, pieces: '1' }], refund: { method: 'cash' } }
  const brought = await created(book, '/packaging-returns', { warehouse_id: book.main, ...empties })
  const atDesk = await created(book, '/packaging-returns', { cash_desk_id: sold.cash_desk.id, ...empties })
  await run(book, `/cash-desk-sessions/${session.id}`, 'close', { counted_cash: '826' })
  const next = await created(book, '/cash-desk-sessions', { opening_float: '826' })
  const withPaper = (name: string, path: string): Place[] => [
    posted(name, path),
    posted(`paper of the ${name}`, `${path}/pdf`),
  ]
  const withReceipt = (name: string, { id }: { id: string }): Place[] => [
    posted(name, `/pos-sales/${id}`),
    posted(`receipt of the ${name}`, `/pos-sales/${id}/receipt`),
  ]
  return [
    ...withReceipt('sale', sold),
    posted('paper of the sale', `/pos-sales/${sold.id}/pdf`),
    ...withReceipt('refund', refund),
    posted('English paper of the refund', `/pos-sales/${refund.id}/pdf?language=en`),
    ...withReceipt('cancelled sale', mistake),
    ...withReceipt('unsettled sale', unsettled),
    ...withPaper('closed session', `/cash-desk-sessions/${session.id}`),
    posted('Z report', `/cash-desk-sessions/${session.id}/report`),
    ...withPaper('packaging return', `/packaging-returns/${brought.id}`),
    ...withPaper('packaging return at a desk', `/packaging-returns/${atDesk.id}`),
    open('open session', `/cash-desk-sessions/${next.id}`),
    open('cash desk', `/cash-desks/${sold.cash_desk.id}`),
  ]
}

const listPlaces = ({ partner, contact, beer, bottle }: World): Place[] => [
  open('item', `/items/${beer}`),
  open('another item', `/items/${bottle}`),
  open('contact', `/partners/${partner}/contacts/${contact}`),
  ...[
    '/contacts',
    '/items',
    '/orders',
    '/goods-receipts',
    '/stock-issues',
    '/repacks',
    '/packaging-runs',
    '/inventory-counts',
    '/invoices',
    '/received-invoices',
    '/cashflows',
    '/stock-levels',
    '/stock-levels/lots?include_empty=true',
    '/stock-levels/reservations',
    '/warehouses',
    '/batches',
    '/vessels',
    '/recipes',
    '/cash-desks',
    '/cash-desk-sessions',
    '/pos-sales',
    '/packaging-returns',
    '/packaging-balances',
  ].map(path => open(`list ${path}`, `${path}${path.includes('?') ? '&' : '?'}limit=200`)),
]
