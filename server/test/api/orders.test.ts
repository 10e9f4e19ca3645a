/** Orders as they are written: what a create takes and fills in, what it refuses, lists, and changes of the head. */
import { describe, expect, test } from 'vitest'
import { dayIn } from '../../src/lib/days.ts'
import { type SalesBook, salesBook, type Told, typesOf } from '../support/sales.ts'
import { advanceSandbox } from '../support/sandbox.ts'
import { useService } from '../support/service.ts'
import { faultsOf, nobody } from '../support/stock.ts'

const service = useService()

/** A book with labels of each kind, used and unused records, and another book beside it. */
interface World extends SalesBook {
  contact: string
  labels: Record<string, string>
}

async function newWorld(): Promise<World> {
  const book = await salesBook(service)
  const kinds = ['category', 'event', 'activity'] as const
  await book.apply({
    categories: kinds.flatMap(kind => [
      { kind, code: kind, name: `A ${kind}` },
      { kind, code: `old ${kind}`, name: `An old ${kind}`, is_active: false },
    ]),
    warehouses: [{ code: 'OLD', name: 'Starý sklad', is_active: false }],
  })
  const { data } = (await book.api.get('/categories')).body
  const labels = Object.fromEntries(data.map(({ code, id }: { code: string; id: string }) => [code, id]))
  const contact = (await book.api.post(`/partners/${book.pub}/contacts`, { name: 'Výčepní' })).body.id
  return Object.assign(book, { labels, contact })
}

let known: Promise<World> | undefined
const world = () => (known ??= newWorld())

const address = { street: 'Dlouhá 1', city: 'Praha', zip: '110 00', country: 'CZ' }

