/** Items: every rule of a body, told by the row or the code of its refusal, for create and change alike. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/account.ts'
import type { Client, Reply } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService()
const nobody = '01890000-0000-7000-8000-000000000000'
const piece = { unit_code: 'pcs' }
const litre = { unit_code: 'l' }

let account: TestAccount
let api: Client
let beer: string
let foreignBeer: string
/** What a PATCH is tried on. */
const subject = { plain: '', product: '' }

beforeAll(async () => {
  account = await newAccount(service)
  api = account.api
  const production = { name: 'Beer', unit: litre, item_type: 'production_item' }
  beer = (await api.post('/items', production)).body.id
  foreignBeer = (await account.live.post('/items', production)).body.id
  subject.plain = (await api.post('/items', { name: 'Glass', unit: piece })).body.id
  subject.product = (await api.post('/items', product())).body.id
})

const product = (rest: object = {}) => ({
  name: 'Keg',
  unit: piece,
  item_type: 'base_product',
  base_item_id: beer,
  ...rest,
})

/** As the only thing wrong of a create, and alone in a change. */
const senders = {
  POST: (sent: object) => api.post('/items', { name: 'A', unit: piece, ...sent }),
  PATCH: (sent: object) => api.patch(`/items/${subject.plain}`, sent),
}
const productSenders = {
  POST: (sent: object) => api.post('/items', product(sent)),
  PATCH: (sent: object) => api.patch(`/items/${subject.product}`, sent),
}

const rowsOf = (reply: Reply): string[] =>
  reply.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort()

function expectRows(reply: Reply, ...rows: string[]) {
  expect(reply.status, reply.text).toBe(422)
  expect(rowsOf(reply)).toEqual(rows.sort())
  const isUnknown = rows.every(row => row.endsWith(' unknown_field'))
  expect(reply.body.code).toBe(isUnknown ? 'unknown_field' : 'validation_failed')
}

const noDecimal = [1, 1.5, true, '-1', '1e3', '+1', '.5', '1.', ' 1', '1,5', '', 'NaN', '1'.repeat(19), '0.123456789']
const wrongValues: Record<string, unknown[]> = {
  name: ['', 'x'.repeat(201), null, 5, ['A']],
  item_type: ['beer', 'Service', '', null],
  material_type: ['x'.repeat(41), 1],
  brand: ['x'.repeat(121), 1],
  packaging_type: ['x'.repeat(41), {}],
  ean: ['x'.repeat(41), 8594001230012],
  barcode: ['x'.repeat(81), 1],
  pos_available: ['true', null, 1],
  web_available: ['false', null, 0],
  is_active: ['true', null],
  volume_l: noDecimal,
  abv: [...noDecimal, '100.0001', '4.12345', '101'],
  plato: [...noDecimal, '100.0001', '12.12345'],
  shelf_life_days: [0, -1, 3651, 1.5, '180', true],
  sale_price: [...noDecimal, '-0.01', '1.1234567'],
}

