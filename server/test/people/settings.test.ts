/** Settings as people of the account see and change them: sections, the whole document, the plan, mails. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { inEach, writeMails } from '../../src/domains/mails/index.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { peopleService, signInByLink } from '../support/person.ts'
import { type TestTenant, untilForgotten, useService } from '../support/service.ts'

const service = useService(peopleService)
const minuteMs = 60_000

const signedIn = async (book: 'live' | 'test' = 'live') => {
  const tenant = await service.tenant()
  return { tenant, person: await signInByLink(service, tenant.slug, book) }
}

const idOf = async ({ slug }: TestTenant) => (await findAccount(service.database, slug, true))!.tenant.id

async function changeOwner(tenant: TestTenant, change: object): Promise<void> {
  const tenantId = await idOf(tenant)
  const [owner] = await listUsers(service.database, tenantId)
  const at = { tenantId, now: toInstant(service.clock()) }
  await service.database.transaction(tx => updateUser(tx, at, { ...owner!, ...change }))
  await untilForgotten()
}

const auditOf = async (tenant: TestTenant, action: string) =>
  service.database.many<{ actor_type: string; details: { count: number; changes: string[]; mode: string } }>(sql`
    select actor_type, details from audit_entries where tenant_id = ${await idOf(tenant)} and action = ${action}`)

describe('/settings/sections', () => {
  test('200: lists them; one has its entries and the schema of an entry', async () => {
    const { person } = await signedIn()
    const { body } = await person.get('/settings/sections')
    expect(body.data.map((section: { name: string }) => section.name)).toEqual(
      expect.arrayContaining(['company', 'shops', 'warehouses', 'users', 'categories', 'number_series']),
    )
    const shops = (await person.get('/settings/sections/shops')).body
    expect(shops).toMatchObject({ name: 'shops', is_single: false, entries: [{ code: 'MAIN', is_default: true }] })
    expect(shops.schema).toMatchObject({ type: 'object', properties: { code: { type: 'string' } } })
    expect((await person.get('/settings/sections/company')).body).toMatchObject({ is_single: true })
    expect((await person.get('/settings/sections/nonsense')).body.code).toBe('not_found')
  })

  test('200: a change is planned first, then made with one audit row, and made once', async () => {
    const { tenant, person } = await signedIn('test')
    const body = { entries: [{ code: 'BAR', name: 'Bar' }] }
    const planned = await person.post('/settings/sections/shops?dry_run=true', body)
    const changes = [{ section: 'shops', key: 'BAR', action: 'create' }]
    expect(planned.body).toMatchObject({ object: 'settings_plan', dry_run: true, changes, refusals: [] })
    expect((await person.get('/settings/sections/shops')).body.entries).toHaveLength(1)
    const options = { headers: { 'idempotency-key': 'bar' } }
    expect((await person.post('/settings/sections/shops', body, options)).body).toMatchObject({ changes })
    expect((await person.post('/settings/sections/shops', body, options)).body).toMatchObject({ changes })
    expect((await person.post('/settings/sections/shops', body)).body).toMatchObject({ changes: [] })
    expect((await person.get('/settings/sections/shops')).body.entries).toHaveLength(2)
    const audited = await auditOf(tenant, 'settings.changed')
    expect(audited).toMatchObject([{ actor_type: 'user', details: { mode: 'test', changes: ['create shops BAR'] } }])
    expect((await person.at('live').get('/settings/sections/shops')).body.entries).toHaveLength(1)
  })

  test('422 validation_failed: what is refused is told by a plan and by rows, and nothing is kept', async () => {
    const { person } = await signedIn()
    const body = { entries: [{ code: 'MAIN', name: 'Main', is_default: false }] }
    const planned = await person.post('/settings/sections/shops?dry_run=true', body)
    expect([planned.status, planned.body.refusals.length]).toEqual([200, 1])
    const refused = await person.post('/settings/sections/shops', body)
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
    expect(refused.body.errors[0]).toMatchObject({ field: 'shops', code: 'not_allowed' })
    const wrong = await person.post('/settings/sections/shops', { entries: [{ code: 7, colour: 'red' }] })
    expect(wrong.body.errors.map((row: { field: string }) => row.field).toSorted()).toEqual([
      'entries[0].code',
      'entries[0].colour',
      'entries[0].name',
    ])
  })

  test('403 forbidden: other roles; 404 not_found: keys', async () => {
    const { tenant, person } = await signedIn()
    const key = await tenant.key({ mode: 'live' })
    for (const path of ['/settings/sections', '/settings/document', '/settings/plan', '/settings/mails']) {
      expect((await key.get(path)).body.code).toBe('not_found')
    }
    await changeOwner(tenant, { role: 'sales' })
    expect((await person.get('/settings/sections')).body.code).toBe('forbidden')
  })
})

describe('people by the settings', () => {
  const jana = { email: 'jana@hops.example', name: 'Jana', role: 'sales' }

  test('200: are added by whoever proved who they are a moment ago', async () => {
    const { person } = await signedIn()
    service.clock.advance(11 * minuteMs)
    const path = '/settings/sections/users'
    const refused = await person.post(path, { entries: [jana] })
    expect([refused.body.code, refused.headers['x-service-confirm']]).toEqual(['forbidden', 'required'])
    expect((await person.post('/settings/sections/shops', { entries: [] })).status).toBe(200)
    const fresh = await signedIn()
    expect((await fresh.person.post(path, { entries: [jana] })).body.changes).toHaveLength(1)
  })

  test('422 validation_failed: themselves, by the sandbox, and owners by somebody who is none', async () => {
    const { tenant, person } = await signedIn()
    const reasonsOf = async (book: 'live' | 'test', entries: object[]) =>
      (await person.at(book).post('/settings/sections/users?dry_run=true', { entries })).body.refusals.map(
        (refusal: { reason: string }) => refusal.reason,
      )
    const self = { email: `owner@${tenant.slug}.example`, name: 'Owner', role: 'owner', rights: ['core:read'] }
    expect(await reasonsOf('live', [self])).toEqual(['Nobody changes their own role or rights.'])
    expect(await reasonsOf('test', [jana])).toEqual([
      'People belong to the whole account. Change them in the live book.',
    ])
    const boss = { email: 'boss@hops.example', name: 'Boss', role: 'owner' }
    expect(await reasonsOf('live', [boss])).toEqual([])
    await person.post('/settings/sections/users', { entries: [boss] })
    await changeOwner(tenant, { role: 'admin' })
    expect(await reasonsOf('live', [{ ...boss, role: 'sales' }])).toContain('Only an owner makes or changes owners.')
    expect(await reasonsOf('live', [{ ...jana, role: 'owner' }])).toEqual(['Only an owner makes or changes owners.'])
  })
})

describe('/settings/document', () => {
  test('200: comes with its schema, goes back unchanged, and changes what it names', async () => {
    const { person } = await signedIn()
    const { document, schema } = (await person.get('/settings/document')).body
    expect(document).toMatchObject({ version: 1, shops: [{ code: 'MAIN' }] })
    expect(schema).toMatchObject({ title: 'Settings of a Cellarbook book' })
    expect((await person.post('/settings/document', { document })).body.changes).toEqual([])
    const wanted = { version: 1, categories: [{ code: 'BEER', kind: 'category', name: 'Beer' }] }
    const reply = await person.post('/settings/document', { document: wanted })
    expect([reply.status, reply.body.changes?.length], reply.text).toEqual([200, 1])
  })

  test('422 validation_failed: rows name the place in the document', async () => {
    const { person } = await signedIn()
    const reply = await person.post('/settings/document', { document: { version: 2, shops: [{ code: '' }] } })
    const fields = reply.body.errors.map((row: { field: string }) => row.field)
    expect(fields).toEqual(expect.arrayContaining(['document.version', 'document.shops[0].code']))
  })
})

test('GET /settings/plan 200: modules, limits, and what is used of them', async () => {
  const { tenant, person } = await signedIn()
  const api = await tenant.key()
  await api.post('/partners', { name: 'One' })
  const { body } = await person.get('/settings/plan')
  expect(body.modules).toContainEqual(expect.objectContaining({ key: 'stock', is_subscribed: true }))
  expect(body.usage).toMatchObject({ keys: 1, users: 1, live: { partners: 0 }, test: { partners: 1, events: 1 } })
  expect(body.limits).toMatchObject({ max_keys: expect.any(Number), storage_mb: expect.any(Number) })
})

test('GET /settings/mails 200: the newest first, by pages, without what stands in them', async () => {
  const { tenant, person } = await signedIn()
  const tenantId = await idOf(tenant)
  for (const index of [1, 2, 3]) {
    const said = () => ({ subject: `S${index}`, body: 'secret' })
    const mail = { tenantId, topic: `t${index}`, recipient: 'jana@hops.example', words: inEach(said) }
    await writeMails(service.database, [mail], toInstant(service.clock() + index * 1_000))
  }
  await service.database.run(sql`
    update mails set sent_at = now(), next_attempt_at = null where tenant_id = ${tenantId} and topic = 't2'`)
  const first = await person.get('/settings/mails?limit=2')
  expect(first.body.data).toMatchObject([
    { subject: 'S3', to: 'jana@hops.example', state: 'waiting' },
    { subject: 'S2', state: 'sent' },
  ])
  expect(first.text).not.toContain('secret')
  const second = await person.get(`/settings/mails?limit=2&cursor=${first.body.next_cursor}`)
  expect(second.body).toMatchObject({ data: [{ subject: 'S1' }], has_more: false, next_cursor: null })
  expect((await person.get('/settings/mails?state=sent')).body.data).toHaveLength(1)
  expect((await (await signedIn()).person.get('/settings/mails')).body.data).toEqual([])
})
