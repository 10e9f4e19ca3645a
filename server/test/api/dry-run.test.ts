/** dry_run, and refusals: what leaves nothing behind. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { newAccount } from '../support/account.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))
const key = async () => (await theAccount()).api

/** Everything a request could leave in the database. */
const traces = () =>
  service.database.many(sql`
    select 'partners' as name, count(*)::text as rows, max(updated_at)::text as last from partners
     union all select 'contacts', count(*)::text, max(updated_at)::text from contacts
     union all select 'events', count(*)::text, max(created_at)::text from events
     union all select 'answers', count(*)::text, max(created_at)::text from stored_answers
     union all select 'references', count(*)::text, '' from external_refs
     union all select 'books', sum(last_sequence)::text, max(last_write_at)::text from books
     union all select 'counts', sum(partner_count)::text, '' from books
     order by name`)

describe('dry_run=true', () => {
  test('200: the result and its events, and nothing kept', async () => {
    const api = await key()
    const { body: existing } = await api.post('/partners', { name: 'A' })
    const before = await traces()
    const created = await api.post('/partners?dry_run=true', { name: 'B', external_ref: { system: 'sys', id: '1' } })
    expect(created.status).toBe(200)
    expect(created.headers.location).toBeUndefined()
    expect(created.body).toMatchObject({
      object: 'partner',
      name: 'B',
      dry_run: true,
      events: [{ type: 'partner.created', sequence: 2, data: { object: { name: 'B' } } }],
    })
    const changed = await api.patch(`/partners/${existing.id}?dry_run=true`, { name: 'C' })
    expect(changed.body).toMatchObject({ name: 'C', dry_run: true, events: [{ type: 'partner.updated' }] })
    const contact = await api.post(`/partners/${existing.id}/contacts?dry_run=true`, { name: 'D' })
    expect(contact.body).toMatchObject({ object: 'contact', dry_run: true, events: [{ type: 'partner.updated' }] })
    expect(await traces()).toEqual(before)
    expect((await api.get(`/partners/${created.body.id}`)).status).toBe(404)
  })

  test('the same refusals as without', async () => {
    const api = await key()
    await api.post('/partners', { name: 'A', ico: '1' })
    expect((await api.post('/partners?dry_run=true', { name: 'B', ico: '1' })).body.code).toBe('duplicate_ico')
    expect((await api.post('/partners?dry_run=true', { nme: 'B' })).status).toBe(422)
    expect((await api.post('/partners?dry_run=yes', { name: 'B' })).body.errors).toMatchObject([
      { field: 'dry_run', code: 'not_allowed' },
    ])
    expect((await api.post('/partners?dry_run=false', { name: 'B' })).status).toBe(201)
  })
})

test('no refusal leaves anything behind', async () => {
  const tenant = await service.tenant()
  const api = await tenant.key()
  const { body } = await api.post('/partners', { name: 'A', ico: '1', external_ref: { system: 'sys', id: '1' } })
  const readOnly = await tenant.key({ scopes: ['core:read'] })
  const before = await traces()
  const headers = { 'idempotency-key': 'refused' }
  const refusals = [
    await readOnly.post('/partners', { name: 'B' }, { headers }),
    await api.post('/partners', { nme: 'B' }, { headers }),
    await api.post('/partners', { name: 'B', ico: '1' }, { headers }),
    await api.post('/partners', { name: 'B', external_ref: { system: 'sys', id: '1' } }, { headers }),
    await api.post('/partners', { name: 'B', price_list_id: body.id }, { headers }),
    await api.post('/partners', undefined, { raw: '{', headers }),
    await api.patch(`/partners/${body.id}`, { name: 'C' }, { headers: { ...headers, 'if-match': '"9"' } }),
    await api.patch(`/partners/${body.id}`, { name: 1 }, { headers }),
    await api.post(`/partners/${body.id}/contacts`, {}, { headers }),
    await api.post('/partners/unknown/contacts', { name: 'X' }, { headers }),
  ]
  for (const refusal of refusals) expect(refusal.status).toBeGreaterThanOrEqual(400)
  expect(await traces()).toEqual(before)
})
