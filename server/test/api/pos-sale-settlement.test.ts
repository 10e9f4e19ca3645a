/** From the body to the books: what is refused, what is recorded and not settled, what a repeated request is told. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { counter } from '../support/counter.ts'
import { insist } from '../support/insist.ts'
import type { Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { rowsOfBooks } from '../support/stock.ts'

const service = useService()
const day = 86_400_000

const isoDaysAgo = (days: number) => new Date(service.clock() - days * day).toISOString()
const dayOf = (instant: string) => dayIn('Europe/Prague', Date.parse(instant))

/** A till that sold a bottle for 39 crowns and its deposit of 3 by itself. */
const offline = (rest: object = {}) => ({
  offline: true,
  sold_at: isoDaysAgo(0),
  external_ref: { system: 'till', id: randomUUID() },
  ...rest,
})

describe('a live sale is refused and leaves nothing', () => {
  test('409 item_not_in_stock: lines of one item are counted together, what is held for orders is not free', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '5', '20', { unit: 'pcs' })
    const before = await rowsOfBooks(service)
    const two = { lines: [shop.bottles('3'), shop.bottles('4')], ...shop.cash('293.00') }
    const refused = await shop.sell(two, { key: 'one-key' })
    expect(refused.body).toMatchObject({
      code: 'item_not_in_stock',
      blockers: [{ item_id: shop.bottle, requested: '7', available: '5' }],
    })
    expect(await rowsOfBooks(service)).toEqual(before)
    // The key is free again.
    const sold = await shop.sell({ lines: [shop.bottles('5')], ...shop.cash('210.00') }, { key: 'one-key' })
    expect(sold.status, sold.text).toBe(201)
    await shop.received(shop.bottle, '5', '20', { unit: 'pcs' })
    const pub = await shop.partner()
    const order = await shop.api.post('/orders', { partner_id: pub, lines: [shop.bottles('4', { unit_price: '30' })] })
    await shop.act(`/orders/${order.body.id}`, 'confirm')
    const held = await shop.sell({ lines: [shop.bottles('2')], ...shop.cash('84.00') })
    expect(held.body).toMatchObject({ code: 'item_not_in_stock', blockers: [{ requested: '2', available: '1' }] })
  })

  test('409 inventory_locked: a count runs; services are sold all the same', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '5', '20', { unit: 'pcs' })
    const count = await shop.api.post('/inventory-counts', { warehouse_id: shop.main })
    expect(count.status, count.text).toBe(201)
    await shop.act(`/inventory-counts/${count.body.id}`, 'start')
    const refused = await shop.sell({ lines: [shop.bottles('1')], ...shop.cash('42.00') })
    expect(refused.body.code).toBe('inventory_locked')
    const service_ = { item_id: shop.tip, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '20' }
    expect((await shop.sold({ lines: [service_], ...shop.cash('20.00') })).stock_issue_ids).toEqual([])
    const recorded = await shop.sell(
      offline({ lines: [shop.bottles('1', { unit_price: '39' })], ...shop.cash('42.00') }),
    )
    expect(recorded.body).toMatchObject({ code: 'settlement_failed', failure: { code: 'inventory_locked' } })
  })

  test('422 packaging_return_exceeds_balance: more empties than the partner holds, or than a stranger is paid', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '50', '20', { unit: 'pcs' })
    const pub = await shop.partner()
    const body = { lines: [shop.bottles('6')], returns: [{ deposit_id: shop.deposit, pieces: '1' }] }
    const refused = await shop.sell({ ...body, partner_id: pub, ...shop.cash('248.00') })
    expect(refused.body).toMatchObject({
      code: 'packaging_return_exceeds_balance',
      balances: [{ deposit_id: shop.deposit, pieces: '0', requested: '1' }],
    })
    const many = { lines: [shop.bottles('40')], returns: [{ deposit_id: shop.deposit, pieces: '200' }] }
    const stranger = await shop.sell({ ...many, ...shop.cash('1076.00') })
    expect(stranger.body).toMatchObject({ code: 'packaging_return_exceeds_balance', limit: '500.00' })
    const late = await shop.sell({
      ...offline(),
      ...body,
      lines: [shop.bottles('6', { unit_price: '39' })],
      partner_id: pub,
      ...shop.cash('249.00'),
    })
    expect(late.body.failure).toMatchObject({ code: 'packaging_return_exceeds_balance' })
  })
})