describe('create', () => {
  test('201: every field comes back as it was sent, with Location and ETag', async () => {
    const { api, pub, main, contact, labels, line } = await world()
    const sent = {
      contact_id: contact,
      order_date: '2026-11-02',
      delivery_date: '2026-11-09',
      warehouse_id: main,
      category_id: labels.category,
      event_id: labels.event,
      activity_id: labels.activity,
      notes: 'Zvonit dvakrát',
      internal_notes: 'Stálý zákazník',
      delivery: { type: 'courier', ...address },
      payment_method: 'cash',
      external_ref: { system: 'eshop', id: 'full/1' },
    }
    const { status, body, headers } = await api.post('/orders', { partner_id: pub, ...sent, lines: [line('2')] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...sent,
      object: 'order',
      status: 'draft',
      origin: 'api',
      livemode: false,
      partner: { id: pub, name: 'Hospoda' },
      currency: 'CZK',
      totals: { excl_vat: '200.00', vat: '42.00', incl_vat: '242.00', deposit: '0.00' },
      shipped_date: null,
      invoice_id: null,
      stock_issue_id: null,
      stock_issue_status: null,
      allowed_actions: ['confirm', 'cancel'],
    })
    expect(body.number).toMatch(/^OBJ2026\d{5}$/)
    expect(headers).toMatchObject({ location: expect.stringMatching(new RegExp(`/orders/${body.id}$`)), etag: 'W/"1"' })
    const read = await api.get(`/orders/${body.id}`)
    expect(read.body).toEqual(body)
    expect(read.headers.etag).toBe('W/"1"')
  })

  test("201: the partner alone is enough; the day is the tenant's", async () => {
    // Half past eleven at night in Greenwich is the next day in Prague.
    const day = 86_400_000
    const late = 23.5 * 3_600_000
    const ahead = (late - (service.clock() % day) + day) % day
    const { api, pub, main } = await salesBook(service)
    await advanceSandbox(api, ahead)
    const { body } = await api.post('/orders', { partner_id: pub })
    const today = dayIn('Europe/Prague', service.clock() + ahead)
    expect(today).not.toBe(dayIn('UTC', service.clock() + ahead))
    const [shop] = (await api.get('/shops')).body.data
    expect(body).toMatchObject({
      order_date: today,
      warehouse_id: main,
      shop_id: shop.id,
      currency: 'CZK',
      contact_id: null,
      delivery_date: null,
      delivery: { type: null, street: null, city: null, zip: null, country: null },
      payment_method: null,
      notes: null,
      internal_notes: null,
      external_ref: null,
      totals: { excl_vat: '0.00', vat: '0.00', incl_vat: '0.00', deposit: '0.00' },
      lines: [],
    })
    expect(await typesOf({ api }, () => api.post('/orders', { partner_id: pub }))).toEqual(['order.created'])
  })

  test("201: the currency is that of the partner's price list, when it is in use", async () => {
    const { api, apply, partner, order, service: ride } = await salesBook(service)
    await apply({
      price_lists: [
        { code: 'EU', name: 'Export', currency: 'EUR' },
        { code: 'X', name: 'Out of use', currency: 'EUR' },
      ],
    })
    const lists = (await api.get('/price-lists')).body.data
    const idOf = (code: string) => lists.find((list: Told) => list.code === code).id
    const abroad = await partner({ name: 'Export', price_list_id: idOf('EU') })
    const other = await partner({ name: 'Other', price_list_id: idOf('X') })
    await apply({ price_lists: [{ code: 'X', name: 'Out of use', is_active: false }] })
    expect(await order([ride('1', { unit_price: '2' })], { partner_id: abroad })).toMatchObject({ currency: 'EUR' })
    expect(await order([ride()], { partner_id: other })).toMatchObject({ currency: 'CZK' })
    // The base price exists only at home.
    const { body } = await api.post('/orders', { partner_id: abroad, lines: [ride()] })
    expect(body.errors).toMatchObject([{ field: 'lines[0].unit_price', code: 'required' }])
  })

  test('422 shop_required: several active shops and no warehouse; a warehouse determines the shop', async () => {
    const { api, apply, pub, main, order } = await salesBook(service)
    await apply({
      shops: [{ code: 'TAP', name: 'Výčep' }],
      warehouses: [
        { code: 'TAP', name: 'Sklep výčepu', shop: 'TAP' },
        { code: 'FREE', name: 'Bez provozovny', shop: null },
      ],
    })
    const shops = (await api.get('/shops')).body.data
    const houses = (await api.get('/warehouses?limit=200')).body.data
    const shop = (name: string) => shops.find((each: Told) => each.name === name).id
    const house = (code: string) => houses.find((each: Told) => each.code === code).id
    const head = shop('Hlavní provozovna')
    expect(faultsOf(await api.post('/orders', { partner_id: pub }))).toEqual(['shop_required'])
    expect(faultsOf(await api.post('/orders', { partner_id: pub, warehouse_id: null }))).toEqual(['shop_required'])
    for (const [warehouse_id, shop_id] of [
      [house('TAP'), shop('Výčep')],
      [main, head],
      [house('FREE'), head],
    ]) {
      expect(await order([], { warehouse_id })).toMatchObject({ warehouse_id, shop_id })
    }
    const { id } = await order([], { warehouse_id: main })
    const moved = await api.patch(`/orders/${id}`, { warehouse_id: house('TAP') })
    expect(moved.body).toMatchObject({ warehouse_id: house('TAP'), shop_id: shop('Výčep') })
    expect((await api.patch(`/orders/${id}`, { warehouse_id: null })).body.code).toBe('shop_required')
    await apply({
      shops: [{ code: 'TAP', name: 'Výčep', is_active: false }],
      warehouses: [{ code: 'TAP', name: 'Sklep výčepu', is_active: false }],
    })
    expect(await order([])).toMatchObject({ warehouse_id: main, shop_id: head })
  })

  test('422 system_warehouse', async () => {
    const { api, pub, system, order } = await world()
    expect((await api.post('/orders', { partner_id: pub, warehouse_id: system })).body.code).toBe('system_warehouse')
    const { id } = await order([])
    expect((await api.patch(`/orders/${id}`, { warehouse_id: system })).body.code).toBe('system_warehouse')
  })
})

