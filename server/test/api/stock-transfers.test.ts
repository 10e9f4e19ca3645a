/** Transfers between warehouses: what blocks them, the receipt they draft, and how they are taken back. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount, told } from '../support/stock.ts'

const service = useService()
const ownBook = () => stockAccount(service)
/** Of tests that look at items of their own, and change no settings. */
const newBook = shared(service, ownBook)
const receipts = (id: string) => `/goods-receipts/${id}`
const issues = (id: string) => `/stock-issues/${id}`
const lots = (id: string) => `/stock-lots/${id}/trace`
const [here, there] = ['Hlavní sklad', 'Druhý sklad']

const transfer = (target: string) => ({ movement_purpose: 'transfer', target_warehouse_id: target })
const receiptOf = async (book: StockAccount, issueId: string) => {
  const { data } = (await book.api.get('/goods-receipts?movement_purpose=transfer&limit=200')).body
  const own = data.filter(({ source_issue_id }: { source_issue_id: string }) => source_issue_id === issueId)
  return own.find(({ status }: { status: string }) => status !== 'cancelled')
}
const secondTakes = (book: StockAccount, change: object) =>
  book.apply({ warehouses: [{ code: 'SECOND', name: there, ...change }] })

describe('409 transfer_blocked', () => {
  /** A transfer that is fine but for one thing. */
  const stories: Record<string, (book: StockAccount, item: string) => Promise<{ target?: string; quantity?: string }>> =
    {
      same_warehouse: async book => ({ target: book.main }),
      target_system: async book => ({ target: book.system }),
      insufficient_stock: async () => ({ quantity: '11' }),
      async target_inactive(book) {
        await secondTakes(book, { is_active: false })
        return {}
      },
      async category_not_allowed(book) {
        await secondTakes(book, { categories: ['goods', 'packaging'] })
        return {}
      },
      async target_inventory_running(book) {
        const { body } = await book.api.post('/inventory-counts', { warehouse_id: book.second })
        await book.act(`/inventory-counts/${body.id}`, 'start')
        return {}
      },
    }

  test.for(Object.entries(stories))('%s alone', async ([code, story]) => {
    const book = await ownBook()
    const item = await book.item()
    await book.received(item, '10')
    const { target = book.second, quantity = '10' } = await story(book, item)
    const { body } = await book.issue([{ item, quantity }], transfer(target))
    const before = await rowsOfBooks(service)
    const { body: answer } = await book.api.post(`${issues(body.id)}/actions/confirm`)
    expect(answer).toMatchObject({ status: 409, code: 'transfer_blocked', blockers: [{ code }] })
    expect(answer.blockers).toHaveLength(1)
    const line = { line_id: body.lines[0].id, item_id: item }
    if (code === 'category_not_allowed') expect(answer.blockers[0]).toMatchObject(line)
    if (code === 'insufficient_stock') {
      const short = { requested: '11', available: '10', unit: { code: 'kg' } }
      expect(answer.blockers[0]).toMatchObject({ ...line, ...short })
    }
    expect(await rowsOfBooks(service)).toEqual(before)
  })

  test('every reason at once, line by line', async () => {
    const book = await ownBook()
    const goods = await book.item({ name: 'Zboží', item_type: 'purchased_sale_item' })
    const material = await book.item({ name: 'Slad', item_type: 'brew_material' })
    await secondTakes(book, { categories: ['goods'] })
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.second })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    const lines = [goods, material].map(item => ({ item, quantity: '1' }))
    const { body } = await book.issue(lines, transfer(book.second))
    const { body: answer } = await book.api.post(`${issues(body.id)}/actions/confirm`)
    const told_ = answer.blockers.map(({ code, item_id }: { code: string; item_id?: string }) => `${code} ${item_id}`)
    expect(told_.sort()).toEqual([
      `category_not_allowed ${material}`,
      ...[goods, material].map(id => `insufficient_stock ${id}`).sort(),
      'target_inventory_running undefined',
    ])
  })

  test('200: an allowed category passes, and a skipped line blocks nothing', async () => {
    const book = await ownBook()
    const goods = await book.item({ name: 'Zboží', item_type: 'purchased_sale_item' })
    const material = await book.item({ name: 'Slad', item_type: 'brew_material' })
    await secondTakes(book, { categories: ['goods'] })
    await book.received(goods, '1')
    const lines = [goods, material].map(item => ({ item, quantity: '1' }))
    const { body } = await book.issue(lines, transfer(book.second))
    await book.api.patch(`${issues(body.id)}/lines/${body.lines[1].id}`, { issued_quantity: '0' })
    await book.act(issues(body.id), 'confirm')
    const receipt = await receiptOf(book, body.id)
    expect((await book.api.get(receipts(receipt.id))).body.lines).toMatchObject([{ item: { id: goods } }])
  })

  test('200: a transfer that moves nothing drafts no receipt, which nobody could ever confirm', async () => {
    const book = await newBook()
    const { body } = await book.issue([{ item: await book.item(), quantity: '1' }], transfer(book.second))
    await book.api.patch(`${issues(body.id)}/lines/${body.lines[0].id}`, { issued_quantity: '0' })
    await book.act(issues(body.id), 'confirm')
    expect(await receiptOf(book, body.id)).toBeUndefined()
  })

  test('409 inventory_locked: the count of the source is no blocker of the target', async () => {
    const book = await ownBook()
    const item = await book.item()
    await book.received(item, '1')
    const { body } = await book.issue([{ item, quantity: '1' }], transfer(book.second))
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    expect((await book.api.post(`${issues(body.id)}/actions/confirm`)).body.code).toBe('inventory_locked')
  })
})

