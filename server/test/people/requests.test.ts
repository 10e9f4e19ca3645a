/** The log of calls: one row for each answered call, with bodies where they help and never with secrets. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { turnRequestDays } from '../../src/domains/requests/workers.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { jobDeps } from '../support/jobs.ts'
import { type Person, signInByLink } from '../support/person.ts'
import { useService } from '../support/service.ts'
import { until } from '../support/webhook-endpoints.ts'

const service = useService({ trustProxy: ['127.0.0.1'], keepsRequests: true })
const dayMs = 24 * 60 * 60 * 1_000

interface Row {
  id: string
  method: string
  path: string
  status: number
  code: string | null
  key_id: string | null
  user_id: string | null
}

async function story() {
  const tenant = await service.tenant()
  return { tenant, api: await tenant.key(), person: await signInByLink(service, tenant.slug) }
}

const logged = (person: Person, query: string, count: number): Promise<Row[]> =>
  until(
    async () => (await person.get(`/settings/requests?${query}`)).body.data as Row[],
    rows => rows.length >= count,
  )

describe('a call', () => {
  test('200: is a row with everything that is asked about it', async () => {
    const { api, person } = await story()
    const options = { headers: { 'idempotency-key': 'k-1', 'x-forwarded-for': '203.0.113.7' } }
    const made = await api.post('/partners?dry_run=true', { name: 'Hop Garden' }, options)
    const [row] = await logged(person, `key_id=${api.keyId}`, 1)
    expect(row).toMatchObject({
      object: 'request',
      id: made.headers['x-request-id'],
      key_id: api.keyId,
      user_id: null,
      method: 'POST',
      route: 'partners.create',
      path: '/api/v1/partners',
      query: 'dry_run=true',
      status: 200,
      code: null,
      bytes: made.bytes.length,
      idempotency_key: 'k-1',
      address: '203.0.113.7',
    })
    const { body } = await person.get(`/settings/requests/${row!.id}`)
    expect(JSON.parse(body.request_body)).toEqual({ name: 'Hop Garden' })
    expect(JSON.parse(body.answer_body)).toMatchObject({ name: 'Hop Garden', dry_run: true })
  })

  test('200: refusals have their code, also those of the gates and of paths there are not', async () => {
    const { tenant, api, person } = await story()
    const poor = await tenant.key({ scopes: ['core:read'] })
    await api.post('/partners', { name: '' })
    await api.get('/nowhere')
    await poor.post('/partners', { name: 'No' })
    const rows = await logged(person, 'status=refused', 3)
    expect(rows.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual([
      '403 insufficient_scope',
      '404 not_found',
      '422 validation_failed',
    ])
    expect(await logged(person, 'code=not_found&method=GET', 1)).toMatchObject([
      { path: '/api/v1/nowhere', route: null },
    ])
    expect(await logged(person, `key_id=${poor.keyId}&status=4xx`, 1)).toHaveLength(1)
    expect((await person.get('/settings/requests?status=5xx')).body.data).toEqual([])
    expect(await logged(person, 'path=NOWHERE', 1)).toHaveLength(1)
  })

  test('200: of a person names the person; reading the log is no row of it', async () => {
    const { person } = await story()
    await person.get('/partners')
    await logged(person, '', 1)
    const rows = await logged(person, '', 1)
    expect(rows).toMatchObject([{ key_id: null, path: '/api/v1/partners' }])
    expect(rows[0]!.user_id).not.toBeNull()
  })

  test('200: live bodies are kept of refused writes alone; secrets nowhere', async () => {
    const { tenant, person } = await story()
    const live = await tenant.key({ mode: 'live' })
    const good = await live.post('/partners', { name: 'Kept by nobody' })
    const bad = await live.post('/partners', { name: '', note: `Bearer ${live.key} ${'x'.repeat(9_000)}` })
    const at = person.at('live')
    await logged(at, '', 2)
    const bodiesOf = async (id: string) => (await at.get(`/settings/requests/${id}`)).body
    expect(await bodiesOf(good.headers['x-request-id']!)).toMatchObject({ request_body: null, answer_body: null })
    const { request_body } = await bodiesOf(bad.headers['x-request-id']!)
    expect(request_body).toContain('"name":""')
    expect(request_body).not.toContain(live.key)
    expect(request_body.length).toBeLessThanOrEqual(8_192)
    expect((await person.get('/settings/requests')).body.data).toEqual([])
    const hook = await person.post('/webhook-endpoints', { url: 'https://192.0.2.1/x', types: ['*'] })
    await person.put('/profile/password', { password: 'a very long password' })
    const rows = await logged(person, 'method=PUT', 1)
    expect((await person.get(`/settings/requests/${rows[0]!.id}`)).body.request_body).toBeNull()
    expect(hook.status).toBe(422)
  })

  test('200: a body that is cut in the middle of a character is kept as far as it is whole', async () => {
    const { api, person } = await story()
    for (const name of ['x', 'xy']) {
      for (let index = 0; index < 4; index++) await api.post('/partners', { name, notes: '😀'.repeat(1_000) })
      await api.get('/partners')
    }
    const rows = await logged(person, 'method=GET', 2)
    for (const { id } of rows) {
      const { answer_body } = (await person.get(`/settings/requests/${id}`)).body
      expect(answer_body.length).toBe(8_192)
    }
  })

  test('404 not_found: of the other book, of another account; for a key there is no log', async () => {
    const { api, person } = await story()
    const { headers } = await api.get('/partners')
    await logged(person, '', 1)
    const path = `/settings/requests/${headers['x-request-id']}`
    expect((await person.get(path)).status).toBe(200)
    expect((await person.at('live').get(path)).body.code).toBe('not_found')
    expect((await (await story()).person.get(path)).body.code).toBe('not_found')
    expect((await api.get('/settings/requests')).body.code).toBe('not_found')
  })
})

describe('the log', () => {
  test('200: has pages, and counts by key', async () => {
    const { api, person } = await story()
    for (let index = 0; index < 5; index++) await api.get('/partners')
    await api.get('/nowhere')
    const all = await logged(person, '', 6)
    const first = (await person.get('/settings/requests?limit=4')).body
    const second = (await person.get(`/settings/requests?limit=4&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data]).toEqual(all)
    const counts = (await person.get('/settings/requests/counts')).body.data
    expect((await person.get(`/settings/api-keys/${api.keyId}`)).body.calls_24h).toBe(6)
    expect(counts).toContainEqual({ object: 'call_count', caller_id: api.keyId, calls: 6, refused: 1, dropped: 0 })
  })

  test('is kept for the days that the operator says, day by day', async () => {
    const { tenant, api, person } = await story()
    await api.get('/partners')
    await logged(person, '', 1)
    const retention = { ...jobDeps(service).retention, requestsDays: 10 }
    const turn = () => turnRequestDays.run({ ...jobDeps(service), retention }, () => false)
    const { tenant: found } = (await findAccount(service.database, tenant.slug, true))!
    const rows = async () =>
      (await service.database.many(sql`select 1 from requests where tenant_id = ${found.id}`)).length
    await turn()
    expect(await rows()).toBe(1)
    service.clock.advance(9 * dayMs)
    await turn()
    expect(await rows()).toBe(1)
    service.clock.advance(3 * dayMs)
    await turn()
    expect(await rows()).toBe(0)
    const counted = await service.database.many(sql`select 1 from request_counts where tenant_id = ${found.id}`)
    expect(counted).toEqual([])
  })
})
