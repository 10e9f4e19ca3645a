/** Materials go into batches and beer comes out: by hand, by actions, and back. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { house } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'
import { faultsOf, nobody, rowsOfBooks } from '../support/stock.ts'

const service = useService()
const theBook = shared(service, () => brewhouse(service))

const l = { unit_code: 'l' }
const kg = { unit_code: 'kg' }

/** A fermenting batch of 100 l worth 1000.00, with the issue that made it so. */
async function brewed(book?: Brewhouse, litres = '100', value = '1000') {
  const own = book ?? (await theBook())
  const malt = await own.item({ name: 'Slad', item_type: 'brew_material' })
  await own.received(malt, '1', value)
  const batch = await own.fermenting(litres, { brew_date: '2026-01-05' })
  const used = { movement_purpose: 'production_out', batch_id: batch.id }
  const issuePath = `/stock-issues/${(await own.issued(malt, '1', used)).body.id}`
  const now = async () => {
    const { in_process } = (await own.api.get(`${batch.path}/cost`)).body
    return `${in_process.volume_l} l ${in_process.value}`
  }
  return { book: own, batch, malt, issuePath, now }
}

const receipt = (book: Brewhouse, batchId: string, lines: object[], head: object = {}) =>
  book.api.post('/goods-receipts', {
    warehouse_id: book.main,
    movement_purpose: 'production_in',
    batch_id: batchId,
    lines,
    ...head,
  })
const beerLine = (book: Brewhouse, quantity: string, more: object = {}) => ({
  item_id: book.beer,
  quantity,
  unit: l,
  ...more,
})
const received = async (book: Brewhouse, path: string, quantity: string, more: object = {}) => {
  const reply = await book.act(path, 'receive_production', { quantity, unit: l, ...more })
  expect(reply.status, reply.text).toBe(200)
  return `/goods-receipts/${reply.body.created.id}`
}
const codeOf = async (book: Brewhouse, path: string, key: string) => (await book.act(path, key)).body

describe('batch_id of stock documents', () => {
  test('422: unknown, completed and cancelled batches; a price of what the batch makes', async () => {
    const book = await theBook()
    const { body: open } = await book.batch()
    const { body: cancelled } = await book.batch()
    await book.act(`/batches/${cancelled.id}`, 'cancel')
    for (const id of [nobody, cancelled.id]) {
      for (const purpose of ['production_in', 'waste']) {
        const reply = await receipt(book, id, [], { movement_purpose: purpose })
        expect(faultsOf(reply)).toEqual(['batch_id invalid_reference'])
      }
    }
    const priced = beerLine(book, '1', { unit_price: '7' })
    const grain = { item_id: await book.item(), quantity: '1', unit: kg, unit_price: '2' }
    expect(faultsOf(await receipt(book, open.id, [grain, priced]))).toEqual(['lines[1].unit_price unexpected_field'])
    const { body: draft } = await receipt(book, open.id, [grain, beerLine(book, '1')])
    const lines = `/goods-receipts/${draft.id}/lines`
    expect(faultsOf(await book.api.post(lines, priced))).toEqual(['unit_price unexpected_field'])
    const patched = await book.api.patch(`${lines}/${draft.lines[1].id}`, { unit_price: '7' })
    expect(faultsOf(patched)).toEqual(['unit_price unexpected_field'])
    expect(faultsOf(await book.api.patch(`/goods-receipts/${draft.id}`, { batch_id: null }))).toEqual([
      'batch_id unknown_field',
    ])
  })

  test('200: listed by the batch', async () => {
    const { book, batch, issuePath } = await brewed()
    await received(book, batch.path, '10')
    const listed = async (path: string) => (await book.api.get(`${path}?batch_id=${batch.id}`)).body.data
    expect((await listed('/stock-issues')).map(({ id }: { id: string }) => `/stock-issues/${id}`)).toEqual([issuePath])
    expect(await listed('/goods-receipts')).toMatchObject([{ batch_id: batch.id, packaging_run_id: null }])
  })

  test('409 conflict: the batch ended before the confirm, or has nothing left in process', async () => {
    const { book, batch, malt } = await brewed()
    await book.received(malt, '5', '1')
    const head = { movement_purpose: 'production_out', batch_id: batch.id }
    const { body: issue } = await book.issue([{ item: malt, quantity: '1' }], head)
    const { body: waste } = await book.issue([{ item: malt, quantity: '1' }], { ...head, movement_purpose: 'waste' })
    await received(book, batch.path, '90', { is_final: true })
    expect(await codeOf(book, `/stock-issues/${issue.id}`, 'confirm')).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'batch', id: batch.id, volume_l: '0' }],
    })
    await book.act(batch.path, 'advance_phase', { phase: 'completed' })
    for (const { id } of [issue, waste]) {
      expect(await codeOf(book, `/stock-issues/${id}`, 'confirm')).toMatchObject({
        code: 'conflict',
        blockers: [{ object: 'batch', id: batch.id, phase: 'completed' }],
      })
    }
  })

  test('409 invalid_transition: a document of a packaging run is closed to callers', async () => {
    const { book, batch } = await brewed()
    const path = await received(book, batch.path, '10')
    const id = path.split('/').at(-1)!
    const own = (run: string | null) =>
      service.database.run(sql`update stock_documents set packaging_run_id = ${run} where id = ${id}`)
    await own(nobody)
    expect((await book.api.get(path)).body).toMatchObject({ packaging_run_id: nobody, allowed_actions: [] })
    for (const key of ['cancel', 'revert_to_draft']) {
      expect(await codeOf(book, path, key)).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
    }
    expect((await book.api.patch(path, { notes: 'x' })).body.code).toBe('invalid_transition')
    const line = await book.api.post(`${path}/lines`, beerLine(book, '1'))
    expect(line.body.code).toBe('invalid_transition')
    await own(null)
  })
})