describe('a transfer on its way', () => {
  async function sent(head: object = {}) {
    const book = await newBook()
    const item = await book.item({ name: 'Slad' })
    await book.received(item, '10', '2', { date: '2026-02-01' })
    const wanted = { ...transfer(book.second), date: '2026-02-03', notes: 'Rozvoz', ...head }
    const { body: issue } = await book.issue([{ item, quantity: '4' }], wanted)
    const events = await told(book, () => book.act(issues(issue.id), 'confirm'))
    const receipt = await receiptOf(book, issue.id)
    return { book, item, issue, receipt, events }
  }

  test('200: confirm drafts a receipt at the target with the date of the issue', async () => {
    const { issue, receipt, events } = await sent()
    expect(receipt).toMatchObject({
      object: 'goods_receipt',
      status: 'draft',
      movement_purpose: 'transfer',
      date: '2026-02-03',
      warehouse: { name: there },
      target_warehouse: null,
      notes: 'Rozvoz',
      totals: { total_cost: '8.00' },
      source_issue_id: issue.id,
      allowed_actions: ['confirm'],
    })
    expect(events).toEqual([
      `stock_issue.confirmed ${issue.number}`,
      `goods_receipt.created ${receipt.number}`,
      `stock_level.changed Slad ${here} 6`,
    ])
  })

  test('200: receipts are listed by the issue they complete; issues know no such filter', async () => {
    const { book, issue, receipt } = await sent()
    await book.received(await book.item(), '1')
    const { data } = (await book.api.get(`/goods-receipts?source_issue_id=${issue.id}`)).body
    expect(data).toMatchObject([{ id: receipt.id }])
    const refused = await book.api.get(`/stock-issues?source_issue_id=${issue.id}`)
    expect(faultsOf(refused)).toEqual(['source_issue_id unknown_field'])
  })

  test('200: the receipt is confirmed by itself, also later', async () => {
    const { book, item, receipt } = await sent()
    const early = await book.api.patch(receipts(receipt.id), { date: '2026-02-02' })
    expect(faultsOf(early), 'goods cannot arrive before they left').toEqual(['date not_allowed'])
    await book.api.patch(receipts(receipt.id), { date: '2026-02-05' })
    const events = await told(book, () => book.act(receipts(receipt.id), 'confirm'))
    expect(events).toEqual([`goods_receipt.confirmed ${receipt.number}`, `stock_level.changed Slad ${there} 4`])
    const at = `item_id=${item}&warehouse_id=${book.second}`
    expect((await book.api.get(`/stock-levels?${at}&as_of=2026-02-04`)).body.data).toMatchObject([{ quantity: '0' }])
    expect((await book.api.get(`/stock-levels?${at}&as_of=2026-02-05`)).body.data).toMatchObject([
      { quantity: '4', value: '8.00' },
    ])
  })

  test.for(['cancel', 'revert_to_draft'])('200: %s of the issue cancels the draft receipt', async action => {
    const { book, item, issue, receipt } = await sent()
    const events = await told(book, () => book.act(issues(issue.id), action))
    const name = action === 'cancel' ? 'cancelled' : 'reverted_to_draft'
    expect(events).toEqual([
      `stock_issue.${name} ${issue.number}`,
      `goods_receipt.cancelled ${receipt.number}`,
      `stock_level.changed Slad ${here} 10`,
    ])
    expect((await book.api.get(receipts(receipt.id))).body).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect(await book.level(item)).toMatchObject({ quantity: '10', value: '20.00' })
  })

  test('200: confirmed again after a revert it drafts a new receipt; the old one stays cancelled', async () => {
    const { book, issue, receipt } = await sent()
    await book.act(issues(issue.id), 'revert_to_draft')
    await book.api.patch(issues(issue.id), { date: '2026-02-10' })
    await book.act(issues(issue.id), 'confirm')
    const fresh = await receiptOf(book, issue.id)
    expect(fresh.id).not.toBe(receipt.id)
    expect(fresh).toMatchObject({ status: 'draft', date: '2026-02-10' })
    expect((await book.api.get(receipts(receipt.id))).body.status).toBe('cancelled')
    await book.act(receipts(fresh.id), 'confirm')
  })

  test.for(['cancel', 'revert_to_draft'])('409 conflict: %s of the issue once the goods arrived', async action => {
    const { book, item, issue, receipt } = await sent()
    await book.act(receipts(receipt.id), 'confirm')
    const before = await rowsOfBooks(service)
    const { body } = await book.api.post(`${issues(issue.id)}/actions/${action}`)
    const blocker = { object: 'goods_receipt', id: receipt.id, status: 'confirmed', number: receipt.number }
    expect(body).toMatchObject({ status: 409, code: 'conflict', blockers: [blocker] })
    expect(await rowsOfBooks(service)).toEqual(before)
    await book.act(receipts(receipt.id), 'revert_to_draft')
    await book.act(issues(issue.id), action)
    expect(await book.level(item)).toMatchObject({ quantity: '10', value: '20.00' })
    expect(await book.level(item, book.second)).toMatchObject({ quantity: '0', value: '0.00' })
  })

  test('409 conflict: the lines of the receipt follow the issue; only their notes are free', async () => {
    const { book, item, receipt } = await sent()
    const [line] = (await book.api.get(receipts(receipt.id))).body.lines
    const at = `${receipts(receipt.id)}/lines/${line.id}`
    const kg = { unit_code: 'kg' }
    const before = await rowsOfBooks(service)
    for (const change of [
      { quantity: '3', unit: kg },
      { issued_quantity: '0' },
      { unit_price: '1' },
      { lot_number: 'X' },
      { expiry_date: '2028-01-01' },
      { item_id: await book.item() },
    ]) {
      const reply = await book.api.patch(at, change)
      expect(reply.body.code, JSON.stringify(change)).toBe('conflict')
    }
    const added = await book.api.post(`${receipts(receipt.id)}/lines`, { item_id: item, quantity: '1', unit: kg })
    expect(added.body.code).toBe('conflict')
    expect((await rowsOfBooks(service)).filter(row => row.startsWith('stock_'))).toEqual(
      before.filter(row => row.startsWith('stock_')),
    )
    expect((await book.api.patch(at, { notes: 'poškozený obal' })).body).toMatchObject({ notes: 'poškozený obal' })
  })
})

