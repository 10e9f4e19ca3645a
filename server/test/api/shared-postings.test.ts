/** Confirmations of one book that wait together share a transaction, and each finds what those before it left. */
import { expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { crowd, statusesOf, together, transactionsOf } from '../support/crowd.ts'
import { kegBook } from '../support/empties.ts'
import { salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { stockAccount } from '../support/stock.ts'

const service = useService({ alone: true })

const confirmOf = (api: { post(path: string): Promise<Reply> }, { body }: Reply) =>
  api.post(`/${body.movement_type === 'receipt' ? 'goods-receipts' : 'stock-issues'}/${body.id}/actions/confirm`)

/** Quarters of a kilogram at whole prices: numbers of JavaScript hold them exactly. */
const layers: [kilograms: number, price: number][] = [
  [7, 1],
  [11, 3],
  [20, 5],
]

/** What comes next by FIFO costs. */
function fifo() {
  const left = layers.map(([kilograms, price]) => ({ kilograms, price }))
  return (asked: number): number => {
    let cost = 0
    for (const layer of left) {
      const taken = Math.min(asked, layer.kilograms)
      layer.kilograms -= taken
      asked -= taken
      cost += taken * layer.price
    }
    return cost
  }
}

test('200: one after another takes from the layers, and tells the level it leaves', async () => {
  const book = await stockAccount(service)
  const item = await book.item()
  for (const [quantity, price] of layers) await book.received(item, String(quantity), String(price))
  const drafts = await together(() => book.issue([{ item, quantity: '1.25' }]))
  const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  const replies = await together(place => confirmOf(book.api, drafts[place]!))
  expect(statusesOf(replies)).toEqual({ 200: crowd })
  expect(await transactionsOf(service, 'stock_documents', replies)).toBeLessThan(crowd / 2)

  const cost = fifo()
  const { data: events } = (await book.api.get(`/events?since_sequence=${since}&limit=200`)).body
  const shown = new Map(replies.map(({ body }) => [body.id, body]))
  const told = events.map(({ data: { object } }: Reply['body']) =>
    Number(object.quantity ?? shown.get(object.id).totals.total_cost),
  )
  const expected = Array.from({ length: crowd }, (_, place) => [cost(1.25), 38 - 1.25 * (place + 1)]).flat()
  expect(told).toEqual(expected)
  expect(events.map(({ sequence }: Reply['body']) => sequence - events[0].sequence)).toEqual([...expected.keys()])
  for (const { body, headers } of replies) {
    const now = await book.api.get(`/stock-issues/${body.id}`)
    expect(now.body).toEqual(body)
    expect(now.headers.etag).toBe(headers.etag)
    const event = events.find(({ data }: Reply['body']) => data.object.id === body.id)
    expect([event.request_id, event.created_at]).toEqual([headers['x-request-id'], body.updated_at])
  }
  expect(await book.level(item)).toMatchObject({ quantity: '8', value: '40.00' })
})

test('409 conflict: who comes too late for the stock stays a draft, and takes nobody along', async () => {
  const book = await stockAccount(service)
  const item = await book.item()
  await book.received(item, '10')
  const drafts = await together(() => book.issue([{ item, quantity: '1' }]))
  const replies = await together(place => confirmOf(book.api, drafts[place]!))
  expect(statusesOf(replies)).toEqual({ 200: 10, '409 conflict': crowd - 10 })
  expect(await book.level(item)).toMatchObject({ quantity: '0', value: '0.00' })
  expect((await book.api.get('/stock-issues?status=draft&limit=200')).body.data).toHaveLength(crowd - 10)
  expect(await transactionsOf(service, 'stock_documents', replies)).toBeLessThan(10)
})

test('409 invalid_transition: one document is confirmed once, however many ask', async () => {
  const book = await stockAccount(service)
  const item = await book.item()
  await book.received(item, '100')
  const drafts = await together(() => book.issue([{ item, quantity: '1' }]), 4)
  const replies = await together(place => confirmOf(book.api, drafts[place % 4]!))
  expect(statusesOf(replies)).toEqual({ 200: 4, '409 invalid_transition': crowd - 4 })
  expect((await book.level(item)).quantity).toBe('96')
})

test('200, 404, 412: a stale tag, a strange record and a key that was used are nobody else’s matter', async () => {
  const book = await stockAccount(service)
  const item = await book.item()
  await book.received(item, '100')
  const drafts = await together(() => book.issue([{ item, quantity: '1' }]))
  const gone = { ...drafts[0]!, body: { ...drafts[0]!.body, id: '01890000-0000-7000-8000-000000000000' } }
  const headersOf = (place: number): Record<string, string> =>
    place % 4 === 1 ? { 'if-match': '"9"' } : place % 4 === 2 ? { 'idempotency-key': `confirm-${place}` } : {}
  const send = (place: number) => {
    const { body } = place % 4 === 0 ? gone : drafts[place]!
    return book.api.post(`/stock-issues/${body.id}/actions/confirm`, {}, { headers: headersOf(place) })
  }
  const first = await together(send)
  expect(statusesOf(first)).toEqual({ 200: 12, '404 not_found': 6, '412 stale_version': 6 })
  const again = await together(send)
  expect(statusesOf(again)).toEqual({ 200: 6, '404 not_found': 6, '409 invalid_transition': 6, '412 stale_version': 6 })
  for (const [place, reply] of again.entries()) if (place % 4 === 2) expect(reply.text).toBe(first[place]!.text)
  expect((await book.level(item)).quantity).toBe('88')
})

test('422 packaging_return_exceeds_balance: what is refused behind its posting leaves nothing, and the others stay', async () => {
  const book = await kegBook(service)
  await book.dispatched({ k50: '4' })
  const back = { movement_purpose: 'packaging_return', partner_id: book.pub }
  const unit = 'pcs'
  const drafts = await together(place =>
    place % 2 === 0
      ? book.receipt([{ item: book.shell50, quantity: '1', unit, price: '0' }], back)
      : book.issue([{ item: book.full30, quantity: '1', unit }]),
  )
  expect(statusesOf(drafts)).toEqual({ 201: crowd })
  const replies = await together(place => confirmOf(book.api, drafts[place]!))
  expect(statusesOf(replies)).toEqual({ 200: 16, '422 packaging_return_exceeds_balance': 8 })
  expect((await book.level(book.shell50)).quantity).toBe('4')
  expect((await book.level(book.full30)).quantity).toBe('88')
  expect(await book.held()).toBe('0 / 0')
})

test('200, 201: deliveries, transfers, issues of one order, new orders and partners wait side by side', async () => {
  const book = await salesBook(service)
  await book.received(book.keg, '100', '10', { unit: 'pcs' })
  const order = await book.confirmed([book.line('12')])
  const unit = 'pcs'
  const makers = [
    () => book.receipt([{ item: book.keg, quantity: '2', price: '20', unit }]),
    () => book.issue([{ item: book.keg, quantity: '1', unit }]),
    () => book.issue([{ item: book.keg, quantity: '3', unit }], { target_warehouse_id: book.second, ...transfer }),
    () => book.issue([{ item: book.keg, quantity: '2', unit }], { order_id: order.id }),
  ]
  const drafts = await together(place => makers[place % 4]!())
  expect(statusesOf(drafts)).toEqual({ 201: crowd })
  const replies = await together(place => {
    if (place % 6 === 4) return book.api.post('/orders', { partner_id: book.pub, lines: [book.line('1')] })
    if (place % 6 === 5) return book.api.post('/partners', { name: `Host ${place}` })
    return confirmOf(book.api, drafts[Math.floor(place / 6) * 4 + (place % 6)]!)
  }, 36)
  expect(statusesOf(replies)).toEqual({ 200: 24, 201: 12 })
  const posted = replies.filter(({ status }) => status === 200)
  expect(await transactionsOf(service, 'stock_documents', posted)).toBeLessThan(12)
  expect((await book.level(book.keg)).quantity).toBe(String(100 + 6 * (2 - 1 - 3 - 2)))
  const { data: arriving } = (await book.api.get('/goods-receipts?status=draft&limit=200')).body
  expect(arriving).toHaveLength(6)
  // Everything the order wanted was issued to it: nothing is held for it any more.
  expect((await book.level(book.keg)).reserved).toBe('0')
  expect((await book.read(`/orders/${order.id}`)).now.stock_issue_status).toBe('confirmed')
})

const transfer = { movement_purpose: 'transfer' }
