/** What is made of an order, its stock issues and its invoice, and what that makes impossible. */
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { remove, type SalesBook, salesBook, typesOf } from '../support/sales.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()
const today = () => dayIn('Europe/Prague', service.clock())

describe('stock issues', () => {
  test('200 create_stock_issue: a draft of what lies in stock, linked line by line', async () => {
    const book = await salesBook(service)
    const { id, warehouse_id } = await book.confirmed([book.line('3'), book.service(), book.line('4')])
    let created = { object: '', id: '' }
    const types = await typesOf(book, async () => {
      const { body, headers } = await book.act(`/orders/${id}`, 'create_stock_issue')
      created = body.created
      expect(body).toMatchObject({ status: 'confirmed', stock_issue_id: created.id, stock_issue_status: 'draft' })
      expect(headers.etag).toBe((await book.read(`/orders/${id}`)).etag)
    })
    expect(types).toEqual(['stock_issue.created'])
    expect(created.object).toBe('stock_issue')
    expect((await book.read(`/stock-issues/${created.id}`)).now).toMatchObject({
      status: 'draft',
      movement_purpose: 'sale',
      date: today(),
      order_id: id,
      partner: { id: book.pub },
      warehouse: { id: warehouse_id },
      lines: [
        { item: { id: book.keg }, quantity: '3' },
        { item: { id: book.keg }, quantity: '4' },
      ],
    })
  })

  test('422 no_lines: services lie in no warehouse', async () => {
    const book = await salesBook(service)
    const { id } = await book.confirmed([book.service()])
    expect((await book.run(`/orders/${id}`, 'create_stock_issue')).body.code).toBe('no_lines')
  })

  test('422 warehouse_required: an order of the time before the stock module has none, 403 module_not_enabled till then', async () => {
    const modules = ['sales', 'finance', 'api']
    const early = await service.tenant({ modules })
    const api = await early.key()
    const partner_id = (await api.post('/partners', { name: 'Hospoda' })).body.id
    const unit = { unit_code: 'pcs' }
    const item_id = (await api.post('/items', { name: 'Sud', unit, sale_price: '1' })).body.id
    const { body } = await api.post('/orders', { partner_id, lines: [{ item_id, quantity: '1', unit }] })
    expect(body.warehouse_id).toBeNull()
    expect((await api.post(`/orders/${body.id}/actions/confirm`)).body.status).toBe('confirmed')
    const placed = await api.patch(`/orders/${body.id}`, {
      warehouse_id: (await api.get('/warehouses?type=standard')).body.data[0].id,
    })
    expect(placed.body.warehouse_id).not.toBeNull()
    const { code } = (await api.post(`/orders/${body.id}/actions/create_stock_issue`)).body
    expect(code).toBe('module_not_enabled')
    const { created } = (await api.post(`/orders/${body.id}/actions/create_invoice`)).body
    expect((await api.get(`/invoices/${created.id}`)).body.warehouse_id).toBeNull()
    await api.post(`/invoices/${created.id}/actions/cancel`)
    await api.patch(`/orders/${body.id}`, { warehouse_id: null })
    await early.set({ modules: ['stock', ...modules] })
    for (const key of ['create_stock_issue', 'create_invoice']) {
      expect((await api.post(`/orders/${body.id}/actions/${key}`)).body.code, key).toBe('warehouse_required')
    }
  })

  test('409 conflict: not shipped while its issue is a draft', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '10', '1', { unit: 'pcs' })
    const { id } = await book.confirmed([book.line('5')])
    const path = `/orders/${id}`
    const { created } = (await book.act(path, 'create_stock_issue')).body
    expect((await book.run(path, 'ship')).body).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'stock_issue', id: created.id, status: 'draft' }],
    })
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    expect((await book.act(path, 'ship')).body).toMatchObject({ status: 'shipped', stock_issue_status: 'confirmed' })
  })

  test('409: a delivery in parts: one issue confirmed, the next one a draft', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '10', '1', { unit: 'pcs' })
    const { id } = await book.confirmed([book.line('5')])
    const part = (quantity: string) =>
      book.issue([{ item: book.keg, quantity, unit: 'pcs' }], { order_id: id, partner_id: book.pub })
    await book.act(`/stock-issues/${(await part('2')).body.id}`, 'confirm')
    const rest = (await part('3')).body.id
    const path = `/orders/${id}`
    const open = ['start_preparation', 'ship', 'create_invoice']
    expect((await book.read(path)).now).toMatchObject({ stock_issue_id: rest, allowed_actions: open })
    expect((await book.run(path, 'cancel')).body).toMatchObject({ code: 'invalid_transition', allowed_actions: open })
    expect((await book.run(path, 'ship')).body).toMatchObject({ code: 'conflict', blockers: [{ id: rest }] })
    await book.act(`/stock-issues/${rest}`, 'confirm')
    await book.act(`/stock-issues/${rest}`, 'cancel')
    // The first part is out still.
    expect((await book.read(path)).now).toMatchObject({ stock_issue_status: 'cancelled', allowed_actions: open })
    expect((await book.api.post(`${path}/lines`, book.line('1'))).body.code).toBe('conflict')
  })

  test('200 cancel: the draft issue goes with the order', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '10', '1', { unit: 'pcs' })
    const { id } = await book.confirmed([book.line('4')])
    const { created } = (await book.act(`/orders/${id}`, 'create_stock_issue')).body
    const types = await typesOf(book, async () => {
      const { body } = await book.act(`/orders/${id}`, 'cancel')
      expect(body).toMatchObject({ status: 'cancelled', stock_issue_id: created.id, stock_issue_status: 'cancelled' })
    })
    expect(types.toSorted()).toEqual(['order.cancelled', 'stock_issue.cancelled', 'stock_level.changed'])
    const issue = (await book.read(`/stock-issues/${created.id}`)).now
    expect(issue).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect(await book.level(book.keg)).toMatchObject({ quantity: '10', reserved: '0' })
  })

  test('200 cancel: every draft issue goes with the order', async () => {
    const book = await salesBook(service)
    const { id } = await book.confirmed([book.line('4')])
    const part = async () =>
      (await book.issue([{ item: book.keg, quantity: '2', unit: 'pcs' }], { order_id: id })).body.id
    const parts = [await part(), await part()]
    await book.act(`/orders/${id}`, 'cancel')
    for (const issue of parts) expect((await book.read(`/stock-issues/${issue}`)).now.status).toBe('cancelled')
  })

  test('201: an issue written by hand names an open order, and each change of it is one of the order', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '10', '1', { unit: 'pcs' })
    const issueFor = (order_id: string) => book.issue([{ item: book.keg, quantity: '2', unit: 'pcs' }], { order_id })
    const draft = await book.order([book.line('2')])
    const gone = await book.order([book.line('2')])
    await book.act(`/orders/${gone.id}`, 'cancel')
    for (const order of ['x', nobody, draft.id, gone.id]) {
      expect(faultsOf(await issueFor(order))).toEqual(['order_id invalid_reference'])
    }
    const { id } = await book.confirmed([book.line('2')])
    const tags: string[] = []
    const note = async (status: string | null) => {
      const { now, etag } = await book.read(`/orders/${id}`)
      expect(now.stock_issue_status).toBe(status)
      tags.push(etag)
    }
    await note(null)
    const issue = `/stock-issues/${(await issueFor(id)).body.id}`
    await note('draft')
    for (const [key, status] of [
      ['confirm', 'confirmed'],
      ['revert_to_draft', 'draft'],
      ['confirm', 'confirmed'],
      ['cancel', 'cancelled'],
    ] as const) {
      await book.act(issue, key)
      await note(status)
    }
    expect(new Set(tags).size, tags.join()).toBe(tags.length)
  })
})

