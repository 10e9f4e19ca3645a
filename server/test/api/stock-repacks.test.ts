/** Repacks: two documents that live and die together, and the cost that goes from one into the other. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount, told } from '../support/stock.ts'

const service = useService()
const ownBook = () => stockAccount(service)
/** Of tests that look at items of their own, and change no settings. */
const newBook = shared(service, ownBook)
const pcs = { unit_code: 'pcs' }
const [receipts, issues] = [(id: string) => `/goods-receipts/${id}`, (id: string) => `/stock-issues/${id}`]
const side = (item_id: string, quantity: string, rest: object = {}) => ({ item_id, quantity, unit: pcs, ...rest })
const piece = (book: StockAccount, body: object = {}) => book.item({ unit: pcs, ...body })
const add = async (book: StockAccount, from: object[], to: object[], head: object = {}) =>
  (await book.api.post('/repacks', { warehouse_id: book.main, ...head, from, to })).body

describe('POST /repacks', () => {
  test('201: a draft issue and a draft receipt, both of purpose repack', async () => {
    const book = await ownBook()
    const [keg, bottle] = [await piece(book), await piece(book)]
    const head = { date: '2026-03-04', notes: 'stáčení', external_ref: { system: 'mes', id: 'R1' } }
    const output = side(bottle, '96', { lot_number: 'L1', expiry_date: '2027-01-01', notes: 'n' })
    const reply = await book.api.post('/repacks', {
      warehouse_id: book.main,
      ...head,
      from: [side(keg, '1')],
      to: [output],
    })
    const { body } = reply
    expect(reply.headers).toMatchObject({ location: `/api/v1/repacks/${body.id}`, etag: 'W/"1"' })
    const warehouse = { id: book.main, name: 'Hlavní sklad' }
    expect(body).toMatchObject({ object: 'repack', number: 'PB202600001', status: 'draft', warehouse, ...head })
    const half = { movement_purpose: 'repack', status: 'draft', repack_id: body.id, date: '2026-03-04', warehouse }
    const issue = (await book.api.get(issues(body.stock_issue_id))).body
    expect(issue).toMatchObject({ ...half, lines: [{ item: { id: keg }, quantity: '1' }] })
    const receipt = (await book.api.get(receipts(body.goods_receipt_id))).body
    const { item_id: _, unit: __, ...label } = output
    expect(receipt).toMatchObject({ ...half, lines: [{ item: { id: bottle }, ...label }] })
    expect((await book.api.get(`/repacks/${body.id}`)).body).toEqual(body)
    expect((await book.api.get('/repacks?status=draft')).body.data).toEqual([body])
    expect((await book.api.get('/repacks?status=confirmed')).body.data).toEqual([])
    expect((await book.api.get('/repacks?external_ref=mes:R1')).body.data).toEqual([body])
    for (const query of [
      `item_id=${keg}&date_from=2026-03-04`,
      `item_id=${bottle}&date_to=2026-03-04`,
      'search=pb2026',
    ])
      expect((await book.api.get(`/repacks?${query}`)).body.data, query).toEqual([body])
    const others = [`warehouse_id=${book.second}`, `item_id=${nobody}`, 'date_to=2026-03-03', 'search=PB2025']
    for (const query of others) expect((await book.api.get(`/repacks?${query}`)).body.data, query).toEqual([])
  })

  test('409 external_ref_conflict: a namespace of its own, and on_conflict=return', async () => {
    const book = await ownBook()
    const item = await piece(book)
    const external_ref = { system: 'mes', id: '1' }
    await book.receipt([], { external_ref })
    const first = await add(book, [side(item, '1')], [side(item, '1')], { external_ref })
    expect(first.status).toBe('draft')
    const send = (query: string, rest: object = {}) => {
      const body = { warehouse_id: book.main, from: [side(item, '2')], to: [side(item, '2')], external_ref, ...rest }
      return book.api.post(`/repacks${query}`, body)
    }
    const taken = await send('')
    expect(taken.body).toMatchObject({ code: 'external_ref_conflict', existing_id: first.id })
    expect(taken.headers.location).toBe(`/api/v1/repacks/${first.id}`)
    const before = await rowsOfBooks(service)
    const returned = await send('?on_conflict=return', { warehouse_id: nobody })
    expect([returned.status, returned.body]).toEqual([200, first])
    expect(await rowsOfBooks(service)).toEqual(before)
    expect((await book.api.get('/repacks/by-external-ref/mes/1')).body).toEqual(first)
  })

  test('422: every fault by its row or code, and no number is taken', async () => {
    const book = await newBook()
    const [item, gone] = [await piece(book), await piece(book, { is_active: false })]
    const ok = [side(item, '1')]
    const before = await rowsOfBooks(service)
    for (const [sent, fault] of [
      [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
      [{ warehouse_id: book.system }, 'system_warehouse'],
      [{ from: [] }, 'from not_allowed'],
      [{ to: [] }, 'to not_allowed'],
      [{ to: undefined }, 'to required'],
      [{ from: [...ok, side(gone, '1')] }, 'from[1].item_id invalid_reference'],
      [{ to: [side(nobody, '1')] }, 'to[0].item_id invalid_reference'],
      [{ to: [side(item, '0')] }, 'to[0].quantity not_allowed'],
      [{ to: [{ item_id: item, quantity: '1' }] }, 'to[0].unit unit_required'],
      [{ to: [side(item, '1', { unit_price: '1' })] }, 'to[0].unit_price unknown_field'],
      [{ to: [side(item, '1', { lot_id: nobody })] }, 'to[0].lot_id unknown_field'],
      [{ from: [side(item, '1', { lot_id: nobody })] }, 'from[0].lot_id invalid_reference'],
      [{ from: [side(item, '1.5')] }, 'quantity_scale'],
      [{ to: [side(item, '1', { unit: { unit_code: 'kg' } })] }, 'unit_mismatch'],
      [{ to: [side(item, '1', { unit: { unit_code: 'nic' } })] }, 'unit_not_available'],
    ] as const) {
      const reply = await book.api.post('/repacks', { warehouse_id: book.main, from: ok, to: ok, ...sent })
      expect(faultsOf(reply), JSON.stringify(sent)).toEqual([fault])
    }
    expect(await rowsOfBooks(service)).toEqual(before)
  })
})

describe('confirm', () => {
  test.for([
    ['by volume', ['0.5', '0.75'], ['3', '2'], '100.00', ['50.00', '50.00']],
    ['by quantity when one has no volume', ['0.5', null], ['3', '1'], '100.00', ['75.00', '25.00']],
    ['with the rest to the last', ['1', '1', '1'], ['1', '1', '1'], '100.00', ['33.33', '33.33', '33.34']],
    ['never more than there is', ['1', '1', '1', '1'], ['1', '1', '1', '1'], '0.02', ['0.01', '0.01', '0.00', '0.00']],
  ] as const)('200: the cost is shared %s', async ([, volumes, quantities, cost, values]) => {
    const book = await newBook()
    const keg = await piece(book)
    await book.received(keg, '1', cost, { unit: 'pcs' })
    const items: string[] = []
    for (const volume_l of volumes) items.push(await piece(book, { volume_l }))
    const outputs = items.map((item, index) => side(item, quantities[index]!))
    const { id, goods_receipt_id } = await add(book, [side(keg, '1')], outputs)
    await book.act(`/repacks/${id}`, 'confirm')
    const got = []
    for (const item of items) got.push((await book.level(item)).value)
    expect(got).toEqual(values)
    const { body } = await book.api.get(receipts(goods_receipt_id))
    expect(body).toMatchObject({ status: 'confirmed', totals: { total_cost: cost } })
  })

  test('200: confirm and cancel act on both documents and tell each level once', async () => {
    const book = await newBook()
    const keg = await piece(book, { name: 'Sud' })
    const bottle = await piece(book, { name: 'Láhev' })
    const lot = (await book.received(keg, '2', '10', { unit: 'pcs' })).body.lines[0].id
    const { id, stock_issue_id, goods_receipt_id } = await add(
      book,
      [side(keg, '2', { lot_id: lot })],
      [side(bottle, '9'), side(keg, '1')],
    )
    const number = async (path: string) => (await book.api.get(path)).body.number
    const [issue, receipt] = [await number(issues(stock_issue_id)), await number(receipts(goods_receipt_id))]
    const rehearsed = await book.api.post(`/repacks/${id}/actions/confirm?dry_run=true`)
    expect(rehearsed.body.effects).toMatchObject({
      value: '0.00',
      moves: [
        { item: { name: 'Sud' }, quantity: '-2', value: '-20.00' },
        { item: { name: 'Láhev' }, quantity: '9', value: '18.00' },
        { item: { name: 'Sud' }, quantity: '1', value: '2.00' },
      ],
    })
    const confirmed = await told(book, () => book.act(`/repacks/${id}`, 'confirm'))
    expect(confirmed.slice(0, 2)).toEqual([`stock_issue.confirmed ${issue}`, `goods_receipt.confirmed ${receipt}`])
    expect(confirmed.slice(2).sort()).toEqual([
      'stock_level.changed Láhev Hlavní sklad 9',
      'stock_level.changed Sud Hlavní sklad 1',
    ])
    const cancelled = await told(book, () => book.act(`/repacks/${id}`, 'cancel'))
    expect(cancelled.slice(0, 2).sort()).toEqual([
      `goods_receipt.cancelled ${receipt}`,
      `stock_issue.cancelled ${issue}`,
    ])
    expect(cancelled.slice(2).sort()).toEqual([
      'stock_level.changed Láhev Hlavní sklad 0',
      'stock_level.changed Sud Hlavní sklad 2',
    ])
    expect(await book.level(keg)).toMatchObject({ quantity: '2', value: '20.00' })
  })

  test('409 conflict: too little to repack, and neither half moved', async () => {
    const book = await newBook()
    const [keg, bottle] = [await piece(book), await piece(book)]
    const { id } = await add(book, [side(keg, '1')], [side(bottle, '9')])
    const before = await rowsOfBooks(service)
    const { body } = await book.api.post(`/repacks/${id}/actions/confirm`)
    expect(body).toMatchObject({ code: 'conflict', blockers: [{ item_id: keg, requested: '1', available: '0' }] })
    expect(await rowsOfBooks(service)).toEqual(before)
  })
})

describe('the pair', () => {
  async function repacked({ date = '2026-04-10', at = newBook } = {}) {
    const book = await at()
    const beer = { plato: '12', volume_l: '1' }
    const [keg, bottle] = [await piece(book, beer), await piece(book, beer)]
    await book.received(keg, '2', '10', { unit: 'pcs', date: '2026-01-01' })
    const repack = await add(book, [side(keg, '1')], [side(bottle, '9')], { date })
    return { book, keg, bottle, repack, path: `/repacks/${repack.id}` }
  }
  const halves = ({ stock_issue_id, goods_receipt_id }: Record<'stock_issue_id' | 'goods_receipt_id', string>) => [
    issues(stock_issue_id),
    receipts(goods_receipt_id),
  ]

  test('409: no half is confirmed, cancelled, reverted or edited alone', async () => {
    const { book, bottle, repack, path } = await repacked()
    for (const half of halves(repack)) {
      expect((await book.api.post(`${half}/actions/confirm`)).body.code).toBe('conflict')
      expect((await book.api.post(`${half}/lines`, side(bottle, '1'))).body.code).toBe('conflict')
      const [line] = (await book.api.get(half)).body.lines
      expect((await book.api.patch(`${half}/lines/${line.id}`, { issued_quantity: '0' })).body.code).toBe('conflict')
    }
    await book.act(path, 'confirm')
    for (const half of halves(repack)) {
      for (const action of ['cancel', 'revert_to_draft']) {
        expect((await book.api.post(`${half}/actions/${action}`)).body.code).toBe('repack_pair_cancel_required')
      }
    }
  })

  test('409 receipt_has_allocations: what came out was issued', async () => {
    const { book, bottle, path } = await repacked()
    await book.act(path, 'confirm')
    const { body: issue } = await book.issued(bottle, '1', { unit: 'pcs' })
    const before = await rowsOfBooks(service)
    expect((await book.api.post(`${path}/actions/cancel`)).body.code).toBe('receipt_has_allocations')
    expect(await rowsOfBooks(service)).toEqual(before)
    await book.act(issues(issue.id), 'cancel')
    await book.act(path, 'cancel')
  })

  test('409 inventory_locked and excise_reported bind confirm and cancel', async () => {
    const { book, path } = await repacked({ at: ownBook })
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    const isRefused = async (action: string, code: string) =>
      expect((await book.api.post(`${path}/actions/${action}`)).body.code).toBe(code)
    const filed = (is_filed: boolean) => book.apply({ excise_periods: [{ period: '2026-04', is_filed }] })
    await filed(true)
    await isRefused('confirm', 'excise_reported')
    await filed(false)
    await book.act(path, 'confirm')
    await filed(true)
    await isRefused('cancel', 'excise_reported')
    await book.act(`/inventory-counts/${count.id}`, 'start')
    await isRefused('cancel', 'inventory_locked')
  })

  test('the date of one half cannot be moved into a filed month behind the back of the repack', async () => {
    const { book, repack, path } = await repacked({ date: '2026-05-10', at: ownBook })
    await book.apply({ excise_periods: [{ period: '2026-04' }] })
    for (const half of halves(repack)) await book.api.patch(half, { date: '2026-04-30' })
    await book.api.post(`${path}/actions/confirm`)
    for (const half of halves(repack)) {
      const { date, status } = (await book.api.get(half)).body
      expect(`${status} ${date.slice(0, 7)}`).not.toBe('confirmed 2026-04')
      expect(date, 'both halves have the day of the repack').toBe('2026-05-10')
    }
  })
})
