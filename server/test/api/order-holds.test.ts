/** What orders hold of the stock: at confirm, when stock arrives, when a line changes, when the order goes. */
import { describe, expect, test } from 'vitest'
import { remove, type SalesBook, salesBook, type Told } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** Quantity, reserved and available of an item, as `100 / 60 / 40`. */
async function standing(book: SalesBook, item = book.keg, warehouse = book.main): Promise<string> {
  const { quantity, reserved, available } = await book.level(item, warehouse)
  return `${quantity} / ${reserved} / ${available}`
}

const receive = (book: SalesBook, quantity: string, item = book.keg) =>
  book.received(item, quantity, '1', { unit: 'pcs' })

const draftFor = async (book: SalesBook, order_id: string, quantity: string): Promise<string> => {
  const { body } = await book.issue([{ item: book.keg, quantity, unit: 'pcs' }], { order_id })
  return `/stock-issues/${body.id}`
}

/** What a piece of work tells of levels: item and what is held now. */
async function heldBy({ api }: SalesBook, work: () => Promise<unknown>): Promise<string[]> {
  const since = (await api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
  await work()
  const { data } = (await api.get(`/events?since_sequence=${since}&types=stock_level.*&limit=200`)).body
  return data.map(({ data: { object } }: Told) => `${object.item.name} ${object.reserved_quantity}`).toSorted()
}

describe('the golden example', () => {
  /** 100 kegs; A needs 60, B 50. */
  async function rivals() {
    const book = await salesBook(service)
    await receive(book, '100')
    const a = await book.confirmed([book.line('60')])
    expect(await standing(book)).toBe('100 / 60 / 40')
    const b = await book.confirmed([book.line('50')])
    expect(await standing(book)).toBe('100 / 100 / 0')
    return { book, a: a.id as string, b: b.id as string }
  }

  test('409 reserved_by_other for 50, 200 for 40', async () => {
    const { book, b } = await rivals()
    const { created } = (await book.act(`/orders/${b}`, 'create_stock_issue')).body
    expect((await book.run(`/stock-issues/${created.id}`, 'confirm')).body.code).toBe('reserved_by_other')
    expect(await standing(book)).toBe('100 / 100 / 0')
    await book.act(await draftFor(book, b, '40'), 'confirm')
    expect(await standing(book)).toBe('60 / 60 / 0')
  })

  test('409 reserved_by_other for an issue of no order', async () => {
    const { book } = await rivals()
    const { body } = await book.issue([{ item: book.keg, quantity: '1', unit: 'pcs' }])
    expect((await book.run(`/stock-issues/${body.id}`, 'confirm')).body.code).toBe('reserved_by_other')
  })

  test('a receipt of 30 tops B up; an issue of A and its cancellation give 70/50/20 and 130/110/20', async () => {
    const { book, a } = await rivals()
    await receive(book, '30')
    expect(await standing(book)).toBe('130 / 110 / 20')
    const { created } = (await book.act(`/orders/${a}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    expect(await standing(book)).toBe('70 / 50 / 20')
    await book.act(`/stock-issues/${created.id}`, 'cancel')
    expect(await standing(book)).toBe('130 / 110 / 20')
  })

  test.each(['cancel', 'revert_to_draft'])('%s of A gives its kegs to B', async key => {
    const { book, a } = await rivals()
    expect(await heldBy(book, () => book.act(`/orders/${a}`, key))).toEqual(['Sud 50'])
    expect(await standing(book)).toBe('100 / 50 / 50')
  })
})

describe('stock that arrives', () => {
  test('goes to the earliest delivery, without a day last, then to who confirmed first', async () => {
    const book = await salesBook(service)
    const order = async (delivery_date: string | null): Promise<string> =>
      (await book.confirmed([book.line('10')], { delivery_date })).id
    const never = await order(null)
    const late = await order('2026-12-20')
    const early = await order('2026-12-10')
    const second = await order('2026-12-10')
    expect(await standing(book)).toBe('0 / 0 / 0')
    const served: string[] = []
    for (const quantity of ['10', '10', '10']) {
      await receive(book, quantity)
      for (const id of [never, late, early, second].filter(each => !served.includes(each))) {
        const issue = await draftFor(book, id, '10')
        const dryRun = await book.api.post(`${issue}/actions/confirm?dry_run=true`)
        if (dryRun.status === 200) served.push(id)
        else expect(dryRun.body.code).toBe('reserved_by_other')
      }
    }
    expect(served).toEqual([early, second, late])
  })

  test('a new day of delivery is a new place in the queue', async () => {
    const book = await salesBook(service)
    const first = await book.confirmed([book.line('10')], { delivery_date: '2026-12-10' })
    const other = await book.confirmed([book.line('10')], { delivery_date: '2026-12-11' })
    await book.api.patch(`/orders/${first.id}`, { delivery_date: '2026-12-12' })
    await receive(book, '10')
    const dryRun = async (id: string) =>
      (await book.api.post(`${await draftFor(book, id, '10')}/actions/confirm?dry_run=true`)).status
    expect([await dryRun(first.id), await dryRun(other.id)]).toEqual([409, 200])
  })

  test('200: a line that is added, and another warehouse, leave an order its place in the queue', async () => {
    const book = await salesBook(service)
    const barrel = await book.item({ name: 'Bečka', unit: { unit_code: 'pcs' }, sale_price: '1' })
    const first = await book.confirmed([book.line('1', { item_id: barrel })])
    const other = await book.confirmed([book.line('10')])
    const there = await book.confirmed([book.line('10')], { warehouse_id: book.second })
    expect((await book.api.post(`/orders/${first.id}/lines`, book.line('10'))).status).toBe(201)
    const heldFor = async ({ id }: Told) => {
      const { data } = (await book.api.get(`/stock-levels/reservations?order_id=${id}&item_id=${book.keg}`)).body
      return data.map(({ reserved_quantity }: Told) => reserved_quantity)
    }
    await receive(book, '12')
    expect([await heldFor(first), await heldFor(other)]).toEqual([['10'], ['2']])
    await book.api.patch(`/orders/${other.id}`, { warehouse_id: book.second })
    await book.received(book.keg, '12', '1', { unit: 'pcs', warehouse_id: book.second })
    expect([await heldFor(other), await heldFor(there)]).toEqual([['10'], ['2']])
  })
})

describe('a confirmed order', () => {
  test('holds what it needs of stocked items, in its own warehouse', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    expect(await heldBy(book, () => book.confirmed([book.line('4'), book.service('9')]))).toEqual(['Sud 4'])
    await book.confirmed([book.line('4')], { warehouse_id: book.second })
    expect([await standing(book), await standing(book, book.keg, book.second)]).toEqual(['10 / 4 / 6', '0 / 0 / 0'])
  })

  test('201, 200, 204: the hold moves by the line that changes, and by no other', async () => {
    const book = await salesBook(service)
    const barrel = await book.item({ name: 'Bečka', unit: { unit_code: 'pcs' }, sale_price: '1' })
    await receive(book, '20')
    await receive(book, '5', barrel)
    const { id, lines } = await book.confirmed([book.line('6'), book.line('3', { item_id: barrel })])
    const path = `/orders/${id}`
    const etag = async () => (await book.read(path)).etag
    const unit = { unit_code: 'pcs' }
    const quantity = (value: string) => () => book.api.patch(`${path}/lines/${lines[0].id}`, { quantity: value, unit })
    expect(await heldBy(book, quantity('8'))).toEqual(['Sud 8'])
    expect(await heldBy(book, quantity('25'))).toEqual(['Sud 20'])
    expect(await heldBy(book, quantity('5'))).toEqual(['Sud 5'])
    expect(await heldBy(book, () => book.api.patch(`${path}/lines/${lines[0].id}`, { notes: 'x' }))).toEqual([])
    let added = ''
    const add = async () => {
      const reply = await book.api.post(`${path}/lines`, book.line('7'))
      expect(reply.headers.etag).toBe(await etag())
      added = reply.body.id
    }
    expect(await heldBy(book, add)).toEqual(['Sud 12'])
    const drop = async () => {
      expect(await remove(book, `${path}/lines/${added}`)).toEqual({ status: 204, etag: await etag() })
    }
    expect(await heldBy(book, drop)).toEqual(['Sud 5'])
    expect(await standing(book, barrel)).toBe('5 / 3 / 2')
    expect(await heldBy(book, () => remove(book, `${path}/lines/${lines[1].id}`))).toEqual(['Bečka 0'])
  })

  test('200: what a smaller line leaves goes to who waits', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    const { id, lines } = await book.confirmed([book.line('10')])
    const waiting = await book.confirmed([book.line('5')])
    const body = { quantity: '7', unit: { unit_code: 'pcs' } }
    await book.api.patch(`/orders/${id}/lines/${lines[0].id}`, body)
    expect(await standing(book)).toBe('10 / 10 / 0')
    await book.act(await draftFor(book, waiting.id, '3'), 'confirm')
    expect(await standing(book)).toBe('7 / 7 / 0')
  })

  test('200: another warehouse holds instead', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    await book.received(book.keg, '3', '1', { unit: 'pcs', warehouse_id: book.second })
    const { id } = await book.confirmed([book.line('4')])
    await book.api.patch(`/orders/${id}`, { warehouse_id: book.second })
    expect([await standing(book), await standing(book, book.keg, book.second)]).toEqual(['10 / 0 / 10', '3 / 3 / 0'])
  })
})

describe('an order that is delivered', () => {
  const deliver = async (book: SalesBook, id: string) => {
    await book.act(`/orders/${id}`, 'ship')
    return heldBy(book, () => book.act(`/orders/${id}`, 'deliver'))
  }

  test('200: holds no more than was issued to it; who waits gets the rest', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    const { id } = await book.confirmed([book.line('8'), book.line('2')])
    const waiting = await book.confirmed([book.line('1')])
    const part = await draftFor(book, id, '5')
    await book.act(part, 'confirm')
    expect(await standing(book)).toBe('5 / 5 / 0')
    await book.act(`/orders/${id}`, 'ship')
    const tried = await book.api.post(`/orders/${id}/actions/deliver?dry_run=true`)
    expect(tried.body.effects.levels).toMatchObject([{ quantity: '5', reserved_quantity: '1' }])
    expect(await heldBy(book, () => book.act(`/orders/${id}`, 'deliver'))).toEqual(['Sud 1'])
    expect(await standing(book)).toBe('5 / 1 / 4')
    // What is taken back is held for it again.
    await book.act(part, 'cancel')
    expect(await standing(book)).toBe('10 / 6 / 4')
    await book.act(await draftFor(book, waiting.id, '1'), 'confirm')
  })

  test('200: holds nothing where its goods came from another warehouse', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    await book.received(book.keg, '10', '1', { unit: 'pcs', warehouse_id: book.second })
    const { id } = await book.confirmed([book.line('10')])
    const head = { order_id: id, warehouse_id: book.second }
    const { body } = await book.issue([{ item: book.keg, quantity: '10', unit: 'pcs' }], head)
    await book.act(`/stock-issues/${body.id}`, 'confirm')
    expect(await standing(book)).toBe('10 / 10 / 0')
    expect(await deliver(book, id)).toEqual(['Sud 0'])
    expect(await standing(book)).toBe('10 / 0 / 10')
  })

  test('200: holds its goods until they are issued', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    const { id } = await book.confirmed([book.line('10')])
    expect(await deliver(book, id)).toEqual([])
    expect(await standing(book)).toBe('10 / 10 / 0')
    const { created } = (await book.act(`/orders/${id}`, 'create_stock_issue')).body
    await book.act(`/stock-issues/${created.id}`, 'confirm')
    expect(await standing(book)).toBe('0 / 0 / 0')
  })
})

describe('what could not be reserved', () => {
  test('200: confirm tells the shortages of each line, its dry run tells them as effects', async () => {
    const book = await salesBook(service)
    await receive(book, '100')
    await book.confirmed([book.line('60')])
    const { id, lines } = await book.order([book.line('30'), book.service(), book.line('20'), book.line('5')])
    const of = (index: number, wanted: string, reserved: string, missing: string) =>
      expect.objectContaining({ line_id: lines[index].id, wanted, reserved, missing })
    const expected = [of(2, '20', '10', '10'), of(3, '5', '0', '5')]
    const tried = await book.api.post(`/orders/${id}/actions/confirm?dry_run=true`)
    expect(tried.body.effects.shortages).toEqual(expected)
    expect(tried.body.effects.levels).toHaveLength(1)
    const { body } = await book.act(`/orders/${id}`, 'confirm')
    expect(body.shortages).toEqual(expected)
    expect(body.shortages[0]).toMatchObject({ item: { id: book.keg, name: 'Sud' }, unit: { code: 'pcs' } })
  })

  test('200: nothing is missing, and nothing is told of other actions', async () => {
    const book = await salesBook(service)
    await receive(book, '10')
    const { id } = await book.order([book.line('10'), book.service()])
    expect((await book.act(`/orders/${id}`, 'confirm')).body.shortages).toEqual([])
    expect((await book.act(`/orders/${id}`, 'revert_to_draft')).body).not.toHaveProperty('shortages')
    expect((await book.read(`/orders/${id}`)).now).not.toHaveProperty('shortages')
  })

  test('200: a key without stock:read is not told how much there was', async () => {
    const tenant = await service.tenant()
    const seller = await tenant.key({ mode: 'test', scopes: ['core:read', 'core:write', 'sales:read', 'sales:write'] })
    const partner_id = (await seller.post('/partners', { name: 'Hospoda' })).body.id
    const unit = { unit_code: 'pcs' }
    const item_id = (await seller.post('/items', { name: 'Sud', unit, sale_price: '100' })).body.id
    const { id } = (await seller.post('/orders', { partner_id, lines: [{ item_id, quantity: '7', unit }] })).body
    const tried = await seller.post(`/orders/${id}/actions/confirm?dry_run=true`)
    expect(tried.body.effects).toEqual({ redacted: true })
    expect(tried.body).not.toHaveProperty('shortages')
    const { status, body } = await seller.post(`/orders/${id}/actions/confirm`)
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('shortages')
    const reader = await tenant.key({ mode: 'test', scopes: ['sales:read', 'sales:write', 'stock:read'] })
    await reader.post(`/orders/${id}/actions/revert_to_draft`)
    expect((await reader.post(`/orders/${id}/actions/confirm`)).body.shortages).toMatchObject([{ missing: '7' }])
  })
})
