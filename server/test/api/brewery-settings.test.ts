/** The brewery, its vessels and packaging bills in the settings; books that are older than them. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { completeBooks } from '../../src/domains/accounts/books.ts'
import { useService } from '../support/service.ts'
import { type BookSettings, settingsOf } from '../support/settings.ts'

const service = useService()
const book = () => settingsOf(service)
const start = { billed_until: null, default_warehouse: null, excise_rounding: 'up' }

const series = async ({ api }: BookSettings) =>
  (await api.get('/number-series')).body.data
    .filter(({ document_kind }: { document_kind: string }) =>
      ['batch', 'packaging_run', 'recipe', 'excise_report'].includes(document_kind),
    )
    .map(({ document_kind, format }: Record<string, string>) => `${document_kind} ${format}`)
    .sort()

const kinds = [
  'batch VAR{YYYY}{00001}',
  'excise_report SPD{YYYY}{00001}',
  'packaging_run STA{YYYY}{00001}',
  'recipe REC{00001}',
]

describe('the brewery', () => {
  test('a book has one, with its defaults; what is sent stays', async () => {
    const own = await book()
    expect((await own.current()).brewery).toEqual(start)
    const wanted = { billed_until: '2026-03-31', default_warehouse: 'SECOND', excise_rounding: 'none' } as const
    expect(await own.accept({ brewery: wanted })).toEqual(['update brewery brewery'])
    expect((await own.current()).brewery).toEqual(wanted)
    expect(await own.accept({ brewery: { billed_until: null } })).toEqual(['update brewery brewery'])
    expect((await own.current()).brewery).toEqual({ ...wanted, billed_until: null })
    expect(await own.accept({ brewery: {} })).toEqual([])
    expect(await own.accept({ brewery: start as object })).toEqual(['update brewery brewery'])
  })

  test('is refused with an unknown, a system or an inactive warehouse', async () => {
    const own = await book()
    const refuse = (code: string) => own.refuse({ brewery: { default_warehouse: code } })
    expect(await refuse('NONE')).toEqual(['brewery brewery: There is no warehouse NONE.'])
    expect(await refuse('ON_TAP')).toEqual(['brewery brewery: ON_TAP is a system warehouse.'])
    await own.accept({ warehouses: [{ code: 'OLD', name: 'Old', is_active: false }] })
    expect(await refuse('OLD')).toEqual(['brewery brewery: OLD is out of use.'])
    await own.accept({ brewery: { default_warehouse: 'SECOND' } })
    const closed = { warehouses: [{ code: 'SECOND', name: 'Druhý sklad', is_active: false }] }
    expect(await own.refuse(closed)).toEqual(['brewery brewery: SECOND is out of use.'])
    const both = { ...closed, brewery: { default_warehouse: null } }
    expect(await own.accept(both)).toEqual(['update warehouses SECOND', 'update brewery brewery'])
  })
})

test('a vessel is read by the API; each change of it is a version', async () => {
  const own = await book()
  await own.accept({ vessels: [{ code: 'CKT1', name: 'Tank 1', capacity_l: '2000.500' }] })
  const [vessel] = (await own.api.get('/vessels')).body.data
  expect(vessel).toMatchObject({ code: 'CKT1', kind: 'fermenter', capacity_l: '2000.5', status: 'free', sort_order: 0 })
  expect((await own.api.get(`/vessels/${vessel.id}`)).headers.etag).toBe('W/"1"')
  await own.accept({ vessels: [{ code: 'CKT1', name: 'Tank A', capacity_l: '1000', requires_cleaning: true }] })
  const after = await own.api.get(`/vessels/${vessel.id}`)
  expect([after.headers.etag, after.body.name, after.body.requires_cleaning]).toEqual(['W/"2"', 'Tank A', true])
  expect((await own.api.get('/vessels?search=tank%20a')).body.data).toEqual([after.body])
  await own.api.post(`/vessels/${vessel.id}/actions/start_cleaning`)
  await own.accept({ vessels: [{ code: 'CKT1', name: 'Tank A', capacity_l: '1000', is_active: false }] })
  expect((await own.api.get(`/vessels/${vessel.id}`)).body).toMatchObject({ status: 'cleaning', is_active: false })
})

test('a packaging bill names a product by any of its names', async () => {
  const own = await book()
  const add = async (body: object) => (await own.api.post('/items', body)).body
  const pcs = { unit_code: 'pcs' }
  const beer = await add({ name: 'Ležák', item_type: 'production_item', unit: { unit_code: 'l' } })
  const filled = { item_type: 'base_product', base_item_id: beer.id, base_item_quantity: '0.5' }
  const bottle = await add({ name: 'Lahev', unit: pcs, ...filled, external_ref: { system: 'eshop', id: 'B' } })
  const crown = await add({ name: 'Korunka', item_type: 'packaging', unit: pcs })
  const bill = { product: bottle.code, material: crown.id, quantity: '1.000' }
  expect(await own.accept({ packaging_bills: [bill] })).toEqual([`create packaging_bills eshop:B ${crown.code}`])
  expect((await own.current()).packaging_bills).toEqual([
    { product: 'eshop:B', packaging_type: null, material: crown.code, quantity: '1', is_active: true },
  ])
})

test('an older book gets the brewery and the number series, once', async () => {
  const own = await book()
  expect(await series(own)).toEqual(kinds)
  const { database, clock } = service
  const bookId = own.account.book.id
  await database.run(sql`delete from brewery_settings where book_id = ${bookId}`)
  await database.run(sql`
    delete from number_series where book_id = ${bookId} and document_kind in ('packaging_run', 'recipe')`)
  await database.run(sql`
    update number_series set prefix = 'B' where book_id = ${bookId} and document_kind = 'batch'`)
  await database.run(sql`update books set completed_by = array_remove(completed_by, 'brewery') where id = ${bookId}`)
  const rows = () => database.many(sql`select id from brewery_settings where book_id = ${bookId}`)
  const complete = () => completeBooks(database, clock, { loadDomains: async () => {}, isMigrated: false })
  await complete()
  const first = await rows()
  expect(first).toHaveLength(1)
  expect(await series(own)).toEqual(['batch B{YYYY}{00001}', ...kinds.slice(1)])
  await complete()
  expect(await rows()).toEqual(first)
})
