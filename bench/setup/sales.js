/** What the sales parts need: tenants of their own, each with five priced items, plenty of stock and a customer. */
import { openClient } from '../client.js'
import { startSalesFloor } from '../floor/start.js'
import { seededOrders, spreadBooks } from '../settings.js'
import { seedOrders } from './seed-orders.js'

const scopes = ['core', 'stock', 'sales', 'finance'].flatMap(module => [`${module}:read`, `${module}:write`])
const pieces = { unit_code: 'pcs' }
const fivePrices = ['26.45', '1980', '2350', '148.76', '38.02']

export async function openSales({ installation, connection, closers, say }) {
  say('filling the books of sales')
  const slugs = ['sales-hot', 'sales-listed', ...Array.from({ length: spreadBooks }, (_, number) => `sales-${number}`)]
  const accounts = await installation.openAccounts(slugs, scopes)
  const books = []
  for (const { key } of accounts) books.push(await fillBook(installation.origin, key, closers))
  const [hot, listed, ...spread] = books
  const listBookId = accounts[1].bookId
  await seedOrders(connection, { bookId: listBookId, count: seededOrders })
  const floor = await startSalesFloor({ connection, slug: 'sales-hot', order: hot.order, listBookId })
  closers.push(() => floor.close())
  return { hot, listed, spread, floor }
}

/** Over HTTP; `prices` are those of its items. */
export async function fillBook(origin, key, closers, prices = fivePrices) {
  const client = openClient(origin, key)
  closers.push(() => client.close())
  const post = async (path, body) =>
    (await client.call(path, { method: 'POST', body: JSON.stringify(body ?? {}) })).body
  const partner = await post('/partners', { name: 'Hostinec' })
  const { body } = await client.call('/warehouses?type=standard')
  const [warehouse] = body.data
  const items = []
  for (const price of prices) {
    const item = { name: `Lezak za ${price}`, unit: pieces, sale_price: price, pos_available: true }
    items.push((await post('/items', item)).id)
  }
  const lines = items.map(item_id => ({ item_id, quantity: '100000000', unit: pieces, unit_price: '11.4' }))
  const receipt = await post('/goods-receipts', { warehouse_id: warehouse.id, lines })
  await post(`/goods-receipts/${receipt.id}/actions/confirm`)
  return {
    origin,
    key,
    warehouseId: warehouse.id,
    order: { partner_id: partner.id, lines: lines.map(orderLine) },
  }
}

const orderLine = ({ item_id }, place) => ({ item_id, quantity: String(place + 1), unit: pieces })