describe('a production receipt by hand', () => {
  test('200: by-products leave first, then the beer line by line', async () => {
    const { book, batch, now } = await brewed()
    const grain = await book.item({ name: 'Mláto' })
    const lines = [
      beerLine(book, '30', { lot_number: 'A' }),
      { item_id: grain, quantity: '50', unit: kg, unit_price: '2' },
      beerLine(book, '20', { lot_number: 'B' }),
    ]
    const { body: draft } = await receipt(book, batch.id, lines, { additional_cost: '55' })
    const { body } = await book.act(`/goods-receipts/${draft.id}`, 'confirm')
    expect(body.totals).toEqual({ additional_cost: '55.00', total_cost: '605.00' })
    expect(body.lines.map(({ unit_price }: { unit_price: string }) => unit_price)).toEqual(['9.9', '2', '9.9'])
    expect(await now()).toBe('50 l 450.00')
    const { body: cost } = await book.api.get(`${batch.path}/cost`)
    expect(cost).toMatchObject({
      receipts: [{ goods_receipt_id: draft.id, quantity: '50', value: '450.00', unit_cost: '9' }],
      by_products: [{ goods_receipt_id: draft.id, quantity: '50', value: '100.00', unit_cost: '2' }],
      totals: { materials: '1000.00', received: '450.00', by_products: '100.00', additional_cost: '55.00' },
    })
    const reverted = await book.act(`/goods-receipts/${draft.id}`, 'revert_to_draft')
    expect(reverted.body).toMatchObject({ status: 'draft', lines: [{ unit_price: null }, {}, { unit_price: null }] })
    expect(await now()).toBe('100 l 1000.00')
    await book.act(`/goods-receipts/${draft.id}`, 'confirm')
    expect(await now()).toBe('50 l 450.00')
  })

  test('409 conflict: more than there is, of beer or of value', async () => {
    const { book, batch } = await brewed()
    const grain = { item_id: await book.item(), quantity: '1', unit: kg, unit_price: '1000.01' }
    const confirmed = async (lines: object[]) => {
      const { body } = await receipt(book, batch.id, lines)
      return codeOf(book, `/goods-receipts/${body.id}`, 'confirm')
    }
    expect(await confirmed([beerLine(book, '60'), beerLine(book, '40.001')])).toMatchObject({
      code: 'conflict',
      blockers: [{ object: 'batch', id: batch.id, requested: '100.001', available: '100', unit: { code: 'l' } }],
    })
    expect(await confirmed([grain])).toMatchObject({ code: 'conflict', blockers: [{ value: '1000.00' }] })
  })

  test('200: all lines skipped move nothing', async () => {
    const { book, batch, now } = await brewed()
    const { body } = await receipt(book, batch.id, [beerLine(book, '60')])
    await book.api.patch(`/goods-receipts/${body.id}/lines/${body.lines[0].id}`, { issued_quantity: '0' })
    expect((await book.act(`/goods-receipts/${body.id}`, 'confirm')).status).toBe(200)
    expect(await now()).toBe('100 l 1000.00')
  })
})