describe('a sale that is recorded and cannot be settled', () => {
  test('409 settlement_failed: committed, stored under its key, replayed with the instance of who asks', async () => {
    const shop = await counter(service)
    const body = offline({ lines: [shop.bottles('1', { unit_price: '39' })], ...shop.cash('42.00') })
    const since = (await shop.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const first = await shop.sell(body, { key: 'offline-1' })
    expect(first.body).toMatchObject({
      code: 'settlement_failed',
      status: 409,
      instance: first.headers['x-request-id'],
      failure: { code: 'conflict', blockers: [{ item_id: shop.bottle, requested: '1', available: '0' }] },
    })
    const id: string = first.body.existing_id
    expect(first.headers.location).toBe(`/api/v1/pos-sales/${id}`)
    const sale = await shop.read(id)
    expect(sale).toMatchObject({
      status: 'settlement_failed',
      offline: true,
      number: expect.stringMatching(/^UCT/),
      settlement: { settled_at: null, failure: first.body.failure },
      stock_issue_ids: [],
      cashflow_id: null,
      payments: [{ method: 'cash', amount: '42.00', cashflow_id: null }],
      allowed_actions: ['retry_settlement', 'cancel'],
    })
    expect(await shop.eventTypes(Number(since))).toEqual([])
    expect((await shop.api.get('/cashflows')).body.data).toEqual([])
    expect((await shop.api.get('/packaging-balances')).body.data).toEqual([])

    await shop.received(shop.bottle, '1', '20', { unit: 'pcs' })
    expect((await shop.run(id, 'retry_settlement')).body).toMatchObject({ status: 'settled' })
    const again = await shop.sell(body, { key: 'offline-1' })
    expect(again.status).toBe(409)
    expect(again.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true', location: first.headers.location })
    expect(again.body).toEqual({ ...first.body, instance: again.headers['x-request-id'] })
    expect(again.body.instance).not.toBe(first.body.instance)

    const other = await shop.sell(body, { key: 'offline-2' })
    expect(other.body).toMatchObject({ code: 'external_ref_conflict', existing_id: id })
    const returned = await shop.sell(body, { query: '?on_conflict=return' })
    expect(returned.status).toBe(200)
    expect(returned.body).toMatchObject({ id, status: 'settled' })
    const ref = (body as Told).external_ref.id
    expect((await shop.api.get(`/pos-sales/by-external-ref/till/${ref}`)).body.id).toBe(id)
  })

  test('409 settlement_failed: a live sale of a desk that may sell without stock; numbers it took are free again', async () => {
    const shop = await counter(service)
    await shop.setDesk({ sells_only_in_stock: false })
    const failed = await shop.sell({ lines: [shop.bottles('1')], ...shop.cash('42.00') })
    expect(failed.body).toMatchObject({ code: 'settlement_failed', failure: { code: 'conflict' } })
    await shop.received(shop.bottle, '3', '20', { unit: 'pcs' })
    const settled = await shop.sold({ lines: [shop.bottles('1')], ...shop.cash('42.00') })
    const issue = (await shop.api.get(`/stock-issues/${settled.stock_issue_id}`)).body
    expect(issue).toMatchObject({
      number: expect.stringMatching(/00001$/),
      pos_sale_id: settled.id,
      allowed_actions: [],
    })
    const pub = await shop.partner()
    const order = await shop.api.post('/orders', { partner_id: pub, lines: [shop.bottles('2', { unit_price: '30' })] })
    await shop.act(`/orders/${order.body.id}`, 'confirm')
    const held = await shop.sell({ lines: [shop.bottles('1')], ...shop.cash('42.00') })
    expect(held.body.failure).toMatchObject({ code: 'reserved_by_other', blockers: null })
  })

  test('409 settlement_failed: the sold day counts; stock_date settles it on a later one', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '1', '20', { unit: 'pcs' })
    const sold_at = isoDaysAgo(2)
    const late = offline({ sold_at, lines: [shop.bottles('1', { unit_price: '39' })], ...shop.cash('42.00') })
    const failed = await shop.sell(late)
    expect(failed.body.failure.code).toBe('conflict')
    const id: string = failed.body.existing_id
    const again = await shop.run(id, 'retry_settlement')
    expect(again.body).toMatchObject({ code: 'settlement_failed', existing_id: id, failure: { code: 'conflict' } })
    const early = await shop.run(id, 'retry_settlement', { stock_date: dayOf(isoDaysAgo(3)) })
    expect(early.body.errors).toMatchObject([{ field: 'stock_date', code: 'not_allowed' }])
    const [retry] = (await shop.api.get(`/pos-sales/${id}/actions`)).body.data
    expect(retry).toMatchObject({ key: 'retry_settlement', allowed: false })
    expect(retry.blockers).toMatchObject([{ code: 'settlement_failed', failure: { code: 'conflict' } }])
    const dry = await shop.run(id, 'retry_settlement', { stock_date: dayOf(isoDaysAgo(0)) }, '?dry_run=true')
    expect(dry.body).toMatchObject({ status: 'settled', dry_run: true, effects: { levels: [{ quantity: '0' }] } })
    const settled = await shop.run(id, 'retry_settlement', { stock_date: dayOf(isoDaysAgo(0)) })
    expect(settled.body, settled.text).toMatchObject({ status: 'settled', settlement: { failure: null } })
    const issue = (await shop.api.get(`/stock-issues/${settled.body.stock_issue_id}`)).body
    const cashflow = (await shop.api.get(`/cashflows/${settled.body.cashflow_id}`)).body
    expect([issue.date, cashflow.date]).toEqual([dayOf(isoDaysAgo(0)), dayOf(sold_at)])
  })

  test('200: a dry run settles or tells why not, and leaves nothing', async () => {
    const shop = await counter(service)
    await shop.received(shop.bottle, '1', '20', { unit: 'pcs' })
    const before = await rowsOfBooks(service)
    const one = { lines: [shop.bottles('1')], ...shop.cash('42.00') }
    const dry = await shop.sell(one, { query: '?dry_run=true' })
    expect(dry.status, dry.text).toBe(200)
    expect(dry.body).toMatchObject({
      status: 'settled',
      effects: {
        allocations: [{ quantity: '1', value: '20.00' }],
        levels: [{ quantity: '0' }],
        balances: [{ partner: null, pieces: '1' }],
      },
    })
    expect(dry.body.events.map(({ type }: Told) => type)).toContain('cashflow.paid')
    const failing = offline({ lines: [shop.bottles('2', { unit_price: '39' })], ...shop.cash('84.00') })
    const failed = await shop.sell(failing, { query: '?dry_run=true', key: 'dry' })
    expect(failed.status).toBe(200)
    expect(failed.body).toMatchObject({
      status: 'settlement_failed',
      settlement: { failure: { code: 'conflict' } },
      events: [],
    })
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test('409 settlement_failed: the sold day is in a filed month', async () => {
    const shop = await counter(service)
    const beer = await shop.item({ name: 'Ležák', unit: { unit_code: 'l' }, item_type: 'production_item', plato: '12' })
    const can = await shop.item({
      name: 'Plech',
      unit: { unit_code: 'pcs' },
      item_type: 'base_product',
      base_item_id: beer,
      base_item_quantity: '0.5',
      packaging_type: 'can_05',
      volume_l: '0.5',
      plato: '12',
      pos_available: true,
    })
    const sold_at = isoDaysAgo(40)
    await shop.received(can, '10', '20', { unit: 'pcs', date: dayOf(isoDaysAgo(45)) })
    await shop.apply({ excise_periods: [{ period: dayOf(isoDaysAgo(32)).slice(0, 7), is_filed: true }] } as never)
    const line = { item_id: can, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '40' }
    const failed = await shop.sell(offline({ sold_at, lines: [line], ...shop.cash('40.00') }))
    expect(failed.body.failure, failed.text).toMatchObject({ code: 'excise_reported' })
    const cancelled = await shop.run(failed.body.existing_id, 'cancel')
    expect(cancelled.body).toMatchObject({ status: 'cancelled', allowed_actions: [], settlement: { failure: null } })
  })
})

test('201: fifty people want the last bottle, and one gets it', async () => {
  const shop = await counter(service)
  await shop.received(shop.bottle, '1', '20', { unit: 'pcs' })
  const buy = () => shop.sell({ lines: [shop.bottles('1')], ...shop.cash('42.00') })
  const asked = Array.from({ length: 50 }, () => insist(buy))
  const statuses = (await Promise.all(asked)).map(({ status, body }) => body.code ?? status)
  expect(statuses.filter(status => status === 201)).toHaveLength(1)
  expect(statuses.filter(status => status === 'item_not_in_stock')).toHaveLength(49)
  expect(await shop.level(shop.bottle)).toMatchObject({ quantity: '0' })
  expect((await shop.api.get('/pos-sales')).body.data).toHaveLength(1)
})
