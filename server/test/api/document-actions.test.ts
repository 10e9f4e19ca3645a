/** GET /{documents}/{id}/actions: what can be done, and why not. */
import { expect, test } from 'vitest'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { stockBook } from '../support/stock.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

const explained = async (api: Client, path: string) => {
  const { data } = (await api.get(`${path}/actions`)).body
  return Object.fromEntries(
    data.map(({ key, allowed, blockers }: { key: string; allowed: boolean; blockers: { code: string }[] }) => [
      key,
      allowed || blockers.map(({ code }) => code),
    ]),
  )
}

test('200: tells the refusal each action would meet, and changes nothing', async () => {
  const api = (await theAccount()).api
  const book = await stockBook(api)
  const item = await book.item()
  await book.received(item, '5')
  const { body: issue } = await book.issue([{ item, quantity: '8' }])
  const path = `/stock-issues/${issue.id}`
  expect(await explained(api, path)).toEqual({
    confirm: ['conflict'],
    cancel: ['invalid_transition'],
    revert_to_draft: ['invalid_transition'],
  })
  const { data } = (await api.get(`${path}/actions`)).body
  expect(data[0].blockers[0].blockers).toMatchObject([{ item_id: item, requested: '8', available: '5' }])
  await book.received(item, '3')
  const before = (await api.get('/events?limit=200')).body
  expect(await explained(api, path)).toMatchObject({ confirm: true })
  expect((await api.get('/events?limit=200')).body).toEqual(before)
  expect((await api.get(path)).body.status).toBe('draft')
  await book.act(path, 'confirm')
  expect(await explained(api, path)).toEqual({ confirm: ['invalid_transition'], cancel: true, revert_to_draft: true })
})

test('200: shows the schema of a body; an action that needs one is told by the state alone', async () => {
  const api = (await theAccount()).api
  const book = await stockBook(api)
  const partner = await book.partner()
  const { body: invoice } = await api.post('/invoices', {
    partner_id: partner,
    warehouse_id: book.main,
    lines: [{ description: 'Nájem', quantity: '1', unit_price: '100' }],
  })
  await book.act(`/invoices/${invoice.id}`, 'issue')
  expect(await explained(api, `/invoices/${invoice.id}`)).toMatchObject({
    issue: ['invalid_transition'],
    mark_paid: true,
    revert_payment: ['invalid_transition'],
    cancel: true,
    credit: true,
  })
  const { data } = (await api.get(`/invoices/${invoice.id}/actions`)).body
  const [pay] = data.filter(({ key }: { key: string }) => key === 'mark_paid')
  expect(pay.body).toMatchObject({ required: ['paid_at'] })
})

test('200: a draft order without lines cannot be confirmed', async () => {
  const api = (await theAccount()).api
  const partner = (await api.post('/partners', { name: 'A' })).body.id
  const { body: order } = await api.post('/orders', { partner_id: partner })
  expect(await explained(api, `/orders/${order.id}`)).toMatchObject({ confirm: ['no_lines'], cancel: true })
})

test('200 beside running actions: what is explained is the record as it is then', async () => {
  const tenant = await service.tenant()
  await tenant.set({ rate_per_min: 100_000 })
  const api = await tenant.key()
  const book = await stockBook(api)
  const item = await book.item()
  await book.received(item, '50')
  const partner = await book.partner()
  const { body: issue } = await book.issue([{ item, quantity: '2' }])
  const order = await api.post('/orders', {
    partner_id: partner,
    warehouse_id: book.main,
    lines: [{ item_id: item, quantity: '1', unit: { unit_code: 'kg' }, unit_price: '9' }],
  })
  expect(order.status, order.text).toBe(201)
  const line = { description: 'Nájem', quantity: '1', unit_price: '100' }
  const invoice = await api.post('/invoices', { partner_id: partner, warehouse_id: book.main, lines: [line] })
  const moves: [string, string[]][] = [
    [`/stock-issues/${issue.id}`, ['confirm', 'revert_to_draft']],
    [`/orders/${order.body.id}`, ['confirm', 'revert_to_draft']],
    [`/invoices/${invoice.body.id}`, ['issue', 'cancel']],
  ]
  for (const [path, actions] of moves) {
    const going = async () => {
      const done = []
      for (const action of [...actions, ...actions, ...actions]) {
        done.push((await api.post(`${path}/actions/${action}`)).status)
      }
      return done
    }
    const looking = async () => {
      const seen = []
      for (let look = 0; look < 12; look++) seen.push((await api.get(`${path}/actions`)).status)
      return seen
    }
    const [done, ...seen] = await Promise.all([going(), looking(), looking(), looking()])
    expect(done[0]).toBe(200)
    expect(new Set(seen.flat())).toEqual(new Set([200]))
  }
})

test.for(['receipt', 'issue'] as const)(
  '200: every action of a stock %s answers what its address then shows',
  async type => {
    const api = (await theAccount()).api
    const book = await stockBook(api)
    const [malt, hops] = [await book.item(), await book.item()]
    for (const item of [malt, hops]) await book.received(item, '5', '3.333')
    const lines = [malt, hops].map(item => ({ item, quantity: '2', ...(type === 'receipt' && { price: '1.5' }) }))
    const { body: draft } = await book[type](lines)
    const path = `/${type === 'receipt' ? 'goods-receipts' : 'stock-issues'}/${draft.id}`
    for (const [index, action] of ['confirm', 'revert_to_draft', 'confirm', 'cancel'].entries()) {
      const answer = await book.act(path, action)
      const shown = await api.get(path)
      expect(answer.body, action).toEqual(shown.body)
      expect([answer.headers.etag, answer.headers.etag]).toEqual([shown.headers.etag, `W/"${index + 2}"`])
    }
  },
)

test('200: asked for by many while others write, everybody has an answer', async () => {
  const { api } = await theAccount()
  const book = await stockBook(api)
  const item = await book.item()
  await book.received(item, '5')
  const partner = await book.partner()
  const { body: issue } = await book.issue([{ item, quantity: '1' }])
  // Each of them waits for the book, and all of them share the places at work of one account.
  const asked = Array.from({ length: 40 }, (_, place) =>
    place % 4 === 3
      ? api.patch(`/partners/${partner}`, { notes: `${place}` })
      : api.get(`/stock-issues/${issue.id}/actions`),
  )
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('200: whoever may only read is told so first, whatever the state says', async () => {
  const { tenant, api } = await theAccount()
  const book = await stockBook(api)
  const item = await book.item()
  await book.received(item, '5')
  const { body: issue } = await book.issue([{ item, quantity: '8' }])
  const reader = await tenant.key({ scopes: ['stock:read', 'brewery:read'] })
  const { data } = (await reader.get(`/stock-issues/${issue.id}/actions`)).body
  const refusal = { code: 'insufficient_scope', required_scopes: ['stock:write'] }
  expect(data).toMatchObject(
    ['confirm', 'cancel', 'revert_to_draft'].map(key => ({ key, allowed: false, blockers: [refusal] })),
  )
  const beer = await book.item({ item_type: 'production_item', unit: { unit_code: 'l' } })
  const { id } = (await api.post('/batches', { item_id: beer, planned_volume_l: '100' })).body
  const brewer = await tenant.key({ scopes: ['brewery:read', 'brewery:write'] })
  expect(await explained(brewer, `/batches/${id}`)).toMatchObject({
    advance_phase: true,
    create_material_issue: ['insufficient_scope'],
    receive_production: ['insufficient_scope'],
    cancel: true,
  })
})