describe('422 invalid_reference', () => {
  const fields = ['partner_id', 'contact_id', 'category_id', 'event_id', 'activity_id', 'warehouse_id'] as const

  test.each(fields)('%s: malformed and unknown, in a create and in a change', async field => {
    const { api, pub, order } = await world()
    const { id } = await order([])
    for (const value of ['x', nobody]) {
      const body = { partner_id: pub, [field]: value }
      expect(faultsOf(await api.post('/orders', body)), value).toEqual([`${field} invalid_reference`])
      const changed = await api.patch(`/orders/${id}`, { [field]: value })
      expect(faultsOf(changed), value).toEqual([`${field} invalid_reference`])
    }
  })

  test('records out of use, of another kind, of another partner, of another book', async () => {
    const { api, live, pub, partner, item, contact, labels, line, order } = await world()
    const gone = await partner({ name: 'Zavřeno', is_active: false })
    const rival = await partner({ name: 'Konkurence' })
    const houses = (await api.get('/warehouses?limit=200')).body.data
    const old = houses.find((each: Told) => each.code === 'OLD').id
    const abroad = (await live.post('/partners', { name: 'Ostrý' })).body.id
    const abroadItem = (await live.post('/items', { name: 'Ostrý', unit: { unit_code: 'pcs' } })).body.id
    const [abroadHouse] = (await live.get('/warehouses')).body.data
    const unused = await item({ name: 'Dřív', unit: { unit_code: 'pcs' }, sale_price: '1', is_active: false })
    const cases: [object, string][] = [
      [{ partner_id: gone }, 'partner_id'],
      [{ partner_id: abroad }, 'partner_id'],
      [{ partner_id: rival, contact_id: contact }, 'contact_id'],
      [{ category_id: labels['old category'] }, 'category_id'],
      [{ category_id: labels.event }, 'category_id'],
      [{ event_id: labels['old event'] }, 'event_id'],
      [{ event_id: labels.activity }, 'event_id'],
      [{ activity_id: labels['old activity'] }, 'activity_id'],
      [{ activity_id: labels.category }, 'activity_id'],
      [{ warehouse_id: old }, 'warehouse_id'],
      [{ warehouse_id: abroadHouse.id }, 'warehouse_id'],
    ]
    const { id } = await order([])
    for (const [body, field] of cases) {
      const created = await api.post('/orders', { partner_id: pub, ...body })
      expect(faultsOf(created), created.text).toEqual([`${field} invalid_reference`])
      expect(faultsOf(await api.patch(`/orders/${id}`, body))).toEqual([`${field} invalid_reference`])
    }
    const lines = ['x', nobody, unused, abroadItem].map(item_id => line('1', { item_id }))
    for (const each of lines) {
      const created = await api.post('/orders', { partner_id: pub, lines: [line('1'), each] })
      expect(faultsOf(created)).toEqual(['lines[1].item_id invalid_reference'])
      expect(faultsOf(await api.post(`/orders/${id}/lines`, each))).toEqual(['item_id invalid_reference'])
    }
  })

  test('all of them are told at once', async () => {
    const { api, line } = await world()
    const rows = { category_id: nobody, event_id: nobody, activity_id: nobody, warehouse_id: nobody }
    const body = { partner_id: nobody, ...rows, lines: [line('1'), line('1', { item_id: nobody })] }
    expect(faultsOf(await api.post('/orders', body))).toEqual(
      ['activity_id', 'category_id', 'event_id', 'lines[1].item_id', 'partner_id', 'warehouse_id'].map(
        field => `${field} invalid_reference`,
      ),
    )
  })
})

describe('422: the shape of a body', () => {
  test('rows for what is missing, too long, of another type or unknown', async () => {
    const { api, pub, line } = await world()
    const cases: [object, string[]][] = [
      [{}, ['partner_id required']],
      [{ partner_id: pub, status: 'confirmed' }, ['status unknown_field']],
      [{ partner_id: pub, shop_id: nobody, currency: 'EUR' }, ['currency unknown_field', 'shop_id unknown_field']],
      [{ partner_id: pub, order_date: '2026-02-30' }, ['order_date not_allowed']],
      [{ partner_id: pub, notes: 'x'.repeat(4001) }, ['notes not_allowed']],
      [{ partner_id: pub, delivery: { type: 'drone' } }, ['delivery.type not_allowed']],
      [{ partner_id: pub, delivery: { note: 'x' } }, ['delivery.note unknown_field']],
      [{ partner_id: pub, payment_method: 'barter' }, ['payment_method not_allowed']],
      [{ partner_id: pub, external_ref: { system: 'E', id: '1' } }, ['external_ref.system not_allowed']],
      [{ partner_id: pub, lines: Array(501).fill(line('1')) }, ['lines not_allowed']],
    ]
    for (const [body, rows] of cases) expect(faultsOf(await api.post('/orders', body)), rows.join()).toEqual(rows)
  })

  test('422 unknown_field: status, lines, order_date and external_ref are no part of a change', async () => {
    const { api, order } = await world()
    const { id } = await order([])
    for (const [field, value] of Object.entries({
      status: 'confirmed',
      lines: [],
      order_date: '2026-01-01',
      external_ref: { system: 'eshop', id: '1' },
    })) {
      const { body } = await api.patch(`/orders/${id}`, { notes: 'x', [field]: value })
      expect(body).toMatchObject({ code: 'unknown_field', errors: [{ field, code: 'unknown_field' }] })
    }
    expect((await api.get(`/orders/${id}`)).body.notes).toBeNull()
  })
})

