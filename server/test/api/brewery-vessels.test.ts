/** Vessels: read, cleaned, set up in the settings. */
import { describe, expect, test } from 'vitest'
import { brewhouse } from '../support/brewery.ts'
import { upload } from '../support/files.ts'
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
    expect((await send('occupy', { note: 'x' }, { 'if-match': 'W/"9"' })).body.code).toBe('unknown_action')
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

describe('a batch in a vessel', () => {
  test('is shown as it is now: each change of it is a version of the vessel', async () => {
    const book = await brewhouse(service)
    const path = `/vessels/${await book.vessel('2000')}`
    const batch = (await book.batch({ name: 'Ležák' })).body
    const own = `/batches/${batch.id}`
    const advance = { phase: 'fermentation', vessel_id: path.split('/').at(-1), volume_l: '1500.5' }
    expect((await book.act(own, 'advance_phase', advance)).status).toBe(200)
    const shown = { id: batch.id, number: batch.number, name: 'Ležák', phase: 'fermentation' }
    const entered = await book.api.get(path)
    expect(entered.headers.etag).toBe('W/"2"')
    expect(entered.body).toMatchObject({ status: 'occupied', batch: shown, contents_l: '1500.5', allowed_actions: [] })
    expect((await book.act(path, 'start_cleaning')).body.code).toBe('invalid_transition')
    await book.api.patch(own, { name: 'Výroční' })
    await book.act(own, 'record_loss', { volume_l: '0.5' })
    const later = await book.api.get(path)
    expect([later.headers.etag, later.body.batch.name, later.body.contents_l]).toEqual(['W/"4"', 'Výroční', '1500'])
    await book.api.patch(own, { notes: 'Nic, co nádoba ukazuje.' })
    expect((await book.api.get(path)).headers.etag).toBe('W/"4"')
  })

  test('keeps the vessel from being taken out of use or made too small; its new name is followed', async () => {
    const book = await brewhouse(service)
    const { vessel: id, path } = await book.fermenting('1500')
    const settings = await settingsOf(service, book.tenant)
    const { code, name } = (await book.api.get(`/vessels/${id}`)).body
    const refuse = (facts: object) => settings.refuse({ vessels: [{ code, name, capacity_l: '5000', ...facts }] })
    const number = (await book.api.get(path)).body.number
    expect(await refuse({ is_active: false })).toEqual([`vessels ${code}: The batch ${number} is in it.`])
    expect(await refuse({ capacity_l: '1499.999' })).toEqual([`vessels ${code}: There are 1500 l in it.`])
    const before = (await book.api.get(path)).headers.etag
    expect(await settings.accept({ vessels: [{ code, name: 'Tank U okna', capacity_l: '1500' }] })).toHaveLength(1)
    const after = await book.api.get(path)
    expect(after.body.vessel).toEqual({ id, name: 'Tank U okna' })
    expect(after.headers.etag).not.toBe(before)
    expect((await book.api.get(`/vessels/${id}`)).body).toMatchObject({ status: 'occupied', contents_l: '1500' })
  })

  test('leaves it to be cleaned where that is required; the history tells what was in it', async () => {
    const book = await brewhouse(service)
    const vessel = await book.vessel('5000', { requires_cleaning: true })
    const path = `/vessels/${vessel}`
    const brew = async () => {
      const batch = (await book.batch()).body
      const body = { phase: 'fermentation', vessel_id: vessel, volume_l: '1000' }
      const reply = await book.act(`/batches/${batch.id}`, 'advance_phase', body)
      return { batch, reply, complete: () => book.act(`/batches/${batch.id}`, 'advance_phase', { phase: 'completed' }) }
    }
    const first = await brew()
    await first.complete()
    expect((await book.api.get(path)).body).toMatchObject({ status: 'cleaning', batch: null, contents_l: '0' })
    const early = await brew()
    expect(early.reply.body).toMatchObject({ code: 'conflict', blockers: [{ object: 'vessel', id: vessel }] })
    const cleaned = (await book.act(path, 'finish_cleaning')).body.last_cleaned_at
    const second = await brew()
    expect(second.reply.status).toBe(200)
    const use = ({ batch: { id, number, name } }: typeof first) => ({ id, number, name })
    const phase = { object: 'vessel_use', phase: 'fermentation', started_at: expect.any(String), livemode: false }
    const history = (await book.api.get(`${path}/history`)).body.data
    expect(history).toEqual([
      { ...phase, batch: use(second), ended_at: null, last_cleaned_at: cleaned },
      { ...phase, batch: use(first), ended_at: expect.any(String), last_cleaned_at: null },
    ])
    const page = (await book.api.get(`${path}/history?limit=1`)).body
    expect([page.data, page.has_more]).toEqual([[history[0]], true])
    const rest = (await book.api.get(`${path}/history?limit=1&cursor=${page.next_cursor}`)).body
    expect([rest.data, rest.has_more]).toEqual([[history[1]], false])
    const since = encodeURIComponent(history[0].started_at)
    expect((await book.api.get(`${path}/history?created_since=${since}`)).body.data).toEqual([history[0]])
  })

  test('by an undo it never was in, nor ever left', async () => {
    const book = await brewhouse(service)
    const [one, two] = [
      await book.vessel('5000', { requires_cleaning: true }),
      await book.vessel('5000', { requires_cleaning: true }),
    ]
    const batch = `/batches/${(await book.batch()).body.id}`
    await book.act(batch, 'advance_phase', { phase: 'fermentation', vessel_id: one, volume_l: '1000' })
    await book.act(batch, 'move', { vessel_id: two })
    const statuses = async () =>
      Promise.all([one, two].map(async id => (await book.api.get(`/vessels/${id}`)).body.status))
    expect(await statuses()).toEqual(['cleaning', 'occupied'])
    expect((await book.act(batch, 'undo_last')).status).toBe(200)
    expect(await statuses()).toEqual(['occupied', 'free'])
    expect((await book.act(batch, 'undo_last')).status).toBe(200)
    expect(await statuses()).toEqual(['free', 'free'])
  })

  test('201: a laboratory sheet is attached to it', async () => {
    const book = await brewhouse(service)
    const { id } = (await book.batch()).body
    const entity = { entity_type: 'batch', entity_id: id }
    const file = await upload(book.api, service, { entity })
    expect((await book.api.get(`/attachments?entity_type=batch&entity_id=${id}`)).body.data).toMatchObject([
      { id: file.id, ...entity },
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
