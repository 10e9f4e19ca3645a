/** Confirm, cancel, revert_to_draft: what they move, what they say, what forbids them, and that a refusal moves nothing. */
import { describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'
import { shared } from '../support/shared.ts'
import { rowsOfBooks, type StockAccount, stockAccount, told } from '../support/stock.ts'

const service = useService()
const ownBook = () => stockAccount(service)
/** Of tests that look at items of their own, and change no settings. */
const newBook = shared(service, ownBook)
const receipts = (id: string) => `/goods-receipts/${id}`
const issues = (id: string) => `/stock-issues/${id}`
const [here, there] = ['Hlavní sklad', 'Druhý sklad']

type Asked = readonly (readonly [path: string, actions: readonly string[]])[]

/** Asks for what must be refused, and holds that every row of every book is as it was. */
async function refusals(book: StockAccount, asked: Asked): Promise<Reply['body'][]> {
  const before = await rowsOfBooks(service)
  const bodies = []
  for (const [path, actions] of asked) {
    for (const action of actions) {
      const { body } = await book.api.post(`${path}/actions/${action}`)
      expect(body.status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
      bodies.push(body)
    }
  }
  expect(await rowsOfBooks(service), 'one of them left a trace').toEqual(before)
  return bodies
}

const refused = async (book: StockAccount, path: string, action: string) =>
  (await refusals(book, [[path, [action]]]))[0]
const codesOf = (bodies: { code: string }[]): string[] => [...new Set(bodies.map(({ code }) => code))]

describe('a receipt', () => {
  test('200: confirm, revert_to_draft, confirm, cancel, each told once per item', async () => {
    const book = await newBook()
    const [malt, hops] = [await book.item({ name: 'Slad' }), await book.item({ name: 'Chmel' })]
    const lines = [malt, hops, malt].map((item, index) => ({ item, quantity: `${index + 1}`, price: '10' }))
    const { body } = await book.receipt(lines)
    const { number, id } = body
    const act = (key: string) => told(book, () => book.act(receipts(id), key))
    const levels = (sladNow: string, chmelNow: string) => [
      `stock_level.changed Slad ${here} ${sladNow}`,
      `stock_level.changed Chmel ${here} ${chmelNow}`,
    ]
    expect(await act('confirm')).toEqual([`goods_receipt.confirmed ${number}`, ...levels('4', '2')])
    expect(await book.level(malt)).toEqual({ quantity: '4', reserved: '0', available: '4', value: '40.00' })
    expect(await act('revert_to_draft')).toEqual([`goods_receipt.reverted_to_draft ${number}`, ...levels('0', '0')])
    expect((await book.api.get(receipts(id))).body).toMatchObject({ status: 'draft', totals: { total_cost: '60.00' } })
    expect(await book.lots(malt, '&include_empty=true')).toEqual([])
    expect(await act('confirm')).toEqual([`goods_receipt.confirmed ${number}`, ...levels('4', '2')])
    expect(await act('cancel')).toEqual([`goods_receipt.cancelled ${number}`, ...levels('0', '0')])
    expect((await book.api.get(receipts(id))).body).toMatchObject({ status: 'cancelled', allowed_actions: [] })
    expect(await book.level(hops)).toMatchObject({ quantity: '0', value: '0.00' })
  })

  test('200: a line becomes a layer with its label, expiry, price and supplier; without a price it costs 0', async () => {
    const book = await newBook()
    const malt = await book.item()
    const partner_id = await book.partner({ name: 'Sladovna' })
    const label = 'L1 "A", {B} \\ null'
    const words = { item: malt, quantity: '3', price: '0.333333', lot: label, expiry: '2027-06-30' }
    const { body } = await book.receipt([words, { item: malt, quantity: '2' }], { partner_id, date: '2026-03-01' })
    const confirmed = (await book.act(receipts(body.id), 'confirm')).body
    expect(confirmed.totals.total_cost).toBe('1.00')
    const lots = (await book.api.get(`/stock-levels/lots?item_id=${malt}`)).body.data
    const receipt = { id: body.id, code: body.number, date: '2026-03-01' }
    const own = { lot_number: label, expiry_date: '2027-06-30', unit_price: '0.333333', supplier_name: 'Sladovna' }
    expect(lots.toReversed()).toMatchObject([
      { id: body.lines[0].id, quantity: '3', received_quantity: '3', receipt, warehouse_id: book.main, ...own },
      { id: body.lines[1].id, quantity: '2', lot_number: null, expiry_date: null, unit_price: '0', receipt },
    ])
    expect(await book.level(malt)).toMatchObject({ quantity: '5', value: '1.00' })
  })

  test.for([
    ['by value', ['100', '50', '0'], '10.00', ['106.67', '53.33', '0.00']],
    ['the odd haléř to whoever lost most', ['1', '1', '1'], '1.00', ['1.34', '1.33', '1.33']],
    ['by quantity when nothing has a value', ['0', '0', '0'], '0.05', ['0.02', '0.02', '0.01']],
  ] as const)(
    '200: additional_cost is spread %s, and the layers sum to the total',
    async ([, prices, extra, values]) => {
      const book = await newBook()
      const items = []
      for (const price of prices) items.push({ item: await book.item(), quantity: '1', price })
      const { body } = await book.receipt(items, { additional_cost: extra })
      const total = values.reduce((sum, value) => sum + Math.round(Number(value) * 100), 0)
      const totals = { additional_cost: extra, total_cost: (total / 100).toFixed(2) }
      expect(body.totals, 'a draft shows what it will be worth').toEqual(totals)
      expect((await book.act(receipts(body.id), 'confirm')).body.totals).toEqual(totals)
      const got = []
      for (const { item } of items) got.push((await book.level(item)).value)
      expect(got).toEqual(values)
    },
  )

  test('200: additional_cost changes with the draft', async () => {
    const book = await newBook()
    const { body } = await book.receipt([{ item: await book.item(), quantity: '2', price: '5' }])
    const patched = await book.api.patch(receipts(body.id), { additional_cost: '2.50' })
    expect(patched.body.totals).toEqual({ additional_cost: '2.50', total_cost: '12.50' })
    expect((await book.api.patch(receipts(body.id), { additional_cost: '2.5' })).headers.etag).toBe(
      patched.headers.etag,
    )
    expect((await book.act(receipts(body.id), 'confirm')).body.totals.total_cost).toBe('12.50')
  })

  test('422 not_allowed: no more comes to what is there than a figure of 18 digits can show', async () => {
    const book = await newBook()
    const malt = await book.item({ unit: { unit_code: 'kg' } })
    await book.received(malt, '999999999999999999', '0')
    const one = await book.receipt([{ item: malt, quantity: '1' }])
    const { code, errors } = await refused(book, receipts(one.body.id), 'confirm')
    expect([code, errors[0]]).toMatchObject(['validation_failed', { field: 'lines', code: 'not_allowed' }])
  })

  test('409 receipt_has_allocations: until the issue is taken back', async () => {
    const book = await newBook()
    const [malt, hops] = [await book.item(), await book.item()]
    const { body } = await book.receipt([malt, hops].map(item => ({ item, quantity: '5', price: '1' })))
    await book.act(receipts(body.id), 'confirm')
    const { body: issue } = await book.issued(hops, '0.001')
    const asked: Asked = [[receipts(body.id), ['cancel', 'revert_to_draft']]]
    expect(codesOf(await refusals(book, asked))).toEqual(['receipt_has_allocations'])
    await book.act(issues(issue.id), 'revert_to_draft')
    await book.act(receipts(body.id), 'cancel')
    expect(await book.level(hops)).toMatchObject({ quantity: '0', value: '0.00' })
  })
})

describe('an issue', () => {
  test('200: confirm, revert_to_draft, confirm, cancel, each told once per item', async () => {
    const book = await newBook()
    const malt = await book.item({ name: 'Slad' })
    await book.received(malt, '10', '3')
    const { body } = await book.issue([
      { item: malt, quantity: '4' },
      { item: malt, quantity: '1' },
    ])
    expect(body.totals.total_cost).toBe('0.00')
    const act = (key: string) => told(book, () => book.act(issues(body.id), key))
    const level = (now: string) => `stock_level.changed Slad ${here} ${now}`
    expect(await act('confirm')).toEqual([`stock_issue.confirmed ${body.number}`, level('5')])
    expect((await book.api.get(issues(body.id))).body).toMatchObject({
      totals: { total_cost: '15.00' },
      lines: [{ unit_price: '3' }, { unit_price: '3' }],
    })
    expect(await act('revert_to_draft')).toEqual([`stock_issue.reverted_to_draft ${body.number}`, level('10')])
    expect((await book.api.get(issues(body.id))).body).toMatchObject({
      totals: { total_cost: '0.00' },
      lines: [{ unit_price: null }, { unit_price: null }],
    })
    expect((await book.api.get(`${issues(body.id)}/allocations`)).body.data).toEqual([])
    expect(await act('confirm')).toEqual([`stock_issue.confirmed ${body.number}`, level('5')])
    expect(await act('cancel')).toEqual([`stock_issue.cancelled ${body.number}`, level('10')])
    expect(await book.level(malt)).toMatchObject({ quantity: '10', value: '30.00' })
  })

  test('200: lot_id takes exactly that layer, before a FIFO line of the same document', async () => {
    const book = await newBook()
    const malt = await book.item()
    const layer = async (price: string, lot?: string) => {
      const { body: receipt } = await book.receipt([{ item: malt, quantity: '10', price, ...(lot && { lot }) }])
      return (await book.act(receipts(receipt.id), 'confirm')).body.lines[0].id
    }
    const [first, second, third] = [await layer('1'), await layer('2'), await layer('3', 'L-3')]
    const { body } = await book.issue([
      { item: malt, quantity: '12' },
      { item: malt, quantity: '10', lotId: first },
      { item: malt, quantity: '4', lotId: third },
    ])
    const confirmed = (await book.act(issues(body.id), 'confirm')).body
    const [fifo, named, last] = confirmed.lines.map(({ id }: { id: string }) => id)
    const taken = (await book.api.get(`${issues(body.id)}/allocations`)).body.data
    expect(taken).toMatchObject([
      { line_id: fifo, lot_id: second, lot_number: null, quantity: '10', value: '20.00' },
      { line_id: fifo, lot_id: third, lot_number: 'L-3', quantity: '2', value: '6.00' },
      { line_id: named, lot_id: first, quantity: '10', value: '10.00' },
      { line_id: last, lot_id: third, quantity: '4', value: '12.00' },
    ])
    expect(confirmed).toMatchObject({ totals: { total_cost: '48.00' }, lines: [{ unit_price: '2.166667' }, {}, {}] })
    expect(await book.lots(malt)).toMatchObject([{ id: third, quantity: '4' }])
  })

  test('409 conflict: a named layer that is too small, though others have enough', async () => {
    const book = await newBook()
    const malt = await book.item()
    const lot = (await book.received(malt, '5')).body.lines[0].id
    await book.received(malt, '100')
    const { body } = await book.issue([{ item: malt, quantity: '6', lotId: lot }])
    const { code, blockers } = await refused(book, issues(body.id), 'confirm')
    expect({ code, blockers }).toMatchObject({ code: 'conflict', blockers: [{ requested: '6', available: '5' }] })
  })

  test('409 conflict: a named layer whose receipt was taken back meanwhile', async () => {
    const book = await newBook()
    const malt = await book.item()
    const { body: receipt } = await book.received(malt, '5')
    await book.received(malt, '5')
    const { body } = await book.issue([{ item: malt, quantity: '1', lotId: receipt.lines[0].id }])
    await book.act(receipts(receipt.id), 'revert_to_draft')
    const { code, blockers } = await refused(book, issues(body.id), 'confirm')
    expect({ code, blockers }).toMatchObject({ code: 'conflict', blockers: [{ requested: '1', available: '0' }] })
  })

  test('409 conflict: too little, every short line named, and nothing changed', async () => {
    const book = await newBook()
    const [malt, hops, sugar] = [await book.item(), await book.item(), await book.item()]
    await book.received(malt, '5')
    await book.received(hops, '5')
    const lines = [malt, hops, malt, sugar].map(item => ({ item, quantity: '3' }))
    const { body } = await book.issue(lines)
    const answer = await refused(book, issues(body.id), 'confirm')
    const unit = { code: 'kg' }
    expect(answer.blockers).toMatchObject([
      { line_id: body.lines[2].id, item_id: malt, requested: '3', available: '2', unit },
      { line_id: body.lines[3].id, item_id: sugar, requested: '3', available: '0', unit },
    ])
    expect(answer.blockers).toHaveLength(2)
    const next = (await book.issue([])).body.number
    expect(Number(next.slice(-5)), 'no number was lost').toBe(Number(body.number.slice(-5)) + 1)
  })
})

describe('locks', () => {
  const beer: object = { name: 'Ležák', plato: '12.4', volume_l: '1' }

  /** A document that could be confirmed and one that could be taken back, of each family, all on one day. */
  async function documents(book: StockAccount, date: string, { of = beer, at = book.main } = {}) {
    const item = await book.item(of)
    await book.received(item, '10', '1', { date: '2026-01-01', warehouse_id: at })
    const head = { date, warehouse_id: at }
    const [receipt, issue] = [
      await book.receipt([{ item, quantity: '1' }], head),
      await book.issue([{ item, quantity: '1' }], head),
    ]
    return [
      [receipts(receipt.body.id), ['confirm']],
      [issues(issue.body.id), ['confirm']],
      [receipts((await book.received(item, '1', '1', head)).body.id), ['cancel', 'revert_to_draft']],
      [issues((await book.issued(item, '1', head)).body.id), ['cancel', 'revert_to_draft']],
    ] as const
  }

  test('409 excise_reported: no beer moves up to the end of a filed month; later, elsewhere, and malt do', async () => {
    const book = await ownBook()
    await book.apply({ warehouses: [{ code: 'SECOND', name: 'Prodejna', is_excise_relevant: false }] })
    const inside = [...(await documents(book, '2026-04-30')), ...(await documents(book, '2026-02-01'))]
    const beside = [
      ...(await documents(book, '2026-05-01')),
      ...(await documents(book, '2026-04-30', { at: book.second })),
      ...(await documents(book, '2026-04-30', { of: { ...beer, plato: null } })),
      ...(await documents(book, '2026-04-30', { of: { ...beer, volume_l: null } })),
      ...(await documents(book, '2026-04-30', { of: { ...beer, abv: '0.5' } })),
    ]
    await book.apply({ excise_periods: [{ period: '2026-04' }] })
    expect(codesOf(await refusals(book, inside))).toEqual(['excise_reported'])
    for (const [path, actions] of beside) await book.act(path, actions[0])
    await book.apply({ excise_periods: [{ period: '2026-04', is_filed: false }] })
    for (const [path, actions] of inside) await book.act(path, actions[0])
  })

  test('409 inventory_locked: nothing moves in a counted warehouse; the other one does', async () => {
    const book = await ownBook()
    const item = await book.item()
    const elsewhere = (await book.receipt([{ item, quantity: '1' }], { warehouse_id: book.second })).body
    const locked = await documents(book, '2026-04-01')
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    expect(codesOf(await refusals(book, locked))).toEqual(['inventory_locked'])
    await book.act(receipts(elsewhere.id), 'confirm')
    await book.act(`/inventory-counts/${count.id}`, 'cancel')
    for (const [path, actions] of locked) await book.act(path, actions[0])
  })

  test('422 no_lines: for both families', async () => {
    const book = await newBook()
    const receipt = receipts((await book.receipt([])).body.id)
    const issue = issues((await book.issue([])).body.id)
    const asked = [receipt, issue].map(path => [path, ['confirm']] as const)
    expect(codesOf(await refusals(book, asked))).toEqual(['no_lines'])
  })
})

describe('tried and repeated', () => {
  test('200: dry_run shows allocations, levels and events, and changes nothing', async () => {
    const book = await newBook()
    const malt = await book.item({ name: 'Slad' })
    const lot = (await book.received(malt, '10', '3')).body.lines[0].id
    const { body } = await book.issue([{ item: malt, quantity: '4' }])
    const before = await rowsOfBooks(service)
    const reply = await book.api.post(`${issues(body.id)}/actions/confirm?dry_run=true`)
    expect(reply.status).toBe(200)
    const level = {
      object: 'stock_level',
      quantity: '6',
      value: '18.00',
      item: { id: malt },
      warehouse: { name: here },
    }
    expect(reply.body).toMatchObject({
      dry_run: true,
      status: 'confirmed',
      totals: { total_cost: '12.00' },
      events: [{ type: 'stock_issue.confirmed' }, { type: 'stock_level.changed', data: { object: level } }],
    })
    const line_id = body.lines[0].id
    const allocation = { line_id, lot_id: lot, lot_number: null, quantity: '4', unit_price: '3', value: '12.00' }
    expect(reply.body.effects).toMatchObject({ allocations: [allocation], levels: [level] })
    expect(await rowsOfBooks(service)).toEqual(before)
    const { body: receipt } = await book.receipt([{ item: malt, quantity: '1', price: '7' }])
    const dryRun = await book.api.post(`${receipts(receipt.id)}/actions/confirm?dry_run=true`)
    expect(dryRun.body.effects).toMatchObject({ allocations: [], levels: [{ quantity: '11', value: '37.00' }] })
    expect((await book.api.get(issues(body.id))).body.status).toBe('draft')
  })

  test('200: a confirm with an Idempotency-Key is carried out once and answered twice', async () => {
    const book = await newBook()
    const malt = await book.item()
    await book.received(malt, '10')
    const { body } = await book.issue([{ item: malt, quantity: '4' }])
    const headers = { 'idempotency-key': `confirm-${body.id}`, 'if-match': 'W/"1"' }
    const send = () => book.api.post(`${issues(body.id)}/actions/confirm`, undefined, { headers })
    const first = await send()
    const before = await rowsOfBooks(service)
    const again = await send()
    expect([again.status, again.text, again.headers.etag]).toEqual([200, first.text, first.headers.etag])
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(await rowsOfBooks(service)).toEqual(before)
    expect(await book.level(malt)).toMatchObject({ quantity: '6' })
    expect((await book.api.post(`${issues(body.id)}/actions/confirm`)).body.code).toBe('invalid_transition')
  })

  test('a refused confirm frees its Idempotency-Key', async () => {
    const book = await newBook()
    const malt = await book.item()
    const { body } = await book.issue([{ item: malt, quantity: '4' }])
    const headers = { 'idempotency-key': `confirm-${body.id}` }
    const send = () => book.api.post(`${issues(body.id)}/actions/confirm`, undefined, { headers })
    expect((await send()).body.code).toBe('conflict')
    await book.received(malt, '4')
    expect((await send()).body).toMatchObject({ status: 'confirmed' })
  })
})

describe('what stock binds', () => {
  test('an item on a stock document, even a draft, keeps its unit', async () => {
    const book = await newBook()
    const malt = await book.item()
    expect((await book.api.patch(`/items/${malt}`, { unit: { unit_code: 'g' } })).status).toBe(200)
    await book.receipt([{ item: malt, quantity: '1', unit: 'g' }])
    const reply = await book.api.patch(`/items/${malt}`, { unit: { unit_code: 'kg' } })
    expect(reply.body).toMatchObject({ status: 409, code: 'conflict' })
    expect((await book.api.get(`/items/${malt}`)).body.unit.code).toBe('g')
  })

  test('a warehouse with stock, a draft or a running count cannot be taken out of use', async () => {
    const book = await ownBook()
    const malt = await book.item()
    const { refuse, accept } = await settingsOf(service, book.tenant)
    const wanted = { warehouses: [{ code: 'SECOND', name: there, is_active: false }] }
    const isRefused = async () =>
      expect(await refuse(wanted)).toEqual([
        'warehouses SECOND: It holds stock, open documents, open batches or a running count.',
      ])
    const at = { warehouse_id: book.second }
    const { body: draft } = await book.receipt([{ item: malt, quantity: '1' }], at)
    await isRefused()
    await book.act(receipts(draft.id), 'confirm')
    await isRefused()
    await book.act(receipts(draft.id), 'cancel')
    const { body: count } = await book.api.post('/inventory-counts', at)
    await book.act(`/inventory-counts/${count.id}`, 'start')
    await isRefused()
    await book.act(`/inventory-counts/${count.id}`, 'cancel')
    await accept(wanted)
    expect((await book.receipt([], at)).body.errors).toMatchObject([
      { field: 'warehouse_id', code: 'invalid_reference' },
    ])
  })
})
