/** Items: create, read, change, number, find. What each field may hold is told in item-rules. */
import { describe, expect, test } from 'vitest'
import type { Settings } from '../../src/kernel/settings.ts'
import { newAccount } from '../support/account.ts'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))
const key = async () => (await theAccount()).api
/** Of a book where nothing is yet. */
const newKey = async () => (await service.tenant()).key()
const nobody = '01890000-0000-7000-8000-000000000000'
const piece = { unit_code: 'pcs' }
const litre = { unit_code: 'l' }
const beer = { name: 'Beer', unit: litre, item_type: 'production_item' }

const add = async (api: Client, body: object): Promise<string> => {
  const reply = await api.post('/items', { name: 'A', unit: piece, ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}

describe('POST /items', () => {
  test('201: defaults, Location, ETag, event', async () => {
    const api = await key()
    const reply = await api.post('/items', { name: 'Sklenice', unit: piece })
    expect(reply.status).toBe(201)
    expect(reply.headers.etag).toBe('W/"1"')
    expect(reply.headers.location).toBe(`/api/v1/items/${reply.body.id}`)
    const [standard] = (await api.get('/vat-rates')).body.data
    const { id, unit, created_at, updated_at, ...rest } = reply.body
    expect(rest).toEqual({
      object: 'item',
      code: 'Z00001',
      name: 'Sklenice',
      brand: null,
      item_type: 'other',
      material_type: null,
      stock_category: 'other',
      recipe_unit: null,
      base_item_id: null,
      base_item_quantity: null,
      is_packaging: false,
      packaging_type: null,
      volume_l: null,
      abv: null,
      plato: null,
      shelf_life_days: null,
      ean: null,
      barcode: null,
      sale_price: null,
      sale_vat_rate_id: standard.id,
      pos_available: false,
      web_available: false,
      external_ref: null,
      is_active: true,
      livemode: false,
    })
    expect(unit).toMatchObject({ code: 'pcs', symbol: 'ks', dimension: 'count', decimals: 0 })
    expect(updated_at).toBe(created_at)
    const { data } = (await api.get('/events')).body
    expect(data).toMatchObject([
      {
        sequence: 1,
        type: 'item.created',
        request_id: reply.headers['x-request-id'],
        data: { object: { id }, changes: null, created: null },
      },
    ])
    expect(data[0].data.object).toEqual(reply.body)
  })

  test('201: every field is kept, a unit also by its id', async () => {
    const api = await key()
    const base = await add(api, beer)
    const unit = (await api.get('/units')).body.data.find(({ code }: { code: string }) => code === 'pcs')
    const [, reduced] = (await api.get('/vat-rates')).body.data
    const body = {
      name: '  Zlatá lípa 12°  ',
      item_type: 'base_product',
      material_type: '',
      base_item_id: base,
      base_item_quantity: '0.5',
      brand: 'Zlatá lípa',
      packaging_type: 'bottle_05',
      volume_l: '0.5',
      abv: '5.01',
      plato: '12.25',
      shelf_life_days: 3650,
      sale_price: '26.446281',
      ean: '8594001230012',
      barcode: 'A-1/ž',
      sale_vat_rate_id: reduced.id,
      pos_available: true,
      web_available: true,
      external_ref: { system: 'eshop', id: 'ZL12:05' },
      is_active: false,
    }
    const recipe_unit = { unit_code: 'dozen' }
    const created = await api.post('/items', { ...body, unit: { unit_id: unit.id }, recipe_unit })
    expect(created.body).toMatchObject({ ...body, unit: { id: unit.id, code: 'pcs' }, recipe_unit: { code: 'dozen' } })
    const read = await api.get(`/items/${created.body.id}`)
    expect(read.body).toEqual(created.body)
    expect(read.headers.etag).toBe('W/"1"')
    expect((await api.get('/items?limit=1')).body.data).toEqual([created.body])
  })

  test.for([
    ['brew_material', 'material'],
    ['production_item', 'semi_product'],
    ['base_product', 'product'],
    ['purchased_sale_item', 'goods'],
    ['packaging', 'packaging'],
    ['service', 'service'],
    ['other', 'other'],
  ] as const)('201: %s is stocked as %s', async ([item_type, stock_category]) => {
    const api = await key()
    const base = item_type === 'base_product' ? { base_item_id: await add(api, beer) } : {}
    const { body } = await api.post('/items', { name: 'A', unit: piece, item_type, ...base })
    expect(body).toMatchObject({ item_type, stock_category, is_packaging: item_type === 'packaging' })
  })

  test('200 by dry_run: shows the item, keeps nothing, takes no number', async () => {
    const api = await newKey()
    const tried = await api.post('/items?dry_run=true', { name: 'A', unit: piece })
    expect(tried.body).toMatchObject({ code: 'Z00001', dry_run: true, events: [{ type: 'item.created' }] })
    expect((await api.get('/items')).body.data).toEqual([])
    expect((await api.post('/items', { name: 'B', unit: piece })).body.code).toBe('Z00001')
  })
})

describe('the code', () => {
  test('has no gap after a refusal, and none after ten creates at once', async () => {
    const api = await newKey()
    await add(api, {})
    const refused = [{ unit: { unit_code: 'zz' } }, { sale_vat_rate_id: nobody }, { recipe_unit: { unit_code: 'kg' } }]
    for (const wrong of refused)
      expect((await api.post('/items', { name: 'A', unit: piece, ...wrong })).status).toBe(422)
    const sent = Array.from({ length: 10 }, (_, index) => api.post('/items', { name: `${index}`, unit: piece }))
    const codes = (await Promise.all(sent)).map(reply => reply.body.code)
    expect(codes.sort()).toEqual(Array.from({ length: 10 }, (_, index) => `Z${String(index + 2).padStart(5, '0')}`))
  })

  test('follows the series of the account, each book its own', async () => {
    const { api, live, apply } = await newAccount(service)
    await apply({ number_series: [{ document_kind: 'item', prefix: 'ITEM-', digits: 3 }] })
    await add(api, {})
    const { body } = await api.post('/items', { name: 'B', unit: piece })
    expect(body.code).toBe('ITEM-002')
    expect((await live.post('/items', { name: 'C', unit: piece })).body.code).toBe('Z00001')
  })
})

describe('external_ref', () => {
  const ref = { system: 'eshop', id: 'č. 1/2' }
  const body = { name: 'A', unit: piece, external_ref: ref }

  test('409 external_ref_conflict: the id and the place of the other item', async () => {
    const api = await key()
    const first = await api.post('/items', body)
    const second = await api.post('/items', { ...body, name: 'B' })
    expect(second).toMatchObject({ status: 409, headers: { location: first.headers.location } })
    expect(second.body).toMatchObject({ code: 'external_ref_conflict', existing_id: first.body.id })
  })

  test('200 with on_conflict=return: the item untouched, also when its references no longer hold', async () => {
    const api = await newKey()
    const first = await api.post('/items', body)
    for (const late of [{ name: 'B' }, { unit: { unit_code: 'zz' } }, { sale_vat_rate_id: nobody }]) {
      const again = await api.post('/items?on_conflict=return', { ...body, ...late })
      expect(again.status).toBe(200)
      expect(again.body).toEqual(first.body)
      expect(again.headers).toMatchObject({ location: first.headers.location, etag: 'W/"1"' })
    }
    expect((await api.get('/events')).body.data).toHaveLength(1)
    expect((await api.post('/items', { name: 'Next', unit: piece })).body.code).toBe('Z00002')
    const wrong = await api.post('/items?on_conflict=update', body)
    expect(wrong.body.errors).toMatchObject([{ field: 'on_conflict', code: 'not_allowed' }])
  })

  test('items and partners have references of their own; GET /items/by-external-ref finds by them', async () => {
    const api = await newKey()
    await api.post('/partners', { name: 'A', external_ref: ref })
    expect((await api.get(`/items/by-external-ref/eshop/${encodeURIComponent(ref.id)}`)).status).toBe(404)
    const created = await api.post('/items', body)
    const found = await api.get(`/items/by-external-ref/eshop/${encodeURIComponent(ref.id)}`)
    expect(found.body).toEqual(created.body)
    expect(found.headers.etag).toBe('W/"1"')
    expect((await api.get('/items/by-external-ref/eshop/none')).body.code).toBe('not_found')
    expect((await api.get(`/items/by-external-ref/shop/${encodeURIComponent(ref.id)}`)).body.code).toBe('not_found')
  })
})

describe('PATCH /items/{id}', () => {
  test('200: absent keeps, null clears; the event names the fields, derived ones too', async () => {
    const api = await newKey()
    const texts = { name: 'A', brand: 'B', material_type: 'hops', packaging_type: 'sack', ean: '1', barcode: '2' }
    const numbers = { volume_l: '1', abv: '2', plato: '3', sale_price: '4', shelf_life_days: 1 }
    const units = { unit: { unit_code: 'kg' }, recipe_unit: { unit_code: 'g' } }
    const { body: before } = await api.post('/items', { ...texts, ...numbers, ...units })
    const clearable = Object.keys({ ...texts, ...numbers, ...units }).filter(name => name !== 'name' && name !== 'unit')
    const cleared = Object.fromEntries([...clearable, 'sale_vat_rate_id'].map(name => [name, null]))
    expect(Object.keys(cleared).filter(name => before[name] === null)).toEqual([])
    const reply = await api.patch(`/items/${before.id}`, { ...cleared, item_type: 'packaging' })
    expect(reply).toMatchObject({ status: 200, headers: { etag: 'W/"2"' } })
    expect(reply.body).toEqual({
      ...before,
      ...cleared,
      item_type: 'packaging',
      stock_category: 'packaging',
      is_packaging: true,
      updated_at: reply.body.updated_at,
    })
    expect(reply.body.updated_at > before.updated_at).toBe(true)
    expect((await api.get(`/items/${before.id}`)).body).toEqual(reply.body)
    const event = (await api.get('/events')).body.data.at(-1)
    expect(event).toMatchObject({ type: 'item.updated', sequence: 2, data: { object: reply.body } })
    const changes = [...Object.keys(cleared), 'is_packaging', 'item_type', 'stock_category']
    expect(event.data.changes.sort()).toEqual(changes.sort())
  })

  test('200: a patch that changes nothing keeps the version, the time and the log', async () => {
    const api = await newKey()
    const { body } = await api.post('/items', { name: 'A', unit: piece, sale_price: '1.5', ean: '1' })
    const { sale_vat_rate_id } = body
    const same = [
      {},
      { name: 'A' },
      { sale_price: '1.50' },
      { sale_price: '01.5' },
      { unit: piece, item_type: 'other' },
    ]
    for (const sent of [...same, { unit: { unit_id: body.unit.id }, brand: null }, { sale_vat_rate_id, ean: '1' }]) {
      const reply = await api.patch(`/items/${body.id}`, sent)
      expect(reply, JSON.stringify(sent)).toMatchObject({ status: 200, headers: { etag: 'W/"1"' } })
      expect(reply.body).toEqual(body)
    }
    expect((await api.get('/events')).body.data).toHaveLength(1)
  })

  test('200: an id is the same in capitals, so sending it changes nothing', async () => {
    const api = await key()
    const base = await add(api, beer)
    const { body } = await api.post('/items', { name: 'A', unit: piece, item_type: 'base_product', base_item_id: base })
    const capitals = { base_item_id: base.toUpperCase(), sale_vat_rate_id: body.sale_vat_rate_id.toUpperCase() }
    const reply = await api.patch(`/items/${body.id}`, capitals)
    expect(reply).toMatchObject({ status: 200, headers: { etag: 'W/"1"' } })
    expect(reply.body).toEqual(body)
  })

  test('404 before 412 before 422; 422 for an empty body', async () => {
    const api = await key()
    const id = await add(api, {})
    const headers = { 'if-match': 'W/"7"' }
    expect((await api.patch(`/items/${nobody}`, { nme: 1 }, { headers })).body.code).toBe('not_found')
    const stale = await api.patch(`/items/${id}`, { nme: 1 }, { headers })
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale_version', current_etag: 'W/"1"' } })
    expect((await api.patch(`/items/${id}`, { nme: 1 })).body.code).toBe('unknown_field')
    expect((await api.patch(`/items/${id}`)).body.errors).toMatchObject([{ field: '', code: 'required' }])
  })

  test('If-Match lets one of two writers through; If-None-Match spares a reader the body', async () => {
    const api = await key()
    const id = await add(api, {})
    const headers = { 'if-match': 'W/"1"' }
    expect((await api.patch(`/items/${id}`, { name: 'B' }, { headers })).headers.etag).toBe('W/"2"')
    expect((await api.patch(`/items/${id}`, { name: 'C' }, { headers })).status).toBe(412)
    const unchanged = await api.get(`/items/${id}`, { headers: { 'if-none-match': 'W/"2"' } })
    expect(unchanged).toMatchObject({ status: 304, text: '', headers: { etag: 'W/"2"' } })
    const changed = await api.get(`/items/${id}`, { headers: { 'if-none-match': 'W/"1"' } })
    expect(changed).toMatchObject({ status: 200, body: { name: 'B' } })
  })
})

describe('what relies on an item', () => {
  const pubs = { code: 'PUBS', name: 'Pubs' }
  const entry = { item: 'Z00001', unit_price: '1', is_active: false }

  test('200: the unit changes while nothing is written in it', async () => {
    const api = await key()
    const id = await add(api, { sale_price: '10' })
    expect((await api.patch(`/items/${id}`, { unit: { unit_code: 'kg' } })).body.unit.code).toBe('kg')
  })

  const uses: [string, Omit<Settings, 'version'>][] = [
    ['a price list', { price_lists: [{ ...pubs, entries: [entry] }] }],
    ['a partner price', { partner_prices: [{ ...entry, partner: '27145310' }] }],
    ['a discount', { discounts: [{ code: 'D', name: 'D', item: 'Z00001', discount_pct: '5', is_active: false }] }],
  ]

  test.for(uses)('409 conflict: the unit, once %s is written in it', async ([, settings]) => {
    const { api, apply } = await newAccount(service)
    const id = await add(api, {})
    const other = await add(api, {})
    await api.post('/partners', { name: 'A', ico: '27145310' })
    await apply(settings)
    const unit = { unit_code: 'kg' }
    expect(await api.patch(`/items/${id}`, { unit })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await api.patch(`/items/${id}`, { unit: piece, item_type: 'service' })).headers.etag).toBe('W/"2"')
    expect((await api.patch(`/items/${other}`, { unit })).status).toBe(200)
  })

  test('409 conflict: the unit and the type of a production item, while a product is filled from it', async () => {
    const api = await key()
    const base = await add(api, beer)
    const id = await add(api, { item_type: 'base_product', base_item_id: base })
    for (const change of [{ unit: { unit_code: 'hl' } }, { item_type: 'other' }]) {
      expect((await api.patch(`/items/${base}`, change)).body.code).toBe('conflict')
    }
    expect((await api.patch(`/items/${base}`, { name: 'Lager', is_active: false })).status).toBe(200)
    await api.patch(`/items/${id}`, { item_type: 'other', base_item_id: null })
    const freed = await api.patch(`/items/${base}`, { unit: { unit_code: 'hl' }, item_type: 'other' })
    expect(freed.body).toMatchObject({ unit: { code: 'hl' }, item_type: 'other' })
  })

  test('409 conflict: the type of packaging that has a deposit', async () => {
    const { api, apply } = await newAccount(service)
    const id = await add(api, { item_type: 'packaging' })
    await apply({ deposits: [{ code: 'KEG', name: 'Keg', packaging_item: 'Z00001', amount: '1500' }] })
    expect((await api.patch(`/items/${id}`, { item_type: 'other' })).body.code).toBe('conflict')
    expect((await api.patch(`/items/${id}`, { item_type: 'packaging', name: 'B' })).status).toBe(200)
  })
})

describe('GET /items', () => {
  const idsOf = async (api: Client, query: string): Promise<string[]> =>
    (await api.get(`/items?${query}`)).body.data.map(({ id }: { id: string }) => id)

  test('200: each filter, alone and combined, newest first', async () => {
    const api = await newKey()
    const base = await add(api, { ...beer, external_ref: { system: 'brew', id: 'a:b' } })
    const keg = await add(api, { item_type: 'base_product', base_item_id: base, ean: '859', web_available: true })
    const glass = await add(api, { barcode: 'B-1', pos_available: true, web_available: true })
    const old = await add(api, { is_active: false, pos_available: true })
    expect(await idsOf(api, 'limit=200')).toEqual([old, glass, keg, base])
    expect(await idsOf(api, 'item_type=other')).toEqual([old, glass])
    expect(await idsOf(api, 'code=Z00002')).toEqual([keg])
    expect(await idsOf(api, 'ean=859')).toEqual([keg])
    expect(await idsOf(api, 'ean=85')).toEqual([])
    expect(await idsOf(api, 'barcode=B-1')).toEqual([glass])
    expect(await idsOf(api, `base_item_id=${base}`)).toEqual([keg])
    expect(await idsOf(api, 'external_ref=brew:a:b')).toEqual([base])
    expect(await idsOf(api, 'is_active=false')).toEqual([old])
    expect(await idsOf(api, 'is_active=true')).toEqual([glass, keg, base])
    expect(await idsOf(api, 'web_available=true')).toEqual([glass, keg])
    expect(await idsOf(api, 'pos_available=true&web_available=false')).toEqual([old])
    expect(await idsOf(api, 'item_type=other&is_active=true')).toEqual([glass])
  })

  test('200: updated_since sees a change, created_since does not', async () => {
    const api = await newKey()
    const first = await add(api, {})
    const second = await add(api, {})
    const { updated_at } = (await api.patch(`/items/${first}`, { name: 'B' })).body
    expect(await idsOf(api, `updated_since=${updated_at}`)).toEqual([first])
    expect(await idsOf(api, `created_since=${updated_at}`)).toEqual([])
    expect(await idsOf(api, 'updated_since=2000-01-01T00:00:00Z')).toEqual([second, first])
  })

  test('200: search finds parts of name, code, ean and barcode without accents or case', async () => {
    const api = await newKey()
    const lager = await add(api, { name: 'Žatecký ležák 12°', ean: '8594001230012', barcode: 'KEG-Ř/50' })
    const percent = await add(api, { name: '100% Juice_x' })
    const found = (text: string) => idsOf(api, `search=${encodeURIComponent(text)}`)
    for (const text of ['zatecky', 'ŽATECKÝ', 'LEZAK', 'ký lež', '12°', 'z00001', '4001230', 'keg-r', 'Ř/5']) {
      expect(await found(text), text).toEqual([lager])
    }
    for (const text of ['100%', '%', 'e_x', 'juice']) expect(await found(text), text).toEqual([percent])
    expect(await found('100%x')).toEqual([])
    await api.patch(`/items/${lager}`, { name: 'Tmavé', barcode: null })
    expect(await found('zatecky')).toEqual([])
    expect(await found('keg-r')).toEqual([])
    expect(await found('tmave')).toEqual([lager])
  })

  test.for([
    ['item_type=beer', 'item_type not_allowed'],
    ['is_active=1', 'is_active not_allowed'],
    ['base_item_id=beer', 'base_item_id invalid_reference'],
    ['external_ref=nocolon', 'external_ref not_allowed'],
    ['search=', 'search not_allowed'],
    ['serach=x', 'serach unknown_field'],
  ] as const)('422: %s', async ([query, row]) => {
    const [{ field, code }] = (await (await key()).get(`/items?${query}`)).body.errors
    expect(`${field} ${code}`).toBe(row)
  })
})

test('404: an item of another tenant, or of the other book, is as absent as none', async () => {
  const { api, live } = await newAccount(service)
  const id = await add(api, { name: 'Marker', external_ref: { system: 'sys', id: '1' } })
  for (const stranger of [live, await key()]) {
    for (const path of [`/items/${id}`, `/items/${id}/prices`, '/items/by-external-ref/sys/1', '/items/x']) {
      expect((await stranger.get(path)).body.code, path).toBe('not_found')
    }
    expect((await stranger.patch(`/items/${id}`, { name: 'X' })).body.code).toBe('not_found')
    for (const path of ['/items', '/items?search=marker', '/items?external_ref=sys:1', '/events']) {
      expect((await stranger.get(path)).text, path).not.toContain('Marker')
    }
  }
  expect((await api.get(`/items/${id}`)).body.name).toBe('Marker')
})