describe('receive_production', () => {
  test('200: value, label, expiry, additional cost; the events of one request', async () => {
    const { book, batch, now } = await brewed()
    await book.api.patch(`/items/${book.beer}`, { shelf_life_days: 30 })
    const since = (await book.api.get('/warehouses?limit=1')).headers['x-service-latest-sequence']
    const path = await received(book, batch.path, '40', { date: '2026-02-01', additional_cost: '12', note: 'první' })
    const { body } = await book.api.get(path)
    expect(body).toMatchObject({ totals: { additional_cost: '12.00', total_cost: '412.00' }, notes: 'první' })
    const { number } = (await book.api.get(batch.path)).body
    expect(body.lines).toMatchObject([{ unit_price: '10.3', lot_number: number, expiry_date: '2026-03-03' }])
    expect(await now()).toBe('60 l 600.00')
    const { data } = (await book.api.get(`/events?since_sequence=${since}`)).body
    expect(data.map(({ type }: { type: string }) => type)).toEqual([
      'goods_receipt.created',
      'goods_receipt.confirmed',
      'stock_level.changed',
    ])
    expect(new Set(data.map(({ request_id }: { request_id: string }) => request_id)).size).toBe(1)
    const plain = await received(book, batch.path, '1', { lot_number: null, expiry_date: null })
    expect((await book.api.get(plain)).body.lines).toMatchObject([{ lot_number: null, expiry_date: null }])
    const [newest] = (await book.api.get(`${batch.path}/ledger`)).body.data
    expect(newest).toMatchObject({ kind: 'received', document: { object: 'goods_receipt' } })
  })

  test('200: a beer kept in hectolitres', async () => {
    const book = await theBook()
    const porter = await book.item({ item_type: 'production_item', unit: { unit_code: 'hl' } })
    const batch = await book.fermenting('1000', { item_id: porter, brew_date: '2026-01-05' })
    const reply = await book.act(batch.path, 'receive_production', { quantity: '2.5', unit: { unit_code: 'hl' } })
    expect(reply.body.volume_l).toBe('750')
    const more = await book.act(batch.path, 'receive_production', { quantity: '7.6', unit: { unit_code: 'hl' } })
    expect(more.body.blockers).toMatchObject([{ requested: '7.6', available: '7.5', unit: { code: 'hl' } }])
    expect((await book.api.get(`/vessels/${batch.vessel}`)).body.contents_l).toBe('1000')
  })

  test('200: the vessel shows what is left when beer is sold from the tank', async () => {
    const { book, batch } = await brewed(await brewhouse(service))
    const contents = async () => (await book.api.get(`/vessels/${batch.vessel}`)).body.contents_l
    await received(book, batch.path, '40')
    const { body: sale } = await book.issued(book.beer, '25', { unit: 'l' })
    expect(await contents()).toBe('75')
    await book.act(`/stock-issues/${sale.id}`, 'cancel')
    expect(await contents()).toBe('100')
  })

  test('4xx: every refusal by its code, and nothing is written', async () => {
    const { book, batch } = await brewed(await brewhouse(service))
    const { body: planned } = await book.batch()
    const before = await rowsOfBooks(service)
    for (const [sent, ...faults] of [
      [{ unit: kg }, 'unit_mismatch'],
      [{ unit: { unit_code: 'nic' } }, 'unit_not_available'],
      [{ quantity: '1.0001' }, 'quantity_scale'],
      [{ quantity: '100.001' }, 'conflict'],
      [{ date: '2026-01-04' }, 'date not_allowed'],
      [{ date: '2099-01-01' }, 'date not_allowed'],
      [{ warehouse_id: nobody }, 'warehouse_id invalid_reference'],
      [{ warehouse_id: book.system }, 'system_warehouse'],
      [{ additional_cost: '-1' }, 'additional_cost not_allowed'],
    ] as const) {
      const reply = await book.act(batch.path, 'receive_production', { quantity: '1', unit: l, ...sent })
      expect(faultsOf(reply), JSON.stringify(sent)).toEqual(faults)
    }
    const early = await book.act(`/batches/${planned.id}`, 'receive_production', { quantity: '1', unit: l })
    expect(early.body.code).toBe('invalid_transition')
    expect(await rowsOfBooks(service)).toEqual(before)
    await book.apply({ excise_periods: [{ period: '2026-02' }] })
    const filed = await book.act(batch.path, 'receive_production', { quantity: '1', unit: l, date: '2026-02-03' })
    expect(filed.body.code).toBe('excise_reported')
    const { body: count } = await book.api.post('/inventory-counts', { warehouse_id: book.main })
    await book.act(`/inventory-counts/${count.id}`, 'start')
    const counted = await book.act(batch.path, 'receive_production', { quantity: '1', unit: l })
    expect(counted.body.code).toBe('inventory_locked')
  })

  test('200: a dry run shows levels and events, and keeps nothing', async () => {
    const { book, batch } = await brewed(await brewhouse(service))
    const before = await rowsOfBooks(service)
    const path = `${batch.path}/actions/receive_production?dry_run=true`
    const { body } = await book.api.post(path, { quantity: '90', unit: l, is_final: true })
    expect(body).toMatchObject({
      dry_run: true,
      volume_l: '0',
      effects: { levels: [{ quantity: '90', value: '1000.00' }] },
    })
    expect(await rowsOfBooks(service)).toEqual(before)
  })
})

