/** Contacts of partners, and across them. */
import { describe, expect, test } from 'vitest'
import { useService } from '../support/service.ts'

const service = useService()
const nobody = '01890000-0000-7000-8000-000000000000'

async function withPartner() {
  const api = await (await service.tenant()).key()
  const partner = (await api.post('/partners', { name: 'Hospoda' })).body
  return { api, partner, contacts: `/partners/${partner.id}/contacts` }
}

describe('POST /partners/{id}/contacts', () => {
  test('201: the contact, and a new version of the partner with its event', async () => {
    const { api, partner, contacts } = await withPartner()
    const reply = await api.post(contacts, { name: 'Jana', position: 'provozní', email: 'jana@example.com' })
    expect(reply.status).toBe(201)
    expect(reply.headers.location).toBe(`/api/v1${contacts}/${reply.body.id}`)
    expect(reply.headers.etag).toBe('W/"1"')
    expect(reply.body).toMatchObject({
      object: 'contact',
      partner_id: partner.id,
      name: 'Jana',
      phone: null,
      is_primary: false,
      livemode: false,
    })
    expect((await api.get(`/partners/${partner.id}`)).headers.etag).toBe('W/"2"')
    const event = (await api.get('/events')).body.data.at(-1)
    expect(event).toMatchObject({
      type: 'partner.updated',
      data: { object: { id: partner.id }, changes: ['contacts'] },
    })
  })

  test('404: no such partner; 422: rows; 412: the partner changed', async () => {
    const { api, contacts } = await withPartner()
    expect((await api.post(`/partners/${nobody}/contacts`, { name: 'A' })).status).toBe(404)
    const wrong = await api.post(contacts, { position: 'x'.repeat(121), nick: 1 })
    expect(wrong.body.errors.map((row: { field: string }) => row.field).sort()).toEqual(['name', 'nick', 'position'])
    const stale = await api.post(contacts, { name: 'A' }, { headers: { 'if-match': 'W/"5"' } })
    expect(stale.body).toMatchObject({ code: 'stale_version', current_etag: 'W/"1"' })
  })
})

describe('is_primary', () => {
  test('setting it clears it on the siblings, whose version grows', async () => {
    const { api, contacts } = await withPartner()
    const first = (await api.post(contacts, { name: 'A', is_primary: true })).body
    const second = (await api.post(contacts, { name: 'B', is_primary: true })).body
    const old = await api.get(`${contacts}/${first.id}`)
    expect(old.body.is_primary).toBe(false)
    expect(old.headers.etag).toBe('W/"2"')
    await api.patch(`${contacts}/${first.id}`, { is_primary: true })
    expect((await api.get(`${contacts}/${second.id}`)).body.is_primary).toBe(false)
  })
})

describe('PATCH /partners/{id}/contacts/{contact_id}', () => {
  test('200: merges, bumps both versions; nothing changed says nothing', async () => {
    const { api, partner, contacts } = await withPartner()
    const { id } = (await api.post(contacts, { name: 'A', notes: 'n', phone: '1' })).body
    const changed = await api.patch(`${contacts}/${id}`, { notes: null }, { headers: { 'if-match': 'W/"1"' } })
    expect(changed.body).toMatchObject({ name: 'A', notes: null, phone: '1' })
    expect(changed.headers.etag).toBe('W/"2"')
    expect((await api.get(`/partners/${partner.id}`)).headers.etag).toBe('W/"3"')
    const same = await api.patch(`${contacts}/${id}`, { phone: '1' })
    expect(same.headers.etag).toBe('W/"2"')
    expect((await api.get(`/partners/${partner.id}`)).headers.etag).toBe('W/"3"')
  })

  test('412 and 404', async () => {
    const { api, contacts } = await withPartner()
    const other = (await api.post('/partners', { name: 'Other' })).body
    const { id } = (await api.post(contacts, { name: 'A' })).body
    const stale = await api.patch(`${contacts}/${id}`, { name: 'B' }, { headers: { 'if-match': 'W/"9"' } })
    expect(stale.body.code).toBe('stale_version')
    expect((await api.patch(`/partners/${other.id}/contacts/${id}`, { name: 'B' })).status).toBe(404)
    expect((await api.get(`/partners/${other.id}/contacts/${id}`)).status).toBe(404)
    expect((await api.get(`${contacts}/${nobody}`)).status).toBe(404)
  })
})

describe('lists', () => {
  test('200: of one partner with notes, across partners with the partner and without notes', async () => {
    const { api, partner, contacts } = await withPartner()
    const other = (await api.post('/partners', { name: 'Other' })).body
    await api.post(contacts, { name: 'Anna', notes: 'secret', mobile: '777 123' })
    await api.post(`/partners/${other.id}/contacts`, { name: 'Bára' })
    const own = (await api.get(contacts)).body.data
    expect(own).toMatchObject([{ name: 'Anna', notes: 'secret', partner_id: partner.id }])
    const all = (await api.get('/contacts')).body.data
    expect(all).toMatchObject([
      { name: 'Bára', partner: { id: other.id, name: 'Other' } },
      { name: 'Anna', partner: { id: partner.id, name: 'Hospoda' } },
    ])
    expect(all[0]).not.toHaveProperty('notes')
    expect((await api.get(`/contacts?partner_id=${other.id}`)).body.data).toHaveLength(1)
    expect((await api.get('/contacts?search=BARA')).body.data).toHaveLength(1)
    expect((await api.get('/contacts?search=777')).body.data).toMatchObject([{ name: 'Anna' }])
    expect((await api.get('/contacts?partner_id=x')).body.errors[0].code).toBe('invalid_reference')
    expect((await api.get(`/partners/${nobody}/contacts`)).status).toBe(404)
  })

  test('200: pages with a cursor, and by updated_since', async () => {
    const { api, contacts } = await withPartner()
    for (const name of ['A', 'B', 'C']) await api.post(contacts, { name })
    const first = (await api.get(`${contacts}?limit=2`)).body
    const second = (await api.get(`${contacts}?limit=2&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ name }: { name: string }) => name)).toEqual(['C', 'B', 'A'])
    const since = (await api.get(`/contacts?updated_since=${first.data[1].updated_at}`)).body.data
    expect(since.map(({ name }: { name: string }) => name)).toEqual(['B', 'C'])
  })
})