describe.each(['POST', 'PATCH'] as const)('%s: fields', method => {
  test.for(Object.entries(wrongValues))('422 not_allowed: %s', async ([field, values]) => {
    for (const value of values) expectRows(await senders[method]({ [field]: value }), `${field} not_allowed`)
  })

  test('422 not_allowed: base_item_quantity', async () => {
    for (const value of [...noDecimal, '0', '0.000']) {
      expectRows(await productSenders[method]({ base_item_quantity: value }), 'base_item_quantity not_allowed')
    }
  })

  test('the longest texts fit; lengths count characters, not bytes', async () => {
    const longest = {
      name: '🍺'.repeat(200),
      material_type: 'ž'.repeat(40),
      brand: '🍺'.repeat(120),
      packaging_type: 'ž'.repeat(40),
      ean: '1'.repeat(40),
      barcode: '2'.repeat(80),
    }
    const reply = await senders[method](longest)
    expect(reply.status).toBeLessThan(300)
    expect(reply.body).toMatchObject(longest)
  })

  test('the largest numbers fit, and read as numbers do: without superfluous zeros', async () => {
    const sent = {
      volume_l: '999999999999999999.12345678',
      abv: '100.0000',
      plato: '012.1234',
      sale_price: '1.5000000',
    }
    const reply = await senders[method](sent)
    expect(reply.status).toBeLessThan(300)
    const read = (await api.get(`/items/${reply.body.id}`)).body
    for (const shown of [reply.body, read]) {
      expect(shown).toMatchObject({
        volume_l: '999999999999999999.12345678',
        abv: '100',
        plato: '12.1234',
        sale_price: '1.5',
      })
    }
    expect((await senders[method]({ sale_price: '-0.00', volume_l: '0' })).body).toMatchObject({
      sale_price: '0',
      volume_l: '0',
    })
  })

  test.for(['unit', 'recipe_unit'])('422: %s has exactly one member that can be read', async field => {
    const send = (value: unknown) => senders[method]({ [field]: value })
    for (const both of [{ unit_code: 'pcs', unit_id: nobody }, {}]) {
      expectRows(await send(both), `${field} exactly_one_of`)
    }
    expectRows(await send({ unit_id: 'kilogram' }), `${field}.unit_id invalid_reference`)
    expectRows(await send({ unit_code: '' }), `${field}.unit_code not_allowed`)
    expectRows(await send({ unit_code: 'x'.repeat(11) }), `${field}.unit_code not_allowed`)
    expectRows(await send({ unit_code: 'pcs', code: 'pcs' }), `${field}.code unknown_field`)
    expectRows(await send('pcs'), `${field} not_allowed`)
  })

  test.for(['unit', 'recipe_unit'])('422 unit_not_available: %s is none of this account', async field => {
    const [foreign] = (await account.live.get('/units')).body.data
    const retired = { symbol: 'x', name_cs: 'x', name_en: 'x', dimension: 'count', is_active: false } as const
    await account.apply({ units: [{ ...retired, code: 'retired' }] })
    const units = [
      { unit_code: 'zz' },
      { unit_code: 'PCS' },
      { unit_code: 'oz' },
      { unit_code: 'retired' },
      { unit_id: nobody },
      { unit_id: foreign.id },
    ]
    for (const unit of units) {
      const reply = await senders[method]({ [field]: unit })
      expect(reply, JSON.stringify(unit)).toMatchObject({ status: 422, body: { code: 'unit_not_available', field } })
    }
  })

  test('422 recipe_unit_dimension_mismatch', async () => {
    const kilogram = { unit: { unit_code: 'kg' } }
    const recipe = await senders[method]({ ...kilogram, recipe_unit: { unit_code: 'ml' } })
    expect(recipe).toMatchObject({ status: 422, body: { code: 'recipe_unit_dimension_mismatch' } })
    const dozen = await senders[method]({ recipe_unit: { unit_code: 'dozen' } })
    expect(dozen.body.recipe_unit).toMatchObject({ code: 'dozen', dimension: 'count', decimals: 0 })
    const both = await senders[method]({ ...kilogram, recipe_unit: { unit_code: 'g' } })
    expect(both.body).toMatchObject({ unit: { code: 'kg' }, recipe_unit: { code: 'g', symbol: 'g' } })
    expect((await senders[method]({ unit: piece, recipe_unit: null })).body.recipe_unit).toBeNull()
  })

  test('422 invalid_reference: sale_vat_rate_id', async () => {
    await account.apply({ vat_rates: [{ code: 'OLD', name: 'Old', rate_pct: '15', is_active: false }] })
    const old = (await api.get('/vat-rates')).body.data.find(({ code }: { code: string }) => code === 'OLD')
    const [foreign] = (await account.live.get('/vat-rates')).body.data
    for (const id of ['21', nobody, foreign.id, old.id]) {
      expectRows(await senders[method]({ sale_vat_rate_id: id }), 'sale_vat_rate_id invalid_reference')
    }
    expect((await senders[method]({ sale_vat_rate_id: null })).body.sale_vat_rate_id).toBeNull()
  })

  test('422 invalid_reference: base_item_id is no usable production item of this book', async () => {
    const idle = { name: 'Idle', unit: litre, item_type: 'production_item', is_active: false }
    const { id: inactive } = (await api.post('/items', idle)).body
    for (const id of ['beer', nobody, foreignBeer, inactive, subject.plain, subject.product]) {
      expectRows(await productSenders[method]({ base_item_id: id }), 'base_item_id invalid_reference')
    }
  })

  test('422 required: base_item_id of a base_product', async () => {
    expectRows(await productSenders[method]({ base_item_id: null }), 'base_item_id required')
    expectRows(await senders[method]({ item_type: 'base_product' }), 'base_item_id required')
  })

  test.for(['brew_material', 'production_item', 'purchased_sale_item', 'packaging', 'service', 'other'])(
    '422 unexpected_field: base_item_id and base_item_quantity of %s',
    async item_type => {
      const sent = await senders[method]({ item_type, base_item_id: beer, base_item_quantity: '1' })
      expectRows(sent, 'base_item_id unexpected_field', 'base_item_quantity unexpected_field')
      const nulls = await senders[method]({ item_type, base_item_id: null, base_item_quantity: null })
      expect(nulls.body).toMatchObject({ item_type, base_item_id: null, base_item_quantity: null })
    },
  )

  test('422 quantity_scale: base_item_quantity is in the unit of the base item', async () => {
    const finer = await productSenders[method]({ base_item_quantity: '0.1234' })
    expect(finer).toMatchObject({ status: 422, body: { code: 'quantity_scale', field: 'base_item_quantity' } })
    const exact = await productSenders[method]({ base_item_quantity: '0.1230000' })
    expect(exact.body.base_item_quantity).toBe('0.123')
    const tray = (await api.post('/items', { name: 'Tray', unit: piece, item_type: 'production_item' })).body.id
    const half = await productSenders[method]({ base_item_id: tray, base_item_quantity: '1.5' })
    expect(half.body).toMatchObject({ code: 'quantity_scale', field: 'base_item_quantity' })
    const whole = await productSenders[method]({ base_item_id: tray, base_item_quantity: '2.000' })
    expect(whole.body).toMatchObject({ base_item_id: tray, base_item_quantity: '2' })
    expect((await productSenders[method]({ base_item_id: beer, base_item_quantity: null })).status).toBeLessThan(300)
  })

  test('422 unknown_field: what only the service knows', async () => {
    const sent = { code: 'Z1', stock_category: 'goods', is_packaging: true, status: 'draft', lines: [], version: 1 }
    const rows = Object.keys(sent).map(field => `${field} unknown_field`)
    expectRows(await senders[method](sent), ...rows)
    expectRows(await senders[method]({ ...sent, name: '' }), ...rows, 'name not_allowed')
  })
})