describe('taking back', () => {
  test('200: a receipt returns litres and value, with the loss of the final one', async () => {
    const { book, batch, now } = await brewed()
    const first = await received(book, batch.path, '40')
    const last = await received(book, batch.path, '50', { is_final: true })
    expect(await now()).toBe('0 l 0.00')
    expect((await codeOf(book, batch.path, 'undo_last')).blockers).toMatchObject([{ object: 'goods_receipt' }])
    await book.act(last, 'cancel')
    expect(await now()).toBe('60 l 600.00')
    await book.act(first, 'revert_to_draft')
    expect(await now()).toBe('100 l 1000.00')
    const marks = (await book.ledger(batch.id)).map(({ kind, value, is_undone }) => `${kind} ${value} ${is_undone}`)
    expect(marks.slice(0, 4)).toEqual([
      'received 400.00 false',
      'received 600.00 false',
      'loss 0.00 false',
      'loss 0.00 true',
    ])
    await book.act(first, 'confirm')
    expect(await now()).toBe('60 l 600.00')
    expect((await book.api.get(`/vessels/${batch.vessel}`)).body.contents_l).toBe('100')
  })

  test('409: the beer was used, or the batch has ended', async () => {
    const { book, batch } = await brewed(await brewhouse(service))
    const path = await received(book, batch.path, '90', { is_final: true })
    const { body: sale } = await book.issued(book.beer, '1', { unit: 'l' })
    expect((await codeOf(book, path, 'cancel')).code).toBe('receipt_has_allocations')
    await book.act(`/stock-issues/${sale.id}`, 'cancel')
    await book.act(batch.path, 'advance_phase', { phase: 'completed' })
    for (const key of ['cancel', 'revert_to_draft']) {
      expect(await codeOf(book, path, key)).toMatchObject({ code: 'conflict', blockers: [{ phase: 'completed' }] })
    }
    await book.act(batch.path, 'undo_last')
    expect((await book.act(path, 'cancel')).body.status).toBe('cancelled')
  })

  test('200: an issue goes with its cost while nothing took a share of it', async () => {
    const { book, batch, issuePath, now } = await brewed()
    await book.act(batch.path, 'record_loss', { volume_l: '10' })
    await book.act(issuePath, 'revert_to_draft')
    expect(await now()).toBe('90 l 0.00')
    await book.act(issuePath, 'confirm')
    expect(await now()).toBe('90 l 1000.00')
    await book.act(issuePath, 'cancel')
    expect(await now()).toBe('90 l 0.00')
  })

  test('409 conflict: the value of an issue has moved on', async () => {
    const { book, batch, issuePath } = await brewed()
    const path = await received(book, batch.path, '10')
    const { body: split } = await book.act(batch.path, 'split', { volume_l: '10', vessel_id: await book.vessel() })
    await book.act(batch.path, 'record_loss', { volume_l: '10', is_abnormal: true })
    for (const key of ['cancel', 'revert_to_draft']) {
      expect(await codeOf(book, issuePath, key)).toMatchObject({
        code: 'conflict',
        blockers: [
          { object: 'goods_receipt', id: path.split('/').at(-1) },
          { object: 'batch', id: split.created.id },
          { object: 'batch', id: batch.id, value: '100.00' },
        ],
      })
    }
    await book.act(batch.path, 'undo_last')
    await book.act(batch.path, 'undo_last')
    await book.act(path, 'cancel')
    expect((await book.act(issuePath, 'cancel')).body.status).toBe('cancelled')
  })
})