describe('GET /stock-lots/{id}/trace', () => {
  test('200: over a transfer and a repack, back to the supplier and on to everybody who got some', async () => {
    const book = await newBook()
    const beer = await book.item({ name: 'Pivo', unit: { unit_code: 'l' }, volume_l: '1' })
    const bottle = await book.item({ name: 'Láhev', unit: { unit_code: 'pcs' }, volume_l: '0.5' })
    const supplier = await book.partner({ name: 'Pivovar' })
    const [first, second] = [await book.partner({ name: 'Hospoda' }), await book.partner({ name: 'Obchod' })]
    const { body: bought } = await book.receipt(
      [{ item: beer, quantity: '100', unit: 'l', price: '10', lot: 'ŠARŽE 7' }],
      { partner_id: supplier },
    )
    await book.act(receipts(bought.id), 'confirm')
    const lot = bought.lines[0].id
    const { body: sold } = await book.issued(beer, '10', { unit: 'l', partner_id: first })
    const { body: moved } = await book.issued(beer, '40', { unit: 'l', ...transfer(book.second) })
    const arrived = (await book.act(receipts((await receiptOf(book, moved.id)).id), 'confirm')).body
    const { body: repack } = await book.api.post('/repacks', {
      warehouse_id: book.second,
      from: [{ item_id: beer, quantity: '30', unit: { unit_code: 'l' } }],
      to: [{ item_id: bottle, quantity: '60', unit: { unit_code: 'pcs' }, lot_number: 'L7' }],
    })
    await book.act(`/repacks/${repack.id}`, 'confirm')
    const at = { warehouse_id: book.second, partner_id: second, unit: 'pcs' }
    const { body: bottled } = await book.issued(bottle, '6', at)
    const cancelled = (await book.issued(bottle, '6', { ...at, partner_id: await book.partner({ name: 'Nikdo' }) }))
      .body
    await book.act(issues(cancelled.id), 'cancel')

    const trace = (await book.api.get(lots(lot))).body
    type Step = { depth: number; document: { number: string }; quantity: string; unit: { code: string } }
    const steps = (rows: Step[]) =>
      rows.map(({ depth, document, quantity, unit }) => `${depth} ${document.number} ${quantity} ${unit.code}`)
    const { body: input } = await book.api.get(issues(repack.stock_issue_id))
    expect(trace).toMatchObject({ object: 'stock_lot_trace', lot: { id: lot, lot_number: 'ŠARŽE 7', quantity: '50' } })
    expect(steps(trace.came_from)).toEqual([`0 ${bought.number} 100 l`])
    expect(steps(trace.went_to)).toEqual([
      `0 ${sold.number} 10 l`,
      `0 ${moved.number} 40 l`,
      `1 ${input.number} 30 l`,
      `2 ${bottled.number} 6 pcs`,
    ])
    expect(trace.partners.map(({ name }: { name: string }) => name).sort()).toEqual(['Hospoda', 'Obchod'])

    const [bottleLot] = await book.lots(bottle)
    const back = (await book.api.get(lots(bottleLot!.id))).body
    const { body: output } = await book.api.get(receipts(repack.goods_receipt_id))
    expect(steps(back.came_from)).toEqual([
      `0 ${output.number} 60 pcs`,
      `1 ${arrived.number} 40 l`,
      `2 ${bought.number} 100 l`,
    ])
    expect(back.came_from[2]).toMatchObject({ lot_number: 'ŠARŽE 7', partner: { id: supplier, name: 'Pivovar' } })
    expect(back.partners).toEqual([{ id: second, name: 'Obchod' }])
  })

  test('404 not_found: of nothing, of another book, of a receipt taken back', async () => {
    const book = await newBook()
    const { body } = await book.received(await book.item(), '1')
    const lot = body.lines[0].id
    expect((await book.api.get(lots(lot))).body).toMatchObject({ went_to: [], partners: [] })
    expect((await book.live.get(lots(lot))).body.code).toBe('not_found')
    await book.act(receipts(body.id), 'cancel')
    expect((await book.api.get(lots(lot))).body.code).toBe('not_found')
    expect((await book.api.get(lots(nobody))).body.code).toBe('not_found')
  })
})