describe('external_ref', () => {
  test('409 external_ref_conflict; 200 with on_conflict=return; 200 by reference', async () => {
    const { api, pub, line } = await world()
    const external_ref = { system: 'eshop', id: 'O/7 ž' }
    const first = await api.post('/orders', { partner_id: pub, external_ref, lines: [line('1')] })
    const again = await api.post('/orders', { partner_id: pub, external_ref })
    expect(again.body).toMatchObject({ code: 'external_ref_conflict', existing_id: first.body.id })
    expect(again.headers.location).toBe(first.headers.location)
    // The record is found before references are looked at.
    const late = { partner_id: nobody, external_ref, lines: [line('1', { item_id: nobody })] }
    const types = await typesOf({ api }, async () => {
      const found = await api.post('/orders?on_conflict=return', late)
      expect(found).toMatchObject({ status: 200, body: first.body })
      expect(found.headers).toMatchObject({ etag: 'W/"1"', location: first.headers.location })
    })
    expect(types).toEqual([])
    expect((await api.get('/orders/by-external-ref/eshop/O%2F7%20%C5%BE')).body).toEqual(first.body)
    expect((await api.get('/orders/by-external-ref/eshop/o%2F7%20%C5%BE')).status).toBe(404)
    const wrong = await api.post('/orders?on_conflict=ignore', { partner_id: pub })
    expect(faultsOf(wrong)).toEqual(['on_conflict not_allowed'])
  })
})

describe('list', () => {
  test('200: every filter, and never the lines', async () => {
    const { api, pub, second, partner, item, line, confirmed, order } = await salesBook(service)
    const hops = await item({ name: 'Chmel', sale_price: '9' })
    const rival = await partner({ name: 'Pivnice U Žáby' })
    const hopped = { item_id: hops, quantity: '1.5', unit: { unit_code: 'kg' } }
    const one = await order([line('1')], { order_date: '2026-10-01', external_ref: { system: 'eshop', id: 'A:1' } })
    const two = await confirmed([hopped], { order_date: '2026-10-02', warehouse_id: second, notes: 'Na zahrádku' })
    const three = await order([line('1'), hopped], { order_date: '2026-10-03', partner_id: rival })
    const listed = async (query: string) =>
      (await api.get(`/orders?${query}`)).body.data.map(({ id }: { id: string }) => id)
    const [a, b, c] = [one.id, two.id, three.id]
    const cases: [string, string[]][] = [
      ['', [c, b, a]],
      ['status=draft', [c, a]],
      ['status=confirmed', [b]],
      ['status=draft,confirmed', [c, b, a]],
      ['status=confirmed&status=cancelled', [b]],
      [`partner_id=${pub}`, [b, a]],
      [`warehouse_id=${second}`, [b]],
      [`item_id=${hops}`, [c, b]],
      ['date_from=2026-10-02', [c, b]],
      ['date_to=2026-10-02', [b, a]],
      ['date_from=2026-10-02&date_to=2026-10-02', [b]],
      ['external_ref=eshop:A:1', [a]],
      ['external_ref=eshop:A', []],
      [`search=${one.number.toLowerCase()}`, [a]],
      ['search=zaby', [c]],
      ['search=ZAHR%C3%81DKU', [b]],
      [`created_since=${two.created_at}&status=draft`, [c]],
    ]
    for (const [query, ids] of cases) expect(await listed(query), query).toEqual(ids)
    const { lines, ...head } = (await api.get(`/orders/${b}`)).body
    expect(lines).toHaveLength(1)
    expect((await api.get('/orders?status=confirmed')).body.data).toEqual([head])
    expect(faultsOf(await api.get('/orders?status=open'))).toEqual(['status not_allowed'])
    expect(faultsOf(await api.get('/orders?status=draft,open,lost'))).toEqual(['status not_allowed'])
    const { data, next_cursor } = (await api.get('/orders?status=draft,confirmed&limit=2')).body
    const rest = await listed(`status=draft,confirmed&cursor=${next_cursor}`)
    expect([...data.map(({ id }: { id: string }) => id), ...rest]).toEqual([c, b, a])
    expect(faultsOf(await api.get(`/orders?status=draft&cursor=${next_cursor}`))).toEqual(['cursor not_allowed'])
    expect(faultsOf(await api.get('/orders?state=draft'))).toEqual(['state unknown_field'])
  })
})

