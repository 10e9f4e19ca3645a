/** A brew from the malt to the last litre, to the haléř. */
import { expect, test } from 'vitest'
import { type Brewhouse, brewhouse } from '../support/brewery.ts'
import { useService } from '../support/service.ts'

const service = useService()

const kg = { unit_code: 'kg' }
const g = { unit_code: 'g' }
const litres = (quantity: string, more: object = {}) => ({ quantity, unit: { unit_code: 'l' }, ...more })

async function material(book: Brewhouse, name: string, layers: [string, string][]): Promise<string> {
  const id = await book.item({ name, item_type: 'brew_material', unit: kg, recipe_unit: name === 'Slad' ? kg : g })
  for (const [quantity, price] of layers) await book.received(id, quantity, price, { date: '2026-03-01' })
  return id
}

/** What a litre costs now. */
const unitCost = async ({ api }: Brewhouse, path: string) => (await api.get(`${path}/cost`)).body.in_process.unit_cost

test('200: malt, hops and yeast become beer in stock, and every crown is accounted for', async () => {
  const book = await brewhouse(service)
  const { api } = book
  const malt = await material(book, 'Slad', [
    ['300', '17.90'],
    ['500', '18.35'],
  ])
  const hops = await material(book, 'Chmel', [
    ['2.5', '545'],
    ['10', '561.50'],
  ])
  const yeast = await material(book, 'Kvasnice', [
    ['0.5', '4200'],
    ['1', '4350'],
  ])
  const citra = await material(book, 'Citra', [
    ['1', '890'],
    ['4', '915.40'],
  ])
  const recipe = await api.post('/recipes', {
    name: 'Dvanáctka',
    item_id: book.beer,
    batch_volume_l: '1000',
    ingredients: [
      { item_id: malt, quantity: '200', unit: kg },
      { item_id: hops, quantity: '1500', unit: g },
      { item_id: yeast, quantity: '350', unit: g },
      { item_id: citra, quantity: '952.381', unit: g, phase: 'lagering' },
    ],
  })
  const batch = (await book.batch({ recipe_id: recipe.body.id, brew_date: '2026-03-10' })).body
  const path = `/batches/${batch.id}`
  const done = async (key: string, body: object = {}) => {
    const reply = await book.act(path, key, body)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const needs = async () => {
    const rows = (await api.get(`${path}/materials`)).body.data
    return rows.map((row: Record<string, string> & { item: { name: string } }) =>
      [
        row.item.name,
        row.phase,
        row.planned_quantity,
        row.drafted_quantity,
        row.issued_quantity,
        row.available_quantity,
        row.missing_quantity,
      ].join(' '),
    )
  }
  expect(await needs()).toEqual([
    'Slad brewing 420 0 0 800 0',
    'Chmel brewing 3.15 0 0 12.5 0',
    'Kvasnice brewing 0.735 0 0 1.5 0',
    'Citra lagering 2 0 0 5 0',
  ])

  const { created } = await done('create_material_issue')
  const issuePath = `/stock-issues/${created.id}`
  const issue = (await api.get(issuePath)).body
  expect(issue).toMatchObject({
    movement_purpose: 'production_out',
    status: 'draft',
    date: '2026-03-10',
    batch_id: batch.id,
    lines: [
      { quantity: '420', unit: { code: 'kg' } },
      { quantity: '3.15', unit: { code: 'kg' } },
      { quantity: '0.735', unit: { code: 'kg' } },
    ],
  })
  const confirmed = (await book.act(issuePath, 'confirm')).body
  expect(confirmed.totals.total_cost).toBe('12421.73')

  const tank = await book.vessel('3000')
  await done('advance_phase', { phase: 'fermentation', vessel_id: tank, volume_l: '2080' })
  expect(await unitCost(book, path)).toBe('5.971986')
  await done('advance_phase', { phase: 'lagering', vessel_id: tank, volume_l: '2030' })
  expect(await unitCost(book, path)).toBe('6.119079')
  const hopping = await done('create_material_issue', { date: '2026-03-20' })
  await book.act(`/stock-issues/${hopping.created.id}`, 'confirm')
  expect(await unitCost(book, path)).toBe('7.008438')
  expect((await needs()).at(-1)).toBe('Citra lagering 2 0 2 3 0')
  await done('record_loss', { volume_l: '25' })
  expect(await unitCost(book, path)).toBe('7.095825')

  const first = await done('receive_production', litres('1000', { date: '2026-04-10' }))
  expect(first).toMatchObject({ volume_l: '1005', created: { object: 'goods_receipt' } })
  const receipt = (await api.get(`/goods-receipts/${first.created.id}`)).body
  expect(receipt).toMatchObject({
    status: 'confirmed',
    movement_purpose: 'production_in',
    batch_id: batch.id,
    totals: { total_cost: '7095.83' },
    lines: [{ quantity: '1000', unit_price: '7.09583', lot_number: batch.number }],
  })
  const last = await done('receive_production', litres('990', { date: '2026-04-12', is_final: true }))
  expect(last).toMatchObject({ volume_l: '0', phase: 'lagering' })
  expect(last.allowed_actions).not.toContain('receive_production')
  expect((await api.get(`/vessels/${tank}`)).body).toMatchObject({ status: 'occupied', contents_l: '1990' })
  expect((await book.lots(book.beer)).map(({ quantity, price, lot }) => [quantity, price, lot])).toEqual([
    ['1000', '7.09583', batch.number],
    ['990', '7.203333', batch.number],
  ])

  const { body: cost } = await api.get(`${path}/cost`)
  expect(cost.totals).toEqual({
    materials: '14227.13',
    transferred_in: '0.00',
    transferred_out: '0.00',
    additional_cost: '0.00',
    received: '14227.13',
    by_products: '0.00',
    written_off: '0.00',
    in_process: '0.00',
  })
  expect(cost.materials.map(({ value, lots }: { value: string; lots: object[] }) => [value, lots.length])).toEqual([
    ['7572.00', 2],
    ['1727.48', 2],
    ['3122.25', 2],
    ['1805.40', 2],
  ])
  expect(cost.receipts.map(({ value, unit_cost }: Record<string, string>) => [value, unit_cost])).toEqual([
    ['7095.83', '7.09583'],
    ['7131.30', '7.203333'],
  ])
  expect(cost.yield).toEqual({
    planned_volume_l: '2100',
    brewed_l: '2080',
    transferred_in_l: '0',
    transferred_out_l: '0',
    received_l: '1990',
    packaged_l: '0',
    cellar_loss_l: '90',
    packaging_loss_l: '0',
    yield_pct: null,
  })
  expect(cost.in_process).toEqual({ volume_l: '0', value: '0.00', unit_cost: null })
  const rows = (await book.ledger(batch.id)).map(({ kind, volume_l, value }) => `${kind} ${volume_l} ${value}`)
  expect(rows).toEqual([
    'loss -15 0.00',
    'received -990 -7131.30',
    'received -1000 -7095.83',
    'loss -25 0.00',
    'material 0 1805.40',
    'loss -50 0.00',
    'phase 0 0.00',
    'phase 2080 0.00',
    'material 0 12421.73',
  ])
})
