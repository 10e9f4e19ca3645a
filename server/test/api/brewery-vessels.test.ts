/** Vessels: read, cleaned, set up in the settings. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { settingsOf } from '../support/settings.ts'
import { faultsOf, nobody, rowsOfBooks, type StockAccount, stockAccount } from '../support/stock.ts'

const service = useService()
const newBook = () => stockAccount(service)
const tank = { code: 'CKT1', name: 'Tank 1', capacity_l: '2000' }

async function vessel(book: StockAccount, facts: object = {}): Promise<string> {
  const entry = { ...tank, ...facts }
  await book.apply({ vessels: [entry] })
  const { data } = (await book.api.get(`/vessels?search=${entry.code}`)).body
  return `/vessels/${data[0].id}`
}

describe('GET /vessels', () => {
  test('200: what is set up, free at first', async () => {
    const book = await newBook()
    const path = await vessel(book, { kind: 'bright_tank', requires_cleaning: true, sort_order: 7 })
    const reply = await book.api.get(path)
    expect(reply.headers.etag).toBe('W/"1"')
    expect(reply.body).toEqual({
      object: 'vessel',
      id: path.split('/').at(-1),
      code: 'CKT1',
      name: 'Tank 1',
      kind: 'bright_tank',
      capacity_l: '2000',
      status: 'free',
      batch: null,
      contents_l: '0',
      requires_cleaning: true,
      last_cleaned_at: null,
      sort_order: 7,
      is_active: true,
      allowed_actions: ['start_cleaning'],
      livemode: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await book.api.get('/vessels')).body.data).toEqual([reply.body])
    expect((await book.api.get(`${path}/history`)).body).toEqual({ data: [], next_cursor: null, has_more: false })
  })

  test('200: by status, kind, is_active and search', async () => {
    const book = await newBook()
    const kettle = { ...tank, code: 'VARNA', name: 'Měděná pánev', kind: 'kettle' as const }
    await book.apply({ vessels: [tank, kettle, { ...tank, code: 'OLD', name: 'Vyřazený', is_active: false }] })
    const codes = async (query: string) =>
      (await book.api.get(`/vessels?${query}`)).body.data.map(({ code }: { code: string }) => code).sort()
    expect(await codes('kind=kettle')).toEqual(['VARNA'])
    expect(await codes('is_active=false')).toEqual(['OLD'])
    expect(await codes('search=medena')).toEqual(['VARNA'])
    expect(await codes('search=ckt')).toEqual(['CKT1'])
    const path = `/vessels/${(await book.api.get('/vessels?search=ckt')).body.data[0].id}`
    await book.act(path, 'start_cleaning')
    expect(await codes('status=cleaning')).toEqual(['CKT1'])
    expect(await codes('status=free&is_active=true')).toEqual(['VARNA'])
    expect(await codes('status=occupied')).toEqual([])
    expect(faultsOf(await book.api.get('/vessels?status=dirty'))).toEqual(['status not_allowed'])
  })

  test('404 not_found, 403 insufficient_scope, 403 module_not_enabled', async () => {
    const book = await newBook()
    for (const path of [`/vessels/${nobody}`, `/vessels/${nobody}/history`]) {
      expect((await book.api.get(path)).body.code).toBe('not_found')
    }
    expect((await book.api.post(`/vessels/${nobody}/actions/start_cleaning`)).body.code).toBe('not_found')
    const path = await vessel(book)
    const reader = await book.tenant.key({ scopes: ['brewery:read'] })
    expect((await reader.get(path)).status).toBe(200)
    expect((await reader.post(`${path}/actions/start_cleaning`)).body.code).toBe('insufficient_scope')
    const other = await book.tenant.key({ scopes: ['stock:read'] })
    expect((await other.get('/vessels')).body.code).toBe('insufficient_scope')
    await book.tenant.set({ modules: ['stock'] })
    expect((await book.api.get('/vessels')).body.code).toBe('module_not_enabled')
  })
})

describe('cleaning', () => {
  test('200: free, cleaning, free; the end of it is kept', async () => {
    const book = await newBook()
    const path = await vessel(book)
    const started = await book.act(path, 'start_cleaning')
    expect(started.body).toMatchObject({ status: 'cleaning', allowed_actions: ['finish_cleaning'] })
    expect([started.headers.etag, started.body.last_cleaned_at]).toEqual(['W/"2"', null])
    const note = 'Louh 2 %, kyselina'
    const finished = await book.api.post(`${path}/actions/finish_cleaning`, { note })
    expect(finished.body).toMatchObject({ status: 'free', allowed_actions: ['start_cleaning'] })
    expect([finished.headers.etag, finished.body.last_cleaned_at]).toEqual(['W/"3"', finished.body.updated_at])
    expect((await book.api.get(path)).body).toEqual(finished.body)
    await book.act(path, 'start_cleaning')
    const again = await book.api.post(`${path}/actions/finish_cleaning`)
    expect(again.body.last_cleaned_at > finished.body.last_cleaned_at).toBe(true)
    expect(await book.eventTypes()).toEqual([])
  })

  test('409 invalid_transition, 404 unknown_action, 412 stale_version, 422: nothing is changed', async () => {
    const book = await newBook()
    const path = await vessel(book)
    const before = await rowsOfBooks(service)
    const send = (key: string, body: object = {}, headers = {}) =>
      book.api.post(`${path}/actions/${key}`, body, { headers })
    const early = await send('finish_cleaning')
    expect(early.body).toMatchObject({ code: 'invalid_transition', allowed_actions: ['start_cleaning'] })
    expect((await send('occupy')).body.code).toBe('unknown_action')
    expect((await send('start_cleaning', { note: 'x' })).body.code).toBe('unknown_field')
    expect((await send('start_cleaning', {}, { 'if-match': 'W/"9"' })).body.code).toBe('stale_version')
    expect(faultsOf(await send('finish_cleaning', { note: 'x'.repeat(2001) }))).toEqual(['note not_allowed'])
    const tried = await book.api.post(`${path}/actions/start_cleaning?dry_run=true`)
    expect(tried.body).toMatchObject({ status: 'cleaning', dry_run: true })
    expect(await rowsOfBooks(service)).toEqual(before)
    const { data } = (await book.api.get(`${path}/actions`)).body
    const allowed = data.map(({ key, allowed: isOpen }: { key: string; allowed: boolean }) => [key, isOpen])
    expect(allowed).toEqual([
      ['start_cleaning', true],
      ['finish_cleaning', false],
    ])
  })
})

describe('what brewing uses', () => {
  test('a warehouse of an open batch stays in use; once it is another one’s, it may go', async () => {
    const book = await newBook()
    const beer = await book.item({ item_type: 'production_item', unit: { unit_code: 'l' } })
    const body = { item_id: beer, planned_volume_l: '1000', warehouse_id: book.second }
    const batch = (await book.api.post('/batches', body)).body
    const closed = { warehouses: [{ code: 'SECOND', name: 'Druhý sklad', is_active: false }] }
    const settings = await settingsOf(service, book.tenant)
    expect(await settings.refuse(closed)).toEqual([
      'warehouses SECOND: It holds stock, open documents, open batches or a running count.',
    ])
    expect((await book.api.patch(`/batches/${batch.id}`, { warehouse_id: book.main })).status).toBe(200)
    expect(await settings.accept(closed)).toEqual(['update warehouses SECOND'])
  })

  test('409 conflict: the unit and the type of an item a batch or a bill relies on stay', async () => {
    const book = await newBook()
    const pcs = { unit_code: 'pcs' }
    const beer = await book.item({ item_type: 'production_item', unit: { unit_code: 'l' } })
    const label = await book.item({ unit: pcs, item_type: 'packaging' })
    const bottle = await book.item({ unit: pcs, item_type: 'base_product', base_item_id: beer })
    await book.api.post('/batches', { item_id: beer, planned_volume_l: '1000' })
    await book.apply({ packaging_bills: [{ product: bottle, material: label, quantity: '1' }] })
    const change = async (item: string, body: object) => (await book.api.patch(`/items/${item}`, body)).body.detail
    expect(await change(beer, { unit: { unit_code: 'hl' } })).toBe('The unit cannot change: a batch is written in l.')
    expect(await change(beer, { item_type: 'other' })).toBe('The item type cannot change: a batch relies on it.')
    expect(await change(label, { unit: { unit_code: 'kg' } })).toBe(
      'The unit cannot change: a packaging bill is written in ks.',
    )
    expect(await change(label, { item_type: 'service' })).toBe(
      'The item cannot become a service: a packaging bill names it.',
    )
    expect(await change(bottle, { item_type: 'other', base_item_id: null })).toBe(
      'The item type cannot change: a packaging bill relies on it.',
    )
  })
})