describe('POST: the whole body', () => {
  test('422 required: name and unit, and every other fault beside them', async () => {
    expectRows(await api.post('/items', {}), 'name required', 'unit required')
    const reply = await api.post('/items', { item_type: 'base_product', abv: 5, colour: 'red', ean: 'x'.repeat(41) })
    expectRows(
      reply,
      'abv not_allowed',
      'base_item_id required',
      'colour unknown_field',
      'ean not_allowed',
      'name required',
      'unit required',
    )
    expectRows(await api.post('/items', { name: 'A', unit: null }), 'unit not_allowed')
  })

  test('422: an external_ref that is none', async () => {
    const send = (external_ref: unknown) => senders.POST({ external_ref })
    expectRows(await send({ system: 'E-SHOP', id: '1' }), 'external_ref.system not_allowed')
    expectRows(await send({ system: 'e', id: '1' }), 'external_ref.system not_allowed')
    expectRows(await send({ system: 'eshop', id: '' }), 'external_ref.id not_allowed')
    expectRows(await send({ system: 'eshop', id: 'x'.repeat(129) }), 'external_ref.id not_allowed')
    expectRows(await send({ system: 'eshop' }), 'external_ref.id required')
    expectRows(await send('eshop:1'), 'external_ref not_allowed')
  })

  test('422: both references are named at once', async () => {
    const reply = await api.post('/items', product({ base_item_id: nobody, sale_vat_rate_id: nobody }))
    expectRows(reply, 'base_item_id invalid_reference', 'sale_vat_rate_id invalid_reference')
  })
})

