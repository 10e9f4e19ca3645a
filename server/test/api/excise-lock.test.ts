/** What a filed month closes, and what it leaves open: documents, items, warehouses, rates. */
import { describe, expect, test } from 'vitest'
import { planSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { type ExciseHall, exciseHall } from '../support/excise.ts'
import { announcement } from '../support/files.ts'
import { litre, pcs } from '../support/packaging.ts'
import { useService } from '../support/service.ts'

const service = useService()
const newHall = () => exciseHall(service)

describe('409 excise_reported', () => {
  const pieces = (item_id: string) => [{ item_id, quantity: '1', unit: pcs }]

  /** Every kind of document on one day: each a path and the actions that would move beer. */
  async function documents(hall: ExciseHall, date: string, item: string): Promise<[path: string, actions: string[]][]> {
    const { main, second } = hall
    const draft = async (path: string, body: object) =>
      (await hall.api.post(path, { warehouse_id: main, date, ...body })).body
    const receipt = await draft('/goods-receipts', { lines: pieces(item) })
    const issue = await draft('/stock-issues', { lines: pieces(item) })
    const into = await draft('/stock-issues', {
      warehouse_id: second,
      target_warehouse_id: main,
      movement_purpose: 'transfer',
      lines: pieces(item),
    })
    const repack = await draft('/repacks', { from: pieces(item), to: pieces(item) })
    const done = await draft('/repacks', { from: pieces(item), to: pieces(item) })
    await hall.act(`/repacks/${done.id}`, 'confirm')
    const count = await draft('/inventory-counts', { scope: 'listed', item_ids: [item] })
    return [
      [`/goods-receipts/${receipt.id}`, ['confirm']],
      [`/goods-receipts/${(await hall.came(item, '1', date)).body.id}`, ['cancel', 'revert_to_draft']],
      [`/stock-issues/${issue.id}`, ['confirm']],
      [`/stock-issues/${(await hall.went(item, '1', date)).body.id}`, ['cancel', 'revert_to_draft']],
      [`/stock-issues/${into.id}`, ['confirm']],
      [`/repacks/${repack.id}`, ['confirm']],
      [`/repacks/${done.id}`, ['cancel']],
      [`/inventory-counts/${count.id}`, ['finish']],
    ]
  }

  async function attempt(hall: ExciseHall, path: string, action: string, item: string): Promise<string> {
    const isCount = path.startsWith('/inventory-counts')
    if (isCount) {
      await hall.act(path, 'start')
      await hall.api.post(`${path}/lines`, { item_id: item, counted_quantity: '3', unit: pcs })
    }
    const { status, body } = await hall.act(path, action)
    if (isCount && status !== 200) await hall.act(path, 'cancel')
    return status === 200 ? 'done' : body.code
  }

  test('409: every kind of stock document, up to the end of the newest filed month; malt, shops and later days are free', async () => {
    const hall = await newHall()
    for (const item of [hall.bottle, hall.glass]) {
      await hall.came(item, '50', '2026-01-01')
      await hall.came(item, '50', '2026-01-01', { warehouse_id: hall.second })
    }
    const old = await documents(hall, '2026-02-10', hall.bottle)
    const last = await documents(hall, '2026-03-31', hall.bottle)
    const later = await documents(hall, '2026-04-01', hall.bottle)
    const glass = await documents(hall, '2026-03-31', hall.glass)
    const { body: shop } = await hall.api.post('/goods-receipts', {
      warehouse_id: hall.second,
      date: '2026-03-31',
      lines: pieces(hall.bottle),
    })
    await hall.month('2026-03')
    for (const [path, actions] of [...old, ...last]) {
      for (const action of actions) {
        expect(await attempt(hall, path, action, hall.bottle), `${action} ${path}`).toBe('excise_reported')
      }
    }
    for (const [path, [action]] of later) expect(await attempt(hall, path, action!, hall.bottle), path).toBe('done')
    for (const [path, [action]] of glass) expect(await attempt(hall, path, action!, hall.glass), path).toBe('done')
    expect((await hall.act(`/goods-receipts/${shop.id}`, 'confirm')).status).toBe(200)
    await hall.month('2026-03', false)
    const [path, [action]] = last[0]!
    expect(await attempt(hall, path, action!, hall.bottle)).toBe('done')
  })

  test('409: packaging runs, and beer received from a batch', async () => {
    const hall = await newHall()
    await hall.stocked()
    const batch = await hall.fermenting('500', { brew_date: '2026-01-05' })
    const outputs = [hall.output(hall.keg, '1', { materials: [] })]
    const run = async (more: object) =>
      `/packaging-runs/${(await hall.run(outputs, { date: '2026-03-05', ...more })).body.id}`
    const [done, draft, away] = [await run({}), await run({}), await run({ target_warehouse_id: hall.second })]
    const straight = await run({ batch_id: batch.id, source: 'batch' })
    await hall.act(done, 'confirm')
    await hall.month('2026-03')
    expect((await hall.act(done, 'cancel')).body.code).toBe('excise_reported')
    for (const path of [draft, away, straight]) {
      expect((await hall.act(path, 'confirm')).body.code).toBe('excise_reported')
    }
    const beer = { quantity: '1', unit: litre, date: '2026-03-05' }
    expect((await hall.act(batch.path, 'receive_production', beer)).body.code).toBe('excise_reported')
    expect((await hall.act(batch.path, 'receive_production', { ...beer, warehouse_id: hall.second })).status).toBe(200)
    expect((await hall.act(batch.path, 'receive_production', { ...beer, date: '2026-04-01' })).status).toBe(200)
  })
})

describe('409 conflict: an item whose beer has moved in excise', () => {
  test('409 keeps its whole °Plato, its volume and its alcohol; 200: all else changes', async () => {
    const hall = await newHall()
    const patch = async (item: string, body: object) => (await hall.api.patch(`/items/${item}`, body)).status
    const piece = (more: object) =>
      hall.item({ name: 'Pivo', unit: pcs, plato: '12.4', volume_l: '0.5', abv: '5', ...more })
    const beer = await piece({})
    expect(await patch(beer, { plato: '11', volume_l: '0.33' })).toBe(200)
    expect(await patch(beer, { plato: '12.4', volume_l: '0.5' })).toBe(200)
    await hall.came(beer, '1', '2026-03-02', { warehouse_id: hall.second })
    expect(await patch(beer, { volume_l: '0.4' })).toBe(200)
    expect(await patch(beer, { volume_l: '0.5' })).toBe(200)
    await hall.came(beer, '1', '2026-03-02')
    for (const body of [{ plato: '13' }, { plato: null }, { plato: '11.99' }, { volume_l: '0.51' }, { abv: '0.5' }]) {
      expect(await patch(beer, body), JSON.stringify(body)).toBe(409)
    }
    for (const body of [{ plato: '12' }, { plato: '12.99' }, { volume_l: '0.50' }, { abv: null }, { name: 'Jiné' }]) {
      expect(await patch(beer, body), JSON.stringify(body)).toBe(200)
    }
    const late = await piece({ plato: null })
    await hall.came(late, '1', '2026-03-02')
    expect(await patch(late, { plato: '12' }), 'nothing of it is filed').toBe(200)
    const filed = await piece({ plato: null })
    await hall.came(filed, '1', '2026-03-02')
    const weak = await piece({ abv: '0.5' })
    await hall.came(weak, '1', '2026-03-02')
    await hall.month('2026-03')
    expect(await patch(filed, { plato: '12' }), 'it would change a filed month').toBe(409)
    expect(await patch(weak, { plato: '7', abv: '0.3' }), 'it is no beer, then and now').toBe(200)
    expect(await patch(weak, { abv: '0.6' }), 'it would be beer in a filed month').toBe(409)
  })

  test('409: what products without a volume are filled with, and where they are filled outside excise', async () => {
    const hall = await newHall()
    const base = await hall.item({ name: 'Tank', item_type: 'production_item', unit: pcs, volume_l: '1' })
    const product = await hall.item({
      name: 'Džbán',
      unit: pcs,
      item_type: 'base_product',
      base_item_id: base,
      base_item_quantity: '2',
      plato: '12',
    })
    const patch = async (item: string, body: object) => (await hall.api.patch(`/items/${item}`, body)).status
    await hall.came(product, '1', '2026-03-02')
    expect(await patch(base, { volume_l: '2' })).toBe(409)
    expect(await patch(product, { base_item_quantity: '3' })).toBe(409)
    await hall.stocked()
    const { body: run } = await hall.run([hall.output(hall.keg, '1', { materials: [] })], {
      date: '2026-03-05',
      target_warehouse_id: hall.second,
    })
    await hall.act(`/packaging-runs/${run.id}`, 'confirm')
    expect(await patch(hall.keg, { volume_l: '49' })).toBe(409)
  })
})

describe('settings', () => {
  const refusalsOf = async (hall: ExciseHall, settings: object): Promise<string[]> => {
    const account = (await findAccount(service.database, hall.tenant.slug, false))!
    const of = { db: service.database, account, today: '2026-05-01' }
    const { refusals } = await planSettings(of, { version: 1, ...settings })
    return refusals.map(({ section, key }: { section: string; key: string }) => `${section} ${key}`)
  }
  const rate = { category: 'small_10k', valid_from: '2010-01-01', name: 'Malý', rate: '17' }

  test('a warehouse keeps its part in excise while beer is in it, and once a filed month has counted it', async () => {
    const hall = await newHall()
    const outside = { warehouses: [{ code: 'MAIN', name: 'Sklep', is_excise_relevant: false }] }
    expect(await refusalsOf(hall, outside)).toEqual([])
    await hall.came(hall.keg, '1', '2026-03-02')
    expect(await refusalsOf(hall, outside)).toEqual(['warehouses MAIN'])
    await hall.went(hall.keg, '1', '2026-03-03')
    expect(await refusalsOf(hall, outside)).toEqual([])
    await hall.month('2026-03')
    expect(await refusalsOf(hall, outside)).toEqual(['warehouses MAIN'])
  })

  test('rates and categories change on the first of a month, and never under a filed one', async () => {
    const hall = await newHall()
    const category = (valid_from: string, name: string) => ({ excise_categories: [{ valid_from, category: name }] })
    expect(await refusalsOf(hall, { excise_rates: [{ ...rate, valid_from: '2026-03-02' }] })).toEqual([
      'excise_rates small_10k 2026-03-02',
    ])
    expect(await refusalsOf(hall, category('2026-03-15', 'base'))).toEqual(['excise_categories 2026-03-15'])
    expect(await refusalsOf(hall, category('2026-03-01', 'nic'))).toEqual(['excise_categories 2026-03-01'])
    expect(await refusalsOf(hall, category('2009-03-01', 'base'))).toEqual(['excise_categories 2009-03-01'])
    expect(await refusalsOf(hall, { excise_rates: [rate] })).toEqual([])
    await hall.month('2026-03')
    expect(await refusalsOf(hall, { excise_rates: [rate] })).toEqual(['excise_rates small_10k 2010-01-01'])
    expect(await refusalsOf(hall, { excise_rates: [{ ...rate, valid_from: '2026-03-01' }] })).toEqual([
      'excise_rates small_10k 2026-03-01',
    ])
    expect(await refusalsOf(hall, category('2026-02-01', 'base'))).toEqual(['excise_categories 2026-02-01'])
    expect(await refusalsOf(hall, { excise_rates: [{ ...rate, valid_from: '2026-04-01' }] })).toEqual([])
    expect(await refusalsOf(hall, category('2026-04-01', 'base'))).toEqual([])
    const both = { excise_periods: [{ period: '2026-03', is_filed: false }], excise_rates: [rate] }
    expect(await refusalsOf(hall, both)).toEqual([])
  })

  test('only the newest filed month is taken back', async () => {
    const hall = await newHall()
    for (const period of ['2026-03', '2026-04']) await hall.month(period)
    const back = (period: string) => ({ excise_periods: [{ period, is_filed: false }] })
    expect(await refusalsOf(hall, back('2026-03'))).toEqual(['excise_periods 2026-03'])
    expect(await refusalsOf(hall, back('2026-04'))).toEqual([])
  })

  test('a month that is not over cannot be filed; one that is filed stays so', async () => {
    const hall = await newHall()
    const filed = (...periods: string[]) => ({ excise_periods: periods.map(period => ({ period })) })
    await hall.month('2026-04')
    expect(await refusalsOf(hall, filed('2026-04', '2026-05', '9999-12'))).toEqual([
      'excise_periods 2026-05',
      'excise_periods 9999-12',
    ])
  })
})

test('201: a report carries files', async () => {
  const hall = await newHall()
  const { body } = await hall.report('2026-03')
  const announced = await hall.api.post('/attachments', {
    ...announcement(),
    entity_type: 'excise_report',
    entity_id: body.id,
  })
  expect(announced.status, announced.text).toBe(201)
})
