/** Lists in the order people look for things: names, codes, dates of delivery, days when money is due. */
import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'

const service = useService()
let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  api = account.api
})

/** Page by page, as small as they can be. */
async function walk<T>(path: string, shown: (record: Record<string, never>) => T): Promise<T[]> {
  const found: T[] = []
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`${path}&limit=2${cursor}`)
    found.push(...body.data.map(shown))
    if (!body.has_more) return found
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}

describe('sort', () => {
  test('200: partners by name, whatever the case and the accents, in both directions', async () => {
    for (const name of ['Žatec', 'beta', 'Česká', 'Alfa', 'ćwikła']) await api.post('/partners', { name })
    const names = ['Alfa', 'beta', 'Česká', 'ćwikła', 'Žatec']
    expect(await walk('/partners?sort=name', ({ name }) => name)).toEqual(names)
    expect(await walk('/partners?sort=-name', ({ name }) => name)).toEqual(names.toReversed())
  })

  test('200: items by name and by code', async () => {
    for (const name of ['Stout', 'Ale', 'lager']) await api.post('/items', { name, unit: { unit_code: 'l' } })
    expect(await walk('/items?sort=name', ({ name }) => name)).toEqual(['Ale', 'lager', 'Stout'])
    expect(await walk('/items?sort=-code', ({ name }) => name)).toEqual(['lager', 'Ale', 'Stout'])
  })

  test('200: orders by their delivery, those without a date last', async () => {
    const { id } = (await api.post('/partners', { name: 'Pub' })).body
    const days = ['2026-12-03', null, '2026-12-01', '2026-12-02']
    for (const delivery_date of days) await api.post('/orders', { partner_id: id, delivery_date, lines: [] })
    const sorted = ['2026-12-01', '2026-12-02', '2026-12-03', null]
    expect(await walk('/orders?sort=delivery_date', order => order.delivery_date)).toEqual(sorted)
    expect(await walk('/orders?sort=-delivery_date', order => order.delivery_date)).toEqual(sorted.toReversed())
  })

  test('422 validation_failed: another field, and together with a since filter', async () => {
    const rowsOf = async (path: string) => (await api.get(path)).body.errors
    expect(await rowsOf('/partners?sort=email')).toMatchObject([{ field: 'sort', code: 'not_allowed' }])
    expect(await rowsOf('/orders?sort=name')).toMatchObject([{ field: 'sort', code: 'not_allowed' }])
    expect(await rowsOf('/partners?sort=name&updated_since=2026-01-01T00:00:00Z')).toMatchObject([{ field: 'sort' }])
    const { next_cursor } = (await api.get('/partners?sort=name&limit=1')).body
    expect(await rowsOf(`/partners?sort=-name&limit=1&cursor=${next_cursor}`)).toMatchObject([{ field: 'cursor' }])
  })
})

describe('invoices', () => {
  test('200: by the day they are due; overdue ones alone, or the others', async () => {
    const { id } = (await api.post('/partners', { name: 'Debtor' })).body
    const today = dayIn('Europe/Prague', service.clock())
    const warehouse = (await api.get('/warehouses')).body.data.find((each: { is_default: boolean }) => each.is_default)
    const line = { description: 'Beer', quantity: '1', unit_price: '100', vat_rate_pct: '21' }
    const made: string[] = []
    for (const due_date of ['2099-02-01', '2099-01-01', today]) {
      const invoice = await api.post('/invoices', {
        partner_id: id,
        warehouse_id: warehouse.id,
        due_date,
        lines: [line],
      })
      expect(invoice.status, invoice.text).toBe(201)
      made.push(invoice.body.id)
    }
    const dates = await walk('/invoices?sort=due_date', invoice => invoice.due_date)
    expect(dates).toEqual([today, '2099-01-01', '2099-02-01'])
    expect((await api.post(`/invoices/${made[2]}/actions/issue`)).status).toBe(200)
    expect((await api.get('/invoices?overdue=true')).body.data).toEqual([])
    await advanceSandbox(api, 3 * 24 * 60 * 60 * 1_000)
    const overdue = (await api.get('/invoices?overdue=true')).body.data
    expect(overdue.map((invoice: { id: string }) => invoice.id)).toEqual([made[2]])
    expect((await api.get('/invoices?overdue=false')).body.data).toHaveLength(2)
    expect((await api.get('/invoices?overdue=1')).status).toBe(422)
  })
})

describe('GET /events?object_id=', () => {
  test('200: the events of one record, also as they come', async () => {
    const [one, other] = [
      (await api.post('/partners', { name: 'One' })).body,
      (await api.post('/partners', { name: 'Other' })).body,
    ]
    await api.patch(`/partners/${one.id}`, { name: 'One more' })
    const path = `/events?object_id=${one.id}`
    const read = async (query = '') => (await api.get(`${path}${query}`)).body.data
    expect((await read()).map((event: { type: string }) => event.type)).toEqual(['partner.created', 'partner.updated'])
    const since = `&since_sequence=${(await read()).at(-1).sequence}`
    const waiting = read(`${since}&wait=20`)
    await api.patch(`/partners/${other.id}`, { name: 'Other more' })
    await api.patch(`/partners/${one.id}`, { name: 'One again' })
    expect((await waiting).map((event: { type: string }) => event.type)).toEqual(['partner.updated'])
    expect((await api.get('/events?object_id=one')).status).toBe(422)
  })
})
