/** GET /{documents}/{id}/actions: what can be done, and why not. */
import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { stockBook } from '../support/stock.ts'

const service = useService()

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
  const api = await (await service.tenant()).key()
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
  const api = await (await service.tenant()).key()
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
  const api = await (await service.tenant()).key()
  const partner = (await api.post('/partners', { name: 'A' })).body.id
  const { body: order } = await api.post('/orders', { partner_id: partner })
  expect(await explained(api, `/orders/${order.id}`)).toMatchObject({ confirm: ['no_lines'], cancel: true })
})
