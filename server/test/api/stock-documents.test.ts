/** Receipts and issues as drafts: what a body may say, what is refused, how drafts are found and changed. */
import { beforeAll, describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import type { Reply } from '../support/client.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount } from '../support/stock.ts'

const service = useService()
const kg = { unit_code: 'kg' }
const families = [
  { path: '/goods-receipts', object: 'goods_receipt', type: 'receipt', purpose: 'purchase', prefix: 'PR' },
  { path: '/stock-issues', object: 'stock_issue', type: 'issue', purpose: 'sale', prefix: 'VY' },
] as const

let book: StockAccount
let malt: string
let partner: string
/** What cannot be used: by the field that names it. */
const bad = { item: '', service: '', partner: '', warehouse: '', foreign: '', foreignItem: '' }

beforeAll(async () => {
  book = await stockAccount(service)
  malt = await book.item()
  partner = await book.partner()
  bad.item = await book.item({ name: 'Vyřazená', is_active: false })
  bad.service = await book.item({ name: 'Doprava', item_type: 'service' })
  bad.partner = await book.partner({ name: 'Zrušený', is_active: false })
  await book.apply({ warehouses: [{ code: 'OLD', name: 'Starý sklad', is_active: false }] })
  const rows = (await book.api.get('/warehouses?limit=200')).body.data
  bad.warehouse = rows.find(({ code }: { code: string }) => code === 'OLD').id
  bad.foreign = (await book.live.get('/warehouses?limit=1')).body.data[0].id
  bad.foreignItem = (await book.live.post('/items', { name: 'Slad', unit: kg })).body.id
})

const line = (rest: object = {}) => ({ item_id: malt, quantity: '1', unit: kg, ...rest })
const without = (body: object, name: string) => Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
const create = (path: string, head: object = {}, lines: object[] = []): Promise<Reply> =>
  book.api.post(path, { warehouse_id: book.main, ...head, lines })

describe.each(families)('POST $path', ({ path, object, type, purpose, prefix }) => {
  test('201: the least a document has, with its defaults', async () => {
    const reply = await book.api.post(path, { warehouse_id: book.main })
    const { body } = reply
    expect(body).toMatchObject({
      object,
      movement_type: type,
      movement_purpose: purpose,
      status: 'draft',
      date: dayIn('Europe/Prague', service.clock()),
      warehouse: { id: book.main, name: 'Hlavní sklad' },
      totals: { additional_cost: '0.00', total_cost: '0.00' },
      lines: [],
      allowed_actions: ['confirm'],
      livemode: false,
    })
    const empty = ['target_warehouse', 'partner', 'order_id', 'batch_id', 'repack_id', 'notes', 'external_ref']
    for (const name of empty) expect(body[name], name).toBeNull()
    expect(body.number).toMatch(new RegExp(`^${prefix}${body.date.slice(0, 4)}\\d{5}$`))
    expect(reply.headers).toMatchObject({ location: `/api/v1${path}/${body.id}`, etag: 'W/"1"' })
    const read = await book.api.get(`${path}/${body.id}`)
    expect(read.body).toEqual(body)
    expect(read.headers.etag).toBe('W/"1"')
  })

  test('201: all fields come back as they were sent', async () => {
    const head = { movement_purpose: 'waste', date: '2026-02-28', notes: 'ž'.repeat(4000) }
    const label = { lot_number: 'L'.repeat(120), expiry_date: '2027-01-31' }
    const sent = { unit_price: '12.345678', ...label, notes: 'n'.repeat(2000) }
    const { body } = await create(path, { ...head, partner_id: partner.toUpperCase() }, [line(sent), line()])
    expect(body).toMatchObject({ ...head, partner: { id: partner, name: 'Odběratel' } })
    const item = { id: malt, name: 'Slad' }
    expect(body.lines).toMatchObject([
      { object: 'stock_line', item, quantity: '1', issued_quantity: '1', unit: { code: 'kg' }, lot_id: null, ...sent },
      { item, unit_price: null, lot_number: null, expiry_date: null, notes: null },
    ])
    expect((await book.api.get(`${path}/${body.id}`)).body).toEqual(body)
  })

  test('422 validation_failed: 501 lines, and 409 conflict for one added to 500', async () => {
    const lines = Array.from({ length: 500 }, () => line())
    const full = await create(path, {}, lines)
    expect(full.body.lines).toHaveLength(500)
    expect(faultsOf(await create(path, {}, [...lines, line()]))).toEqual(['lines not_allowed'])
    expect((await book.api.post(`${path}/${full.body.id}/lines`, line())).body.code).toBe('conflict')
  })

  const heads = (): [object, string][] => [
    [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
    [{ warehouse_id: bad.warehouse }, 'warehouse_id invalid_reference'],
    [{ warehouse_id: bad.foreign }, 'warehouse_id invalid_reference'],
    [{ warehouse_id: 'MAIN' }, 'warehouse_id invalid_reference'],
    [{ warehouse_id: undefined }, 'warehouse_id required'],
    [{ warehouse_id: book.system }, 'system_warehouse'],
    [{ target_warehouse_id: book.second }, 'target_warehouse_id unexpected_field'],
    [{ partner_id: nobody }, 'partner_id invalid_reference'],
    [{ partner_id: bad.partner }, 'partner_id invalid_reference'],
    [{ batch_id: nobody }, 'batch_id invalid_reference'],
    [{ movement_purpose: 'gift' }, 'movement_purpose not_allowed'],
    [{ date: '2026-02-29' }, 'date not_allowed'],
    [{ date: '28.2.2026' }, 'date not_allowed'],
    [{ notes: 'n'.repeat(4001) }, 'notes not_allowed'],
    [{ external_ref: { system: 'E', id: '1' } }, 'external_ref.system not_allowed'],
    [{ status: 'confirmed' }, 'status unknown_field'],
    [{ number: 'PR1' }, 'number unknown_field'],
  ]
  test('422: every fault of the head by its row', async () => {
    for (const [sent, fault] of heads()) expect(faultsOf(await create(path, sent)), fault).toEqual([fault])
    const several = { warehouse_id: nobody, partner_id: nobody, batch_id: nobody }
    expect(faultsOf(await create(path, several))).toEqual(
      Object.keys(several)
        .map(name => `${name} invalid_reference`)
        .sort(),
    )
  })

  const lines = (): [object, string][] => [
    [line({ item_id: nobody }), 'item_id invalid_reference'],
    [line({ item_id: bad.item }), 'item_id invalid_reference'],
    [line({ item_id: bad.service }), 'item_id invalid_reference'],
    [line({ item_id: bad.foreignItem }), 'item_id invalid_reference'],
    [without(line(), 'item_id'), 'item_id required'],
    [without(line(), 'quantity'), 'quantity required'],
    [without(line(), 'unit'), 'unit unit_required'],
    [line({ unit: {} }), 'unit exactly_one_of'],
    [line({ unit: { unit_id: nobody, unit_code: 'kg' } }), 'unit exactly_one_of'],
    ...['0', '-1', 1, '1e3', '+1', '.5', '', null].map((quantity): [object, string] => [
      line({ quantity }),
      'quantity not_allowed',
    ]),
    ...['1.1234567', '-1', 5].map((unit_price): [object, string] => [line({ unit_price }), 'unit_price not_allowed']),
    [line({ lot_number: 'L'.repeat(121) }), 'lot_number not_allowed'],
    [line({ notes: 'n'.repeat(2001) }), 'notes not_allowed'],
    [line({ expiry_date: '2027-02-30' }), 'expiry_date not_allowed'],
    [line({ issued_quantity: '1' }), 'issued_quantity unknown_field'],
  ]
  test('422: every fault of a line by its row, in a create and alone', async () => {
    const { body } = await create(path)
    for (const [sent, fault] of lines()) {
      expect(faultsOf(await create(path, {}, [line(), sent])), fault).toEqual([`lines[1].${fault}`])
      expect(faultsOf(await book.api.post(`${path}/${body.id}/lines`, sent)), fault).toEqual([fault])
    }
    const both = await create(path, {}, [line({ item_id: nobody }), line(), line({ item_id: bad.item })])
    expect(faultsOf(both)).toEqual(['lines[0].item_id invalid_reference', 'lines[2].item_id invalid_reference'])
  })

  test('422 unit_mismatch, unit_not_available and quantity_scale name the field', async () => {
    const { body } = await create(path)
    const pieces = await book.item({ name: 'Kus', unit: { unit_code: 'pcs' } })
    for (const [sent, code, name] of [
      [line({ unit: { unit_code: 'g' } }), 'unit_mismatch', 'unit'],
      [line({ unit: { unit_code: 'nic' } }), 'unit_not_available', 'unit'],
      [line({ unit: { unit_id: nobody } }), 'unit_not_available', 'unit'],
      [line({ quantity: '1.0001' }), 'quantity_scale', 'quantity'],
      [line({ item_id: pieces, unit: { unit_code: 'pcs' }, quantity: '1.5' }), 'quantity_scale', 'quantity'],
    ] as const) {
      const inCreate = await create(path, {}, [line(), sent])
      expect(inCreate.body).toMatchObject({ status: 422, code, field: `lines[1].${name}` })
      const alone = await book.api.post(`${path}/${body.id}/lines`, sent)
      expect(alone.body).toMatchObject({ status: 422, code, field: name })
      if (code === 'unit_mismatch') expect(alone.body.expected_unit).toMatchObject({ code: 'kg', dimension: 'weight' })
    }
    const byId = (await create(path, {}, [line({ quantity: '1.5000' })])).body.lines[0]
    expect(byId.quantity).toBe('1.5')
    expect((await create(path, {}, [line({ unit: { unit_id: byId.unit.id } })])).status).toBe(201)
  })

  test('no refusal takes a number or leaves a row', async () => {
    const { body: first } = await create(path, { date: '2024-05-05' })
    const before = await rowsOfBooks(service)
    await create(path, { date: '2024-05-05', partner_id: nobody })
    await create(path, { date: '2024-05-05' }, [line({ unit: { unit_code: 'g' } })])
    await create(`${path}?dry_run=true`, { date: '2024-05-05' })
    expect(await rowsOfBooks(service)).toEqual(before)
    expect(first.number).toBe(`${prefix}202400001`)
    expect((await create(path, { date: '2024-12-31' })).body.number).toBe(`${prefix}202400002`)
    expect((await create(path, { date: '2025-01-01' })).body.number).toBe(`${prefix}202500001`)
  })
})

test('201: without a date it is the day of the tenant, not that of the server', async () => {
  const later = await stockAccount(service)
  const tenPm = 22 * 3_600_000
  const now = service.clock()
  const ahead = ((tenPm + 86_400_000 - (now % 86_400_000)) % 86_400_000) + 90 * 60_000
  await advanceSandbox(later.api, ahead)
  const [inPrague, inUtc] = ['Europe/Prague', 'UTC'].map(zone => dayIn(zone, now + ahead))
  expect(inPrague).not.toBe(inUtc)
  expect((await later.receipt([])).body.date).toBe(inPrague)
})

describe('what only one family knows', () => {
  test('422: order_id and lot_id on a receipt, additional_cost on an issue', async () => {
    expect(faultsOf(await create('/goods-receipts', { order_id: nobody }))).toEqual(['order_id unknown_field'])
    const named = await create('/goods-receipts', {}, [line({ lot_id: nobody })])
    expect(faultsOf(named)).toEqual(['lines[0].lot_id unknown_field'])
    expect(faultsOf(await create('/stock-issues', { additional_cost: '1' }))).toEqual(['additional_cost unknown_field'])
    for (const additional_cost of ['0.001', '-1', 5, null]) {
      expect(faultsOf(await create('/goods-receipts', { additional_cost }))).toEqual(['additional_cost not_allowed'])
    }
  })

  test('422 not_allowed: a worth that no answer could carry', async () => {
    const most = '9'.repeat(18)
    const priced = [line({ quantity: most, unit_price: most })]
    expect(faultsOf(await create('/goods-receipts', {}, priced))).toEqual(['lines not_allowed'])
    const { body } = await create('/goods-receipts', {}, [line({ quantity: most, unit_price: '1' })])
    expect(body.totals.total_cost).toBe(`${most}.00`)
    const added = await book.api.post(`/goods-receipts/${body.id}/lines`, line({ unit_price: '1' }))
    expect(faultsOf(added)).toEqual(['lines not_allowed'])
    expect(faultsOf(await book.api.patch(`/goods-receipts/${body.id}`, { additional_cost: '1' }))).toHaveLength(1)
  })

  test('422 invalid_reference: order_id of no order', async () => {
    expect(faultsOf(await create('/stock-issues', { order_id: nobody }))).toEqual(['order_id invalid_reference'])
  })

  test('422: a transfer has a destination, known but not yet judged', async () => {
    const transfer = { movement_purpose: 'transfer' }
    const send = (rest: object) => create('/stock-issues', { ...transfer, ...rest })
    expect(faultsOf(await send({}))).toEqual(['target_warehouse_id required'])
    expect(faultsOf(await send({ target_warehouse_id: null }))).toEqual(['target_warehouse_id required'])
    expect(faultsOf(await send({ target_warehouse_id: nobody }))).toEqual(['target_warehouse_id invalid_reference'])
    const { body } = await send({ target_warehouse_id: book.second })
    expect(body).toMatchObject({ target_warehouse: { id: book.second, name: 'Druhý sklad' } })
    for (const id of [book.system, bad.warehouse, book.main]) {
      expect((await send({ target_warehouse_id: id })).status).toBe(201)
    }
    const receipt = await create('/goods-receipts', { ...transfer, target_warehouse_id: book.second })
    expect(faultsOf(receipt)).toEqual(['target_warehouse_id unexpected_field'])
    const patched = await book.api.patch(`/stock-issues/${body.id}`, { target_warehouse_id: null })
    expect(faultsOf(patched)).toEqual(['target_warehouse_id required'])
  })

  test('422 invalid_reference: lot_id of another item, of another warehouse, of nothing', async () => {
    const other = await book.item({ name: 'Chmel' })
    const here = (await book.received(malt, '5')).body.lines[0].id
    const ofOther = (await book.received(other, '5')).body.lines[0].id
    const there = (await book.received(malt, '5', '1', { warehouse_id: book.second })).body.lines[0].id
    for (const lot_id of [ofOther, there, nobody, 'A1']) {
      const reply = await create('/stock-issues', {}, [line(), line({ lot_id })])
      expect(faultsOf(reply)).toEqual(['lines[1].lot_id invalid_reference'])
    }
    const { body } = await create('/stock-issues', {}, [line({ lot_id: here })])
    expect(body.lines[0].lot_id).toBe(here)
    const path = `/stock-issues/${body.id}/lines/${body.lines[0].id}`
    expect(faultsOf(await book.api.patch(path, { lot_id: there }))).toEqual(['lot_id invalid_reference'])
    expect(faultsOf(await book.api.patch(path, { item_id: other }))).toEqual(['lot_id invalid_reference'])
    expect((await book.api.patch(path, { lot_id: null, item_id: other })).body).toMatchObject({ lot_id: null })
  })
})

describe('external_ref', () => {
  test('409 external_ref_conflict: one namespace for both families, told with the real place', async () => {
    const ref = { system: 'wms', id: 'D/1 é' }
    const { body: receipt } = await create('/goods-receipts', { external_ref: ref, notes: 'first' })
    expect(receipt.external_ref).toEqual(ref)
    const place = `/api/v1/goods-receipts/${receipt.id}`
    for (const path of ['/goods-receipts', '/stock-issues', '/stock-issues?on_conflict=return']) {
      const reply = await create(path, { external_ref: ref })
      expect(reply.body, path).toMatchObject({ status: 409, code: 'external_ref_conflict', existing_id: receipt.id })
      expect(reply.headers.location).toBe(place)
    }
    const before = await rowsOfBooks(service)
    const late = { external_ref: ref, partner_id: nobody, notes: 'second' }
    const returned = await create('/goods-receipts?on_conflict=return', late)
    expect(returned.status).toBe(200)
    expect(returned.body).toEqual(receipt)
    expect(returned.headers).toMatchObject({ location: place, etag: 'W/"1"' })
    expect(await rowsOfBooks(service)).toEqual(before)
    expect((await create('/goods-receipts', { external_ref: { ...ref, id: 'd/1 é' } })).status).toBe(201)
    expect(faultsOf(await create('/goods-receipts?on_conflict=keep'))).toEqual(['on_conflict not_allowed'])
  })

  test('404 not_found: an id or a reference of one family read through the other', async () => {
    const { body: issue } = await create('/stock-issues', { external_ref: { system: 'wms', id: 'I 1' } }, [line()])
    expect((await book.api.get('/stock-issues/by-external-ref/wms/I%201')).body).toEqual(issue)
    const lineId = issue.lines[0].id
    for (const reply of [
      await book.api.get('/goods-receipts/by-external-ref/wms/I%201'),
      await book.api.get('/stock-issues/by-external-ref/wms/i%201'),
      await book.api.get(`/goods-receipts/${issue.id}`),
      await book.api.patch(`/goods-receipts/${issue.id}`, { notes: 'x' }),
      await book.api.post(`/goods-receipts/${issue.id}/actions/confirm`),
      await book.api.post(`/goods-receipts/${issue.id}/lines`, line()),
      await book.api.patch(`/goods-receipts/${issue.id}/lines/${lineId}`, { notes: 'x' }),
      await book.api.patch(`/stock-issues/${issue.id}/lines/${nobody}`, { notes: 'x' }),
      await book.live.get(`/stock-issues/${issue.id}`),
      await book.api.get('/stock-issues/unknown'),
    ]) {
      expect(reply.body.code).toBe('not_found')
    }
  })
})