describe('PATCH: together with what the item keeps', () => {
  const fresh = async (body: object): Promise<string> => (await api.post('/items', body)).body.id

  test('422 unknown_field: external_ref stays what it was', async () => {
    const reply = await senders.PATCH({ external_ref: { system: 'eshop', id: '1' } })
    expectRows(reply, 'external_ref unknown_field')
    expectRows(await senders.PATCH({ unit: null }), 'unit not_allowed')
  })

  test('422 recipe_unit_dimension_mismatch: a new unit beside the recipe unit it has', async () => {
    const id = await fresh({ name: 'Hops', unit: { unit_code: 'kg' }, recipe_unit: { unit_code: 'g' } })
    const reply = await api.patch(`/items/${id}`, { unit: litre })
    expect(reply.body.code).toBe('recipe_unit_dimension_mismatch')
    expect((await api.patch(`/items/${id}`, { unit: litre, recipe_unit: null })).body.unit.code).toBe('l')
  })

  test('422 unexpected_field: another type while it is still filled from an item', async () => {
    const id = await fresh(product({ base_item_quantity: '30' }))
    expectRows(
      await api.patch(`/items/${id}`, { item_type: 'other' }),
      'base_item_id unexpected_field',
      'base_item_quantity unexpected_field',
    )
    const cleared = { item_type: 'other', base_item_id: null, base_item_quantity: null }
    expect((await api.patch(`/items/${id}`, cleared)).body).toMatchObject(cleared)
    const again = await api.patch(`/items/${id}`, { item_type: 'base_product', base_item_id: beer })
    expect(again.body).toMatchObject({ stock_category: 'product', base_item_id: beer, base_item_quantity: null })
  })

  test('422 quantity_scale: a new base item of a coarser unit under the quantity it has', async () => {
    const id = await fresh(product({ base_item_quantity: '0.5' }))
    const tray = await fresh({ name: 'Tray', unit: piece, item_type: 'production_item' })
    const reply = await api.patch(`/items/${id}`, { base_item_id: tray })
    expect(reply.body).toMatchObject({ code: 'quantity_scale', field: 'base_item_quantity' })
  })

  test('422 invalid_reference: an item is not filled from itself', async () => {
    const id = await fresh({ name: 'Beer', unit: litre, item_type: 'production_item' })
    const reply = await api.patch(`/items/${id}?dry_run=true`, { item_type: 'base_product', base_item_id: id })
    expectRows(reply, 'base_item_id invalid_reference')
  })

  test('200: a base item, a VAT rate and a unit that were deactivated since stay', async () => {
    const sack = { code: 'sack', symbol: 's', name_cs: 's', name_en: 's', dimension: 'count' } as const
    const rate = { code: 'GONE', name: 'Gone', rate_pct: '10' }
    await account.apply({ units: [sack], vat_rates: [rate] })
    const rates: { id: string; code: string }[] = (await api.get('/vat-rates')).body.data
    const kept = {
      base_item_id: await fresh({ name: 'Beer', unit: litre, item_type: 'production_item' }),
      sale_vat_rate_id: rates.find(({ code }) => code === 'GONE')!.id,
    }
    const id = await fresh(product({ ...kept, unit: { unit_code: 'sack' }, is_active: false }))
    await api.patch(`/items/${kept.base_item_id}`, { is_active: false })
    await account.apply({ units: [{ ...sack, is_active: false }], vat_rates: [{ ...rate, is_active: false }] })
    const reply = await api.patch(`/items/${id}`, { name: 'B', ...kept })
    expect(reply.body).toMatchObject({ name: 'B', ...kept, unit: { code: 'sack' } })
  })

  test('200: sending back the unit it has is no change, though the unit was deactivated since', async () => {
    const pinch = { code: 'pinch', symbol: 'p', name_cs: 'p', name_en: 'p', dimension: 'weight' } as const
    await account.apply({ units: [pinch] })
    const id = await fresh({ name: 'Salt', unit: { unit_code: 'kg' }, recipe_unit: { unit_code: 'pinch' } })
    await account.apply({ units: [{ ...pinch, is_active: false }] })
    const reply = await api.patch(`/items/${id}`, { recipe_unit: { unit_code: 'pinch' } })
    expect(reply).toMatchObject({ status: 200, headers: { etag: 'W/"1"' } })
  })
})
