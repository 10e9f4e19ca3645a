/** An order that is moved to another partner: it has that partner's prices, and what was agreed by hand stays. */
import { beforeAll, expect, test } from 'vitest'
import { type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf } from '../support/stock.ts'

const service = useService()
let book: SalesBook
/** Pays 90 for a keg by a price list, and 70 from ten kegs on. */
let guest: string
/** Has a price of its own for the ride. */
let friend: string
let abroad: string
beforeAll(async () => {
  book = await salesBook(service)
  const { apply, partner, api } = book
  const item = 'Z00001'
  await apply({
    price_lists: [
      {
        code: 'PUBS',
        name: 'Hospody',
        entries: [
          { item, unit_price: '90' },
          { item, unit_price: '70', min_quantity: '10' },
        ],
      },
      { code: 'EU', name: 'Export', currency: 'EUR' },
    ],
  })
  const lists = new Map<string, string>(
    (await api.get('/price-lists')).body.data.map(({ code, id }: Told) => [code, id]),
  )
  guest = await partner({ name: 'Host', price_list_id: lists.get('PUBS') })
  friend = await partner({ name: 'Přítel', ico: '27145310' })
  abroad = await partner({ name: 'Export', price_list_id: lists.get('EU') })
  await apply({ partner_prices: [{ partner: '27145310', item: 'Z00002', unit_price: '5' }] })
})

const pricesOf = ({ lines }: Told): string[] =>
  lines.map(({ price_source, unit_price }: Told) => `${price_source} ${unit_price}`)

const move = (id: string, partner_id: string, rest: object = {}) =>
  book.api.patch(`/orders/${id}`, { partner_id, ...rest })

test('200: prices of the cascade are found anew, given ones stay; totals, version and answer show it', async () => {
  const lines = [book.line('2'), book.line('10', { discount_pct: '10' }), book.service(), book.line('1', manual)]
  const { id, totals } = await book.order(lines)
  expect(totals.excl_vat).toBe('1172.00')
  const moved = await move(id, guest)
  expect(moved.headers.etag).toBe('W/"2"')
  expect(pricesOf(moved.body)).toEqual(['price_list 90', 'price_list 70', 'base 50', 'manual 22'])
  expect(moved.body).toMatchObject({ partner: { id: guest, name: 'Host' } })
  // 2 x 90, 10 x 70 less 10 %, 50 and 22; the discount of the line stays on top.
  expect(moved.body.totals).toMatchObject({ excl_vat: '882.00', vat: '185.22', incl_vat: '1067.22' })
  expect((await book.read(`/orders/${id}`)).now).toEqual(moved.body)
  expect(pricesOf((await move(id, friend)).body)).toEqual(['base 100', 'base 100', 'partner_price 5', 'manual 22'])
  expect((await move(id, friend)).headers.etag).toBe('W/"3"')
})

const manual = { unit_price: '22' }

test('200: a confirmed order too, while its goods may change; what it holds stays', async () => {
  await book.received(book.keg, '5', '1', { unit: 'pcs' })
  const { id } = await book.confirmed([book.line('5')])
  const before = await book.level(book.keg)
  const moved = await move(id, guest, { notes: 'jiný' })
  expect(moved.body).toMatchObject({ status: 'confirmed', totals: { excl_vat: '450.00' }, notes: 'jiný' })
  expect(await book.level(book.keg)).toEqual(before)
  const { created } = (await book.act(`/orders/${id}`, 'create_stock_issue')).body
  expect((await move(id, friend)).body.code).toBe('conflict')
  expect((await book.read(`/orders/${id}`)).now).toMatchObject({ stock_issue_id: created.id, partner: { id: guest } })
})