describe('what was made of an order fixes it', () => {
  const attempts = (book: SalesBook, path: string, line: string) => [
    book.api.post(`${path}/lines`, book.line('1')),
    book.api.patch(`${path}/lines/${line}`, { notes: 'x' }),
    book.api.send('DELETE', `${path}/lines/${line}`),
    book.api.patch(path, { delivery_date: '2026-12-24' }),
    book.api.patch(path, { warehouse_id: book.second }),
  ]

  test.each([['create_stock_issue'], ['create_invoice'], ['start_preparation']])(
    '409 conflict after %s: lines and delivery',
    async key => {
      const book = await salesBook(service)
      const { id, lines } = await book.confirmed([book.line('2'), book.line('1')])
      const path = `/orders/${id}`
      await book.act(path, key)
      const before = await book.read(path)
      for (const reply of await Promise.all(attempts(book, path, lines[0].id))) expect(reply.body.code).toBe('conflict')
      expect(await book.read(path)).toEqual(before)
    },
  )

  test('204 again once the issue is cancelled', async () => {
    const book = await salesBook(service)
    await book.received(book.keg, '10', '1', { unit: 'pcs' })
    const { id, lines } = await book.confirmed([book.line('2'), book.line('1')])
    const { created } = (await book.act(`/orders/${id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    await book.act(`/stock-issues/${created.id}`, 'cancel')
    expect((await remove(book, `/orders/${id}/lines/${lines[0].id}`)).status).toBe(204)
    expect(await book.level(book.keg)).toMatchObject({ quantity: '10', reserved: '1' })
  })

  test.each([
    ['confirmed', ['confirm']],
    ['in_preparation', ['confirm', 'start_preparation']],
    ['shipped', ['confirm', 'ship']],
    ['delivered', ['confirm', 'ship', 'deliver']],
  ])('a cancelled invoice returns the order to %s', async (status, steps) => {
    const book = await salesBook(service)
    const { id } = await book.order([book.service()])
    const path = `/orders/${id}`
    for (const step of steps) await book.act(path, step)
    const { body } = await book.act(path, 'create_invoice')
    expect(body).toMatchObject({ status: 'invoiced', invoice_id: body.created.id })
    const types = await typesOf(book, () => book.act(`/invoices/${body.created.id}`, 'cancel'))
    expect(types).toEqual(['invoice.cancelled'])
    const { now } = await book.read(path)
    expect(now).toMatchObject({ status, invoice_id: null })
    const again = (await book.act(path, 'create_invoice')).body
    expect(again.invoice_id).not.toBe(body.created.id)
  })
})
