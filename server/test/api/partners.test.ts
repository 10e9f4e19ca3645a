/** Partners: create, read, change, find. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()
const key = async () => (await service.tenant()).key()
const nobody = '01890000-0000-7000-8000-000000000000'

describe('POST /partners', () => {
  test('201: defaults, Location, ETag, event', async () => {
    const api = await key()
    const reply = await api.post('/partners', { name: 'Hospoda U Lípy' })
    expect(reply.status).toBe(201)
    expect(reply.headers.etag).toBe('W/"1"')
    expect(reply.headers.location).toBe(`/api/v1/partners/${reply.body.id}`)
    expect(reply.body).toMatchObject({
      object: 'partner',
      name: 'Hospoda U Lípy',
      is_customer: true,
      is_supplier: false,
      ico: null,
      address: { street: null, city: null, zip: null, country_id: null },
      payment_terms: 14,
      external_ref: null,
      is_active: true,
      livemode: false,
    })
    expect(reply.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(reply.body.updated_at).toBe(reply.body.created_at)
    const { data } = (await api.get('/events')).body
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      sequence: 1,
      type: 'partner.created',
      request_id: reply.headers['x-request-id'],
      data: { object: reply.body, changes: null, created: null },
    })
  })

  test('201: every field is kept exactly', async () => {
    const api = await key()
    const country = (await api.get('/countries')).body.data[3].id
    const body = {
      name: '  Brauhaus Ünion  ',
      is_customer: false,
      is_supplier: true,
      ico: '27145310',
      dic: 'CZ27145310',
      email: 'pivo@example.com',
      phone: '+420 1',
      mobile: '+420 2',
      web: 'https://example.com',
      address: { street: 'Dlouhá 1', city: 'Plzeň', zip: '301 00', country_id: country },
      payment_terms: 0,
      price_list_id: null,
      notes: 'a\nb',
      external_ref: { system: 'shop', id: 'A:1/ž' },
      is_active: false,
    }
    const created = await api.post('/partners', body)
    expect(created.body).toMatchObject(body)
    const read = await api.get(`/partners/${created.body.id}`)
    expect(read.body).toEqual(created.body)
    expect(read.headers.etag).toBe('W/"1"')
  })

  test('201: numbers that look mistyped are told, in lists and events as well, and refused by nobody', async () => {
    const api = await key()
    const told = async (path: string) =>
      (await api.get(path)).body.warnings.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
    const { body } = await api.post('/partners', { name: 'A', ico: '27082441', dic: '27082440' })
    expect(body.warnings).toMatchObject([
      { field: 'ico', code: 'check_digit', message: expect.any(String) },
      { field: 'dic', code: 'prefix_missing' },
    ])
    expect((await api.get('/partners')).body.data).toEqual([body])
    expect((await api.get('/events')).body.data[0].data.object).toEqual(body)
    const path = `/partners/${body.id}`
    await api.patch(path, { ico: '27082440', name: 'B' })
    expect(await told(path)).toEqual(['dic prefix_missing'])
    const german = (await api.get('/countries')).body.data.find(({ code }: { code: string }) => code === 'DE').id
    await api.patch(path, { ico: '27082441', dic: 'DE811128135', address: { country_id: german } })
    expect(await told(path)).toEqual([])
    const { data: events } = (await api.get('/events?types=partner.updated')).body
    expect(events.map((event: { data: { changes: string[] } }) => event.data.changes.sort())).toEqual([
      ['ico', 'name'],
      ['address', 'dic', 'ico'],
    ])
  })

  test('409 duplicate_ico: names the other partner; an empty one is none', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'First', ico: '48622109' })
    const second = await api.post('/partners', { name: 'Second', ico: '48622109' })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'duplicate_ico', existingName: 'First', existing_id: first.body.id })
    expect((await api.post('/partners', { name: 'A', ico: '' })).status).toBe(201)
    expect((await api.post('/partners', { name: 'B', ico: '' })).status).toBe(201)
  })

  test('422 partner_limit: the plan is full, also before duplicate_ico', async () => {
    const tenant = await service.tenant()
    await tenant.set({ max_partners: 2 })
    const api = await tenant.key()
    await api.post('/partners', { name: 'A', ico: '1' })
    await api.post('/partners', { name: 'B' })
    expect((await api.post('/partners', { name: 'C', ico: '1' })).body.code).toBe('partner_limit')
    const live = await tenant.key({ mode: 'live' })
    expect((await live.post('/partners', { name: 'D' })).status).toBe(201)
  })

  test('422 invalid_reference: country and price list', async () => {
    const reply = await (await key()).post('/partners', {
      name: 'A',
      address: { country_id: nobody },
      price_list_id: nobody,
    })
    expect(reply.body).toMatchObject({
      code: 'validation_failed',
      errors: [
        { field: 'address.country_id', code: 'invalid_reference' },
        { field: 'price_list_id', code: 'invalid_reference' },
      ],
    })
  })
})

describe('external_ref', () => {
  const ref = { system: 'eshop', id: 'č. 1/2' }

  test('409 external_ref_conflict: the id and the place of the other record', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'A', external_ref: ref })
    const second = await api.post('/partners', { name: 'B', external_ref: ref })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'external_ref_conflict', existing_id: first.body.id })
    expect(second.headers.location).toBe(first.headers.location)
  })

  test('200 with on_conflict=return: the record untouched, no event', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'A', external_ref: ref })
    const again = await api.post('/partners?on_conflict=return', { name: 'B', external_ref: ref })
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers.location).toBe(first.headers.location)
    expect(again.headers.etag).toBe(first.headers.etag)
    expect((await api.get('/events')).body.data).toHaveLength(1)
  })

  test('200: found before references and business rules, so a late retry finds its record', async () => {
    const tenant = await service.tenant()
    await tenant.set({ max_partners: 1 })
    const api = await tenant.key()
    await api.post('/partners', { name: 'A', external_ref: ref })
    const body = { name: 'A', external_ref: ref, address: { country_id: nobody } }
    expect((await api.post('/partners?on_conflict=return', body)).status).toBe(200)
    expect((await api.post('/partners', body)).body.code).toBe('external_ref_conflict')
  })

  test('422: another value of on_conflict; external_ref in a PATCH', async () => {
    const api = await key()
    const wrong = await api.post('/partners?on_conflict=update', { name: 'A', external_ref: ref })
    expect(wrong.body.errors).toMatchObject([{ field: 'on_conflict', code: 'not_allowed' }])
    const { body } = await api.post('/partners', { name: 'A' })
    const patch = await api.patch(`/partners/${body.id}`, { external_ref: ref })
    expect(patch.body).toMatchObject({ code: 'unknown_field', errors: [{ field: 'external_ref' }] })
  })

  test('the namespace is case-sensitive, untrimmed and of one book', async () => {
    const tenant = await service.tenant()
    const [api, live] = [await tenant.key(), await tenant.key({ mode: 'live' })]
    for (const id of ['a', 'A', ' a', 'a ']) {
      expect((await api.post('/partners', { name: id, external_ref: { system: 'x1', id } })).status).toBe(201)
    }
    expect((await live.post('/partners', { name: 'a', external_ref: { system: 'x1', id: 'a' } })).status).toBe(201)
  })

  test('GET /partners/by-external-ref decodes once', async () => {
    const api = await key()
    for (const id of ['a/b', 'a:b', '100%', '%2F', 'č ž', '?#&', '..', 'a\\b', '🍺']) {
      const created = await api.post('/partners', { name: id, external_ref: { system: 'sys', id } })
      const found = await api.get(`/partners/by-external-ref/sys/${encodeURIComponent(id)}`)
      expect(found.body.id).toBe(created.body.id)
      expect(found.headers.etag).toBe('W/"1"')
      const listed = await api.get(`/partners?external_ref=${encodeURIComponent(`sys:${id}`)}`)
      expect(listed.body.data).toHaveLength(1)
    }
    expect((await api.get('/partners/by-external-ref/sys/none')).body.code).toBe('not_found')
    expect((await api.get('/partners/by-external-ref/SYS/a%2Fb')).body.code).toBe('not_found')
    expect((await api.get('/partners/by-external-ref/sys/%00')).body.code).toBe('not_found')
  })
})

describe('PATCH /partners/{id}', () => {
  test('200: absent keeps, null clears, the address merges; the event names the fields', async () => {
    const api = await key()
    const { body: before } = await api.post('/partners', {
      name: 'A',
      notes: 'old',
      address: { street: 'S', city: 'C' },
    })
    const reply = await api.patch(`/partners/${before.id}`, { notes: null, address: { city: 'D' }, is_supplier: true })
    expect(reply.status).toBe(200)
    expect(reply.headers.etag).toBe('W/"2"')
    expect(reply.body).toMatchObject({
      name: 'A',
      notes: null,
      address: { street: 'S', city: 'D' },
      is_supplier: true,
      created_at: before.created_at,
    })
    expect(reply.body.updated_at > before.updated_at).toBe(true)
    const event = (await api.get('/events')).body.data.at(-1)
    expect(event).toMatchObject({ type: 'partner.updated', data: { object: reply.body } })
    expect(event.data.changes.sort()).toEqual(['address', 'is_supplier', 'notes'])
  })

  test('200: a patch that changes nothing keeps the version, the time and the log', async () => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A', ico: '27145310', notes: 'x' })
    for (const same of [{}, { name: 'A' }, { notes: 'x', ico: '27145310', address: {} }]) {
      const reply = await api.patch(`/partners/${body.id}`, same)
      expect(reply.status).toBe(200)
      expect(reply.headers.etag).toBe('W/"1"')
      expect(reply.body).toEqual(body)
    }
    expect((await api.get('/events')).body.data).toHaveLength(1)
  })

  test('422: null where nothing can be cleared, and an empty body', async () => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A' })
    const reply = await api.patch(`/partners/${body.id}`, { name: null, is_active: null, address: null })
    expect(reply.body.errors.map((row: { field: string }) => row.field).sort()).toEqual([
      'address',
      'is_active',
      'name',
    ])
    expect((await api.patch(`/partners/${body.id}`)).body.errors).toMatchObject([{ field: '', code: 'required' }])
  })

  test('409 duplicate_ico: not with itself', async () => {
    const api = await key()
    await api.post('/partners', { name: 'A', ico: '1' })
    const { body } = await api.post('/partners', { name: 'B', ico: '2' })
    expect((await api.patch(`/partners/${body.id}`, { ico: '1' })).body.code).toBe('duplicate_ico')
    expect((await api.patch(`/partners/${body.id}`, { ico: '2', name: 'C' })).status).toBe(200)
  })

  test('404 before 412 before 422', async () => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A' })
    const headers = { 'if-match': 'W/"7"' }
    expect((await api.patch(`/partners/${nobody}`, { nme: 1 }, { headers })).body.code).toBe('not_found')
    expect((await api.patch(`/partners/${body.id}`, { nme: 1 }, { headers })).body.code).toBe('stale_version')
    expect((await api.patch(`/partners/${body.id}`, { nme: 1 })).body.code).toBe('unknown_field')
  })
})

describe('If-Match and If-None-Match', () => {
  test.for(['W/"1"', '"1"', '*', '"9", W/"1"', ' W/"1" '])('%s matches version 1', async tag => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A' })
    const reply = await api.patch(`/partners/${body.id}`, { name: 'B' }, { headers: { 'if-match': tag } })
    expect(reply.status).toBe(200)
    const read = await api.get(`/partners/${body.id}`, { headers: { 'if-none-match': 'W/"2"' } })
    expect(read.status).toBe(304)
    expect(read.text).toBe('')
    expect(read.headers.etag).toBe('W/"2"')
    expect((await api.get(`/partners/${body.id}`, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(200)
  })

  test.for(['W/"2"', '1', 'W/1', '""', 'garbage', '"1" "2"'])('412 stale_version: %s', async tag => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A' })
    const reply = await api.patch(`/partners/${body.id}`, { name: 'B' }, { headers: { 'if-match': tag } })
    expect(reply.status).toBe(412)
    expect(reply.body).toMatchObject({ code: 'stale_version', current_etag: 'W/"1"' })
    expect((await api.get(`/partners/${body.id}`)).body.name).toBe('A')
  })
})

describe('GET /partners', () => {
  test('200: search finds parts of name, ico and dic without accents or case', async () => {
    const api = await key()
    const add = async (body: object) => (await api.post('/partners', body)).body.id
    const plzen = await add({ name: 'Měšťanský pivovar Plzeň', ico: '45357366', dic: 'CZ45357366' })
    const percent = await add({ name: '100% Beer_Shop\\x' })
    const search = async (text: string) =>
      (await api.get(`/partners?search=${encodeURIComponent(text)}`)).body.data.map(({ id }: { id: string }) => id)
    for (const text of ['plzen', 'PLZEŇ', 'mestansky', 'n', '5736', 'cz453', 'pivovar pl']) {
      expect(await search(text)).toContain(plzen)
    }
    expect(await search('100%')).toEqual([percent])
    expect(await search('beer_s')).toEqual([percent])
    expect(await search('\\x')).toEqual([percent])
    expect(await search('%')).toEqual([percent])
    expect(await search('100%shop')).toEqual([])
  })

  test('200: filters combine', async () => {
    const api = await key()
    const make = async (name: string, is_supplier: boolean, is_active: boolean) =>
      (await api.post('/partners', { name, is_supplier, is_active, ico: name })).body.id
    const a = await make('A', true, true)
    const b = await make('B', true, false)
    const c = await make('C', false, true)
    const list = async (query: string) =>
      (await api.get(`/partners?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await list('is_supplier=true')).toEqual([b, a])
    expect(await list('is_supplier=true&is_active=true')).toEqual([a])
    expect(await list('is_supplier=false')).toEqual([c])
    expect(await list('ico=B')).toEqual([b])
    expect(await list('is_customer=false')).toEqual([])
  })

  test('422: a filter with a wrong value, an unknown one, an unreadable reference', async () => {
    const api = await key()
    expect((await api.get('/partners?is_active=yes')).body.errors[0]).toMatchObject({ field: 'is_active' })
    expect((await api.get('/partners?serach=x')).body.code).toBe('unknown_field')
    expect((await api.get('/partners?external_ref=nocolon')).body.errors[0]).toMatchObject({ field: 'external_ref' })
    expect((await api.get('/partners?search=')).body.errors[0]).toMatchObject({ field: 'search' })
  })
})

describe('isolation', () => {
  test('404: a record of another tenant, or of the other book, is as absent as none', async () => {
    const [one, two] = [await service.tenant(), await service.tenant()]
    const [test1, live1, test2] = [await one.key(), await one.key({ mode: 'live' }), await two.key()]
    const { body } = await test1.post('/partners', { name: 'Marker', external_ref: { system: 'sys', id: '1' } })
    for (const api of [live1, test2]) {
      const foreign = await api.get(`/partners/${body.id}`)
      const absent = await api.get(`/partners/${nobody}`)
      const comparable = ({ instance: _, ...rest }: Record<string, unknown>) => rest
      expect(comparable(foreign.body)).toEqual(comparable(absent.body))
      expect((await api.patch(`/partners/${body.id}`, { name: 'X' })).status).toBe(404)
      expect((await api.post(`/partners/${body.id}/contacts`, { name: 'X' })).status).toBe(404)
      expect((await api.get('/partners/by-external-ref/sys/1')).status).toBe(404)
      for (const path of ['/partners', '/partners?search=marker', '/contacts', '/events']) {
        expect((await api.get(path)).text).not.toContain('Marker')
      }
    }
  })
})