describe('change', () => {
  test('200: fields stay unless sent, null clears, the delivery merges key by key', async () => {
    const { api, pub, contact, labels, order } = await world()
    const head = {
      contact_id: contact,
      category_id: labels.category,
      notes: 'a',
      delivery: { type: 'courier', ...address },
    }
    const { id } = await order([], { ...head, payment_method: 'card', delivery_date: '2026-12-01' })
    const { body } = await api.patch(`/orders/${id}`, {
      contact_id: null,
      payment_method: 'bank_transfer',
      delivery: { zip: '120 00', country: null },
      internal_notes: 'b',
    })
    expect(body).toMatchObject({
      partner: { id: pub },
      contact_id: null,
      category_id: labels.category,
      delivery_date: '2026-12-01',
      payment_method: 'bank_transfer',
      notes: 'a',
      internal_notes: 'b',
      delivery: { type: 'courier', street: address.street, city: address.city, zip: '120 00', country: null },
    })
  })

  test('412 stale_version by If-Match; a change of nothing keeps tag, time and log', async () => {
    const { api, order, read } = await world()
    const { id, updated_at } = await order([], { notes: 'a', delivery: { city: 'Praha' } })
    const path = `/orders/${id}`
    const types = await typesOf({ api }, async () => {
      for (const body of [{}, { notes: 'a' }, { delivery: { city: 'Praha' } }, { delivery: {}, contact_id: null }]) {
        const same = await api.patch(path, body, { headers: { 'if-match': 'W/"1"' } })
        expect(same).toMatchObject({ status: 200, headers: { etag: 'W/"1"' }, body: { updated_at } })
      }
    })
    expect(types).toEqual([])
    expect((await api.patch(path, { notes: 'b' }, { headers: { 'if-match': 'W/"1"' } })).headers.etag).toBe('W/"2"')
    const stale = await api.patch(path, { notes: 'c' }, { headers: { 'if-match': 'W/"1"' } })
    expect(stale.body).toMatchObject({ code: 'stale_version', current_etag: 'W/"2"' })
    const action = await api.post(`${path}/actions/cancel`, {}, { headers: { 'if-match': '"1"' } })
    expect(action.body.code).toBe('stale_version')
    expect((await read(path)).now).toMatchObject({ notes: 'b', status: 'draft' })
  })

  test('200: another partner; 409 conflict when its prices are in another currency; its contact goes along', async () => {
    const { api, apply, contact, partner, order } = await world()
    await apply({ price_lists: [{ code: 'EU', name: 'Export', currency: 'EUR' }] })
    const [list] = (await api.get('/price-lists')).body.data
    const rival = await partner({ name: 'Konkurence' })
    const abroad = await partner({ name: 'Export', price_list_id: list.id })
    const { id } = await order([], { contact_id: contact })
    const path = `/orders/${id}`
    expect(faultsOf(await api.patch(path, { partner_id: rival }))).toEqual(['contact_id invalid_reference'])
    expect((await api.patch(path, { partner_id: abroad, contact_id: null })).body.code).toBe('conflict')
    const moved = await api.patch(path, { partner_id: rival, contact_id: null })
    expect(moved.body).toMatchObject({ partner: { id: rival, name: 'Konkurence' }, contact_id: null })
  })

  test('409: goods are fixed once prepared, notes and labels stay open until it is cancelled', async () => {
    const { act, api, labels, line, confirmed } = await world()
    const { id } = await confirmed([line('1')])
    const path = `/orders/${id}`
    await act(path, 'start_preparation')
    expect((await api.patch(path, { delivery_date: '2026-12-24' })).body.code).toBe('conflict')
    const noted = await api.patch(path, { notes: 'x', category_id: labels.category })
    expect(noted.body).toMatchObject({ notes: 'x', category_id: labels.category })
    await act(path, 'cancel')
    const closed = await api.patch(path, { notes: 'y' })
    expect(closed.body).toMatchObject({ code: 'invalid_transition', allowed_actions: [] })
  })
})
