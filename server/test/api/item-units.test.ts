/** The unit of an item stays once anything is written in it: 2.5 kg never become 2.5 pieces. */
import { beforeAll, expect, test } from 'vitest'
import { type SalesBook, salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()
let book: SalesBook
let bottle: string
beforeAll(async () => {
  book = await salesBook(service)
  bottle = await book.item({ name: 'Láhev' })
  await book.received(bottle, '10')
  await book.api.patch(`/partners/${book.pub}`, { ico: '27145310' })
})

const kilos = (item_id: string) => ({ item_id, quantity: '2.5', unit: { unit_code: 'kg' } })

const made = async (path: string, body: object): Promise<string> => {
  const reply = await book.api.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}

/** How the item comes to be used, and what the refusal calls it. */
const uses: [string, string, (item: string, code: string) => Promise<unknown>][] = [
  [
    'an entry of a price list',
    'a price list',
    (_, item) =>
      book.apply({
        price_lists: [{ code: item, name: 'List', entries: [{ item, unit_price: '1', is_active: false }] }],
      }),
  ],
  [
    'a partner price',
    'a partner price',
    (_, item) => book.apply({ partner_prices: [{ item, partner: '27145310', unit_price: '1', is_active: false }] }),
  ],
  [
    'a discount',
    'a discount',
    (_, item) => book.apply({ discounts: [{ code: item, name: 'D', item, discount_pct: '5', is_active: false }] }),
  ],
  [
    'a deposit',
    'a deposit',
    async (item, packaging_item) => {
      await book.api.patch(`/items/${item}`, { item_type: 'packaging' })
      await book.apply({ deposits: [{ code: packaging_item, name: 'D', packaging_item, amount: '1' }] })
    },
  ],
  ['a draft order', 'an order', item => book.order([{ ...kilos(item), unit_price: '1' }])],
  ['an order that waits for stock', 'an order', item => book.confirmed([{ ...kilos(item), unit_price: '1' }])],
  [
    'an order that holds stock',
    'an order',
    async item => {
      await book.confirmed([{ ...kilos(item), unit_price: '1' }])
      await book.received(item, '2.5')
    },
  ],
  [
    'an order that was called off',
    'an order',
    async item => {
      const { id } = await book.order([{ ...kilos(item), unit_price: '1' }])
      await book.act(`/orders/${id}`, 'cancel')
    },
  ],
  ['a draft invoice', 'an invoice', item => book.invoice([{ ...kilos(item), description: 'A', unit_price: '1' }])],
  [
    'an issued invoice',
    'an invoice',
    item => book.issuedInvoice([{ ...kilos(item), description: 'A', unit_price: '1' }]),
  ],
  ['a draft receipt', 'a stock document', item => book.receipt([{ item, quantity: '2.5' }])],
  ['stock', 'a stock document', item => book.received(item, '2.5')],
  ['a draft issue', 'a stock document', item => book.issue([{ item, quantity: '2.5' }])],
  [
    'what goes into a repack',
    'a stock document',
    item => made('/repacks', { warehouse_id: book.main, from: [kilos(item)], to: [kilos(bottle)] }),
  ],
  [
    'what comes out of a repack',
    'a stock document',
    item => made('/repacks', { warehouse_id: book.main, from: [kilos(bottle)], to: [kilos(item)] }),
  ],
  [
    'a count that lists it',
    'an inventory count',
    item => made('/inventory-counts', { warehouse_id: book.main, scope: 'listed', item_ids: [item] }),
  ],
  [
    'a counted line',
    'an inventory count',
    async item => {
      const id = await made('/inventory-counts', { warehouse_id: book.main })
      const line = { item_id: item, counted_quantity: '2.5', unit: { unit_code: 'kg' } }
      await made(`/inventory-counts/${id}/lines`, line)
    },
  ],
  [
    'a product filled from it',
    'a product filled from it',
    async item => {
      await book.api.patch(`/items/${item}`, { item_type: 'production_item' })
      await book.item({ item_type: 'base_product', base_item_id: item, base_item_quantity: '2.5' })
    },
  ],
]

test.for(uses)('409 conflict: once %s uses it', async ([, name, use]) => {
  const { id, code } = (await book.api.post('/items', { name: 'Chmel', unit: { unit_code: 'kg' } })).body
  const path = `/items/${id}`
  const changed = await book.api.patch(path, { unit: { unit_code: 'pcs' } })
  expect(changed.body.unit.code).toBe('pcs')
  await book.api.patch(path, { unit: { unit_code: 'kg' } })
  await use(id, code)
  const { etag } = await book.read(path)
  const reply = await book.api.patch(path, { unit: { unit_code: 'pcs' } })
  const detail = `The unit cannot change: ${name} is written in kg.`
  expect(reply).toMatchObject({ status: 409, body: { code: 'conflict', detail } })
  expect(await book.read(path)).toMatchObject({ now: { unit: { code: 'kg' } }, etag })
  // What it is called may change at any time.
  expect((await book.api.patch(path, { name: 'Žatecký', unit: { unit_code: 'kg' } })).status).toBe(200)
})