test('200: what was issued by hand stands beside the recipe', async () => {
  const { book, batch } = await brewed()
  const { data } = (await book.api.get(`${batch.path}/materials`)).body
  expect(data).toMatchObject([{ item: { name: 'Slad' }, phase: null, planned_quantity: '0', issued_quantity: '1' }])
})

test('200: the cost sheet adds up through splits, blends and losses', async () => {
  const { book, batch, now } = await brewed(undefined, '2005', '14227.13')
  const { body } = await book.act(batch.path, 'split', { volume_l: '600', vessel_id: await book.vessel() })
  const child = `/batches/${body.created.id}`
  expect(await now()).toBe('1405 l 9969.63')
  expect((await book.api.get(`${child}/cost`)).body).toMatchObject({
    materials: [],
    transfers: [{ batch: { id: batch.id }, direction: 'in', volume_l: '600', value: '4257.50' }],
    totals: { transferred_in: '4257.50', in_process: '4257.50' },
    yield: { brewed_l: '600', transferred_in_l: '600' },
  })
  await book.act(batch.path, 'undo_last')
  await book.act(batch.path, 'record_loss', { volume_l: '400', is_abnormal: true })
  const { body: cost } = await book.api.get(`${batch.path}/cost`)
  expect(cost).toMatchObject({
    transfers: [],
    written_off: '2838.33',
    in_process: { volume_l: '1605', value: '11388.80', unit_cost: '7.095826' },
    totals: { materials: '14227.13', written_off: '2838.33', in_process: '11388.80', transferred_out: '0.00' },
  })
})

test('403 insufficient_scope: stock is asked for on top', async () => {
  const { book, batch } = await brewed()
  const api = await book.tenant.key({ scopes: ['brewery:read', 'brewery:write'] })
  expect((await api.get(batch.path)).status).toBe(200)
  for (const path of ['cost', 'materials']) {
    expect((await api.get(`${batch.path}/${path}`)).body.code).toBe('insufficient_scope')
  }
  for (const key of ['create_material_issue', 'receive_production']) {
    const reply = await api.post(`${batch.path}/actions/${key}`, { quantity: '1', unit: l })
    expect(reply.body.code).toBe('insufficient_scope')
  }
})

test('200: verify tells a document without its entry, and an entry without its document', async () => {
  const { book, batch } = await brewed()
  const id = (await received(book, batch.path, '10')).split('/').at(-1)!
  const all = house.domains.flatMap(({ invariants = [] }) => invariants)
  const own = all.filter(invariant => invariant.id === 'production.documents_are_entries')
  const broken = async () =>
    (await verify(service.database, own)).flatMap(({ rows }) => rows.map(row => row.document_id))
  const { run } = service.database
  expect(await broken()).toEqual([])
  await run(sql`update batch_entries set is_undone = true where document_id = ${id}`)
  expect(await broken()).toEqual([id])
  await run(sql`update batch_entries set is_undone = false where document_id = ${id}`)
  await run(sql`update stock_documents set movement_purpose = 'other' where id = ${id}`)
  expect(await broken()).toEqual([id])
  await run(sql`update stock_documents set movement_purpose = 'production_in' where id = ${id}`)
})
