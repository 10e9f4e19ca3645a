/** Reports: what waits for somebody, and figures over time that add up to what the documents say. */
import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn, daysAfter } from '../../src/lib/days.ts'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'

const service = useService()
let account: TestAccount
let api: Client
beforeAll(async () => {
  account = await newAccount(service)
  await account.tenant.set({ rate_per_min: 100_000 })
  api = account.api
})

const dayMs = 24 * 60 * 60 * 1_000
const made = async (path: string, body: object, client: Client = api) => {
  const reply = await client.post(path, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}
const act = async (path: string, body: object = {}) => {
  const reply = await api.post(path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const report = async (path: string, client: Client = api) => {
  const reply = await client.get(`/reports/${path}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const mainWarehouse = async (client: Client): Promise<string> =>
  (await client.get('/warehouses')).body.data.find((each: { is_default: boolean }) => each.is_default).id
const line = (unit_price: string) => ({ description: 'Beer', quantity: '1', unit_price, vat_rate_pct: '21' })

async function invoiced(unit_price: string, dates: object): Promise<string> {
  const { id: partner_id } = await made('/partners', { name: `P ${unit_price}` })
  const warehouse_id = await mainWarehouse(api)
  const { id } = await made('/invoices', { partner_id, warehouse_id, lines: [line(unit_price)], ...dates })
  await act(`/invoices/${id}/actions/issue`)
  return id
}

describe('GET /reports/to_do', () => {
  interface Waiting {
    key: string
    count: number
    amounts: object[]
    path: string
    filter: Record<string, string>
  }

  test('200: every count is that of the list it names', async () => {
    const own = (await newAccount(service)).api
    const { id } = await made('/partners', { name: 'Pub' }, own)
    const { id: item_id } = await made('/items', { name: 'Lager', unit: { unit_code: 'l' } }, own)
    const unit = { unit_code: 'l' }
    const warehouse_id = await mainWarehouse(own)
    const order = { partner_id: id, lines: [{ item_id, quantity: '1', unit, unit_price: '10' }] }
    const confirmed = await made('/orders', order, own)
    await own.post(`/orders/${confirmed.id}/actions/confirm`)
    await made('/orders', order, own)
    const draft = { movement_purpose: 'purchase', warehouse_id, lines: [] }
    await made('/goods-receipts', draft, own)
    const today = dayIn('Europe/Prague', service.clock())
    const invoice = await made(
      '/invoices',
      { partner_id: id, warehouse_id, due_date: today, lines: [line('100')] },
      own,
    )
    await own.post(`/invoices/${invoice.id}/actions/issue`)
    await advanceSandbox(own, 2 * dayMs)
    const { data } = (await own.get('/reports/to_do')).body as { data: Waiting[] }
    expect(data.map(({ key, count }) => `${key} ${count}`)).toEqual([
      'orders_to_prepare 1',
      'draft_receipts 1',
      'overdue_invoices 1',
      'bills_due 0',
      'inbox 0',
      'tasks 0',
      'failing_webhooks 0',
    ])
    expect(data[2]!.amounts).toEqual([{ currency: 'CZK', value: '121.00' }])
    for (const { key, count, path, filter } of data) {
      const listed = await own.get(`${path}?${new URLSearchParams(filter)}`)
      expect([key, listed.status, listed.body.data?.length]).toEqual([key, 200, count])
    }
  })

  test('200: only what the key may read', async () => {
    const keysOf = async (client: Client) => (await report('to_do', client)).data.map(({ key }: Waiting) => key)
    expect(await keysOf(await account.tenant.key({ scopes: ['stock:read'] }))).toEqual(['draft_receipts'])
    expect(await keysOf(await account.tenant.key({ scopes: ['events:read'] }))).toEqual([])
  })
})

describe('figures over time', () => {
  test('200: sales by the month and by the day, with every step', async () => {
    const today = dayIn('Europe/Prague', service.clock())
    await invoiced('100.50', { issue_date: today })
    await invoiced('200', { issue_date: today })
    const byMonth = await report('sales')
    expect(byMonth).toMatchObject({ object: 'report', name: 'sales', step: 'month', to: today })
    const [series] = byMonth.series
    expect(series).toMatchObject({ key: 'invoices', currency: 'CZK' })
    expect(series.points).toHaveLength(12)
    expect(series.points.at(-1)).toEqual({ at: `${today.slice(0, 7)}-01`, value: '300.50', count: 2 })
    expect(series.points[0]).toMatchObject({ value: '0.00', count: 0 })
    expect(byMonth.totals).toEqual([{ key: 'invoices', currency: 'CZK', value: '300.50', count: 2 }])
    const byDay = await report(`sales?from=${today}&to=${today}&step=day`)
    expect(byDay.series[0].points).toEqual([{ at: today, value: '300.50', count: 2 }])
  })

  test('200: the stock is worth at the end of a step what its levels say', async () => {
    const { id: item_id } = await made('/items', { name: 'Malt', unit: { unit_code: 'kg' } })
    const warehouse_id = await mainWarehouse(api)
    const today = dayIn('Europe/Prague', service.clock())
    const before = daysAfter(today, -40)
    for (const date of [before, today]) {
      const lines = [{ item_id, quantity: '10', unit: { unit_code: 'kg' }, unit_price: '12.5' }]
      const body = { warehouse_id, movement_purpose: 'purchase', date, lines }
      await act(`/goods-receipts/${(await made('/goods-receipts', body)).id}/actions/confirm`)
    }
    for (const step of ['day', 'week', 'month']) {
      const { series, totals } = await report(`stock_value?step=${step}`)
      expect([step, series[0].points.at(-1).value, totals[0].value]).toEqual([step, '250.00', '250.00'])
    }
    const { series } = await report(`stock_value?from=${before}&to=${before}&step=day`)
    expect(series[0].points).toEqual([{ at: before, value: '125.00', count: null }])
  })

  test('200: the value of the stock leaves out what came after the last day, whatever the step', async () => {
    const own = (await newAccount(service)).api
    const { id: item_id } = await made('/items', { name: 'Malt', unit: { unit_code: 'kg' } }, own)
    const warehouse_id = await mainWarehouse(own)
    for (const date of ['2026-02-28', '2026-03-10', '2026-03-11']) {
      const lines = [{ item_id, quantity: '10', unit: { unit_code: 'kg' }, unit_price: '12.5' }]
      const { id } = await made('/goods-receipts', { warehouse_id, date, lines }, own)
      expect((await own.post(`/goods-receipts/${id}/actions/confirm`)).status).toBe(200)
    }
    for (const step of ['day', 'week', 'month']) {
      const { series, totals } = await report(`stock_value?from=2026-02-01&to=2026-03-10&step=${step}`, own)
      expect([step, series[0].points.at(-1).value, totals[0].value]).toEqual([step, '250.00', '250.00'])
    }
    const { series } = await report('stock_value?from=2026-02-01&to=2026-03-31&step=month', own)
    expect(series[0].points.map(({ value }: { value: string }) => value)).toEqual(['125.00', '375.00'])
  })

  test('200: receivables are what remains, by the day it is due', async () => {
    const own = await newAccount(service)
    const before = api
    api = own.api
    const today = dayIn('Europe/Prague', service.clock())
    const paid = await invoiced('100', { due_date: today })
    await invoiced('50', { due_date: today })
    const late = await invoiced('10', { issue_date: daysAfter(today, -60), due_date: daysAfter(today, -31) })
    await invoiced('20', { issue_date: daysAfter(today, -100), due_date: daysAfter(today, -91) })
    const accounts = (await api.get('/finance-accounts')).body.data
    const bank = accounts.find((each: { type: string }) => each.type === 'bank')
    await act(`/invoices/${paid}/actions/mark_paid`, { account_id: bank.id, amount: '21', paid_at: today })
    const { totals, series } = await report(`receivables?from=${today}&to=${today}&step=day`)
    expect(series).toEqual([{ key: 'due', currency: 'CZK', points: [{ at: today, value: '160.50', count: 2 }] }])
    expect(totals.map(({ key, value, count }: Record<string, string>) => `${key} ${value} ${count}`)).toEqual([
      'open 196.80 4',
      'overdue 36.30 2',
      'not_due 160.50 2',
      'late_30 0.00 0',
      'late_60 12.10 1',
      'late_90 0.00 0',
      'late_over_90 24.20 1',
    ])
    const within = `due_from=${daysAfter(today, -60)}&due_before=${daysAfter(today, -30)}`
    const { data } = (await api.get(`/invoices?status=issued&${within}`)).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([late])
    api = before
  })

  test('200: an invoice that was credited whole, or comes to nothing, is neither open nor overdue', async () => {
    const own = await newAccount(service)
    const before = api
    api = own.api
    const today = dayIn('Europe/Prague', service.clock())
    const past = { issue_date: daysAfter(today, -60), due_date: daysAfter(today, -31) }
    const whole = await invoiced('10', past)
    await invoiced('0', past)
    const owed = await invoiced('30', past)
    const note = await act(`/invoices/${whole}/actions/credit`, { reason: 'vráceno' })
    await act(`/invoices/${note.id}/actions/issue`)
    expect((await api.get(`/invoices/${whole}`)).body).toMatchObject({ status: 'issued', amount_remaining: '0.00' })
    const late = (await api.get('/invoices?overdue=true')).body.data
    expect(late.map(({ id }: { id: string }) => id)).toEqual([owed])
    expect((await api.get('/invoices?overdue=false&document_type=invoice')).body.data).toHaveLength(2)
    const { data } = (await api.get('/reports/to_do')).body
    const waits = data.find(({ key }: { key: string }) => key === 'overdue_invoices')
    expect(waits).toMatchObject({ count: 1, amounts: [{ currency: 'CZK', value: '36.30' }] })
    const { totals } = await report('receivables')
    expect(totals.slice(0, 2)).toMatchObject([
      { key: 'open', value: '36.30', count: 1 },
      { key: 'overdue', value: '36.30', count: 1 },
    ])
    api = before
  })

  test('200: webhook health by the hour and by the day, also where there is no endpoint', async () => {
    const byHour = await report('webhook_health')
    expect(byHour.series.map((each: { key: string; points: object[] }) => [each.key, each.points.length])).toEqual([
      ['failed', 24],
      ['succeeded', 24],
      ['waiting', 24],
    ])
    expect((await report('webhook_health?step=day')).series[0].points).toHaveLength(30)
  })

  test('403 insufficient_scope: each under the scope of what it counts', async () => {
    const poor = await account.tenant.key({ scopes: ['core:read'] })
    for (const path of ['sales', 'stock_value', 'receivables', 'webhook_health']) {
      expect((await poor.get(`/reports/${path}`)).body.code, path).toBe('insufficient_scope')
    }
  })

  test('200: the first and the last days that can be written end every step', async () => {
    for (const path of ['sales', 'stock_value', 'receivables']) {
      for (const step of ['day', 'week', 'month']) {
        const first = await report(`${path}?to=0001-01-01&step=${step}`)
        expect([first.from, first.to], `${path} ${step}`).toEqual(['0001-01-01', '0001-01-01'])
        const last = await report(`${path}?from=9999-12-30&to=9999-12-31&step=${step}`)
        expect(last.to, `${path} ${step}`).toBe('9999-12-31')
      }
    }
    // Seven days after this Monday there is no other one, nor is the last day.
    const [lastWeek] = (await report('stock_value?from=9999-12-27&to=9999-12-31&step=week')).series
    expect(lastWeek.points.map(({ at }: { at: string }) => at)).toEqual(['9999-12-27'])
    await report('webhook_health?step=day&from=9999-12-30&to=9999-12-31')
    await report('invoices?date_to=0001-01-05')
    await report('received_invoices?date_to=0001-01-05')
  })

  test('422 validation_failed: a period that is none, or too long', async () => {
    for (const query of ['from=2026-02-01&to=2026-01-01', 'from=1900-01-01&step=day', 'step=year', 'from=soon']) {
      expect((await api.get(`/reports/sales?${query}`)).status, query).toBe(422)
    }
    expect((await api.get('/reports/webhook_health?step=hour&from=2026-01-01')).status).toBe(422)
  })
})