test('200: rates, notes and deposits stay as they were agreed', async () => {
  const empty = await book.item({ name: 'Prázdný', unit: { unit_code: 'pcs' }, item_type: 'packaging' })
  const { code } = (await book.api.get(`/items/${empty}`)).body
  const deposit = { code: 'KEG', name: 'Sud', packaging_item: code, amount: '1500' }
  await book.apply({ deposits: [deposit] })
  const [{ id: deposit_id }] = (await book.api.get('/deposits')).body.data
  const terms = { vat_rate_pct: '12', notes: 'studené', deposit_id, deposit_quantity: '1' }
  const order = await book.order([book.line('2', terms)])
  await book.apply({ deposits: [{ ...deposit, amount: '900', is_active: false }] })
  const { lines, totals } = (await move(order.id, guest)).body
  const [{ unit_price, totals: _, price_source, ...rest }] = lines
  expect(order.lines).toMatchObject([rest])
  expect([unit_price, price_source, totals.deposit]).toEqual(['90', 'price_list', '1500.00'])
})

test('422 required: no price is found for the new partner; nothing changes', async () => {
  const cup = await book.item({ name: 'Kelímek', unit: { unit_code: 'pcs' } })
  const { code } = (await book.api.get(`/items/${cup}`)).body
  await book.apply({ partner_prices: [{ partner: '27145310', item: code, unit_price: '2' }] })
  const { id } = await book.order([book.line('1'), book.line('1', { item_id: cup })], { partner_id: friend })
  const before = await book.read(`/orders/${id}`)
  expect(faultsOf(await move(id, guest))).toEqual(['lines[1].unit_price required'])
  expect(await book.read(`/orders/${id}`)).toEqual(before)
  await book.api.patch(`/orders/${id}/lines/${before.now.lines[1].id}`, { unit_price: '3' })
  expect(pricesOf((await move(id, guest)).body)).toEqual(['price_list 90', 'manual 3'])
})

test('409 conflict: a partner whose prices are in another currency, as before', async () => {
  const { id } = await book.order([book.line('1')])
  expect((await move(id, abroad)).body.code).toBe('conflict')
  expect((await book.read(`/orders/${id}`)).now.partner.id).toBe(book.pub)
})

test('422 required: prices of the partner have become euro, so those of an older order are sent', async () => {
  const { price_list_id } = (await book.api.get(`/partners/${abroad}`)).body
  const partner_id = await book.partner({ name: 'Brzy v eurech' })
  const { id, lines } = await book.order([book.line('2')], { partner_id })
  await book.apply({
    price_lists: [{ code: 'EU', name: 'Export', currency: 'EUR', entries: [{ item: 'Z00001', unit_price: '4' }] }],
  })
  await book.api.patch(`/partners/${partner_id}`, { price_list_id })
  const path = `/orders/${id}/lines`
  const refused = await book.api.post(path, book.line('1'))
  expect(faultsOf(refused)).toEqual(['unit_price required'])
  expect(refused.body.errors[0].message).toBe('The order is in CZK, prices of the partner are in EUR: send unit_price.')
  const line = `${path}/${lines[0].id}`
  const quantity = { quantity: '3', unit: { unit_code: 'pcs' } }
  expect(faultsOf(await book.api.patch(line, quantity))).toEqual(['unit_price required'])
  expect(faultsOf(await book.api.patch(line, { unit_price: null }))).toEqual(['unit_price required'])
  expect((await book.api.patch(line, { notes: 'x' })).body).toMatchObject({ unit_price: '100', price_source: 'base' })
  expect((await book.api.patch(line, { ...quantity, unit_price: '99' })).status).toBe(200)
  expect((await book.api.post(path, book.line('1', manual))).status).toBe(201)
  expect((await book.read(`/orders/${id}`)).now).toMatchObject({ currency: 'CZK', totals: { excl_vat: '319.00' } })
  expect(await book.order([book.line('1')], { partner_id })).toMatchObject({
    currency: 'EUR',
    totals: { excl_vat: '4.00' },
  })
})

test('200: an order without lines, and one without prices of the cascade, just moves', async () => {
  for (const lines of [[], [book.line('1', manual)]]) {
    const { id } = await book.order(lines)
    expect((await move(id, guest)).body).toMatchObject({ partner: { id: guest } })
  }
})
