/** The audit as people read it: who may, what it tells, and that what it tells cannot be changed unseen. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/pool.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { auditInvariants } from '../../src/kernel/audit.ts'
import { verify } from '../../src/kernel/verify.ts'
import { changeUser, type Person, peopleService, signInByLink, tenantIdOf } from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)
const path = '/settings/audit'
const dayMs = 24 * 60 * 60 * 1_000

async function office() {
  const tenant = await service.tenant()
  return { tenant, slug: tenant.slug, owner: await signInByLink(service, tenant.slug) }
}

const newKey = (person: Person, name: string) =>
  person.post('/settings/api-keys', { name, mode: 'test', scopes: ['core:read'] })

describe('GET /settings/audit', () => {
  test('200: each change once, by whom, from where, and from what to what', async () => {
    const { owner, slug } = await office()
    const invited = await owner.post('/settings/users', { email: `new@${slug}.example`, name: 'New', role: 'sales' })
    const { id } = invited.body
    const changed = await owner.patch(`/settings/users/${id}`, { role: 'viewer', rights: ['core:read'] })
    await owner.patch(`/settings/users/${id}`, { role: 'viewer', rights: ['core:read'] })
    await owner.patch(`/settings/users/${id}?dry_run=true`, { role: 'sales' })
    const { data } = (await owner.get(path)).body
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'user.changed',
      'user.invited',
      'sign_in.opened',
      'sign_in.link_made',
      'tenant.created',
    ])
    expect(data[0]).toMatchObject({
      object: 'audit_entry',
      actor: { type: 'user', name: 'Owner' },
      record_id: id,
      details: { changes: { role: { from: 'sales', to: 'viewer' }, rights: { to: ['core:read'] } } },
      address: '127.0.0.1',
      request_id: changed.headers['x-request-id'],
      endpoint: 'users.update',
    })
    expect(data[3]).toMatchObject({ actor: { type: 'cli', id: null }, address: null, endpoint: null })
  })

  test('200: by actor, action, record, day and words, page by page', async () => {
    const { owner, slug, tenant } = await office()
    const key = await tenant.key()
    const first = (await newKey(owner, 'Morning')).body
    service.clock.advance(4 * dayMs)
    const again = await signInByLink(service, slug)
    const second = (await newKey(again, 'Evening')).body
    await again.post(`/settings/api-keys/${second.id}/actions/revoke`)
    const told = async (query: string) =>
      (await again.get(`${path}?${query}`)).body.data.map(
        ({ action, record_id }: { action: string; record_id: string }) => `${action} ${record_id}`,
      )
    expect(await told(`record=${second.id}`)).toEqual([`key.revoked ${second.id}`, `key.created ${second.id}`])
    expect(await told('action=key.*')).toHaveLength(4)
    expect(await told('action=key.revoked')).toEqual([`key.revoked ${second.id}`])
    expect(await told('actor_type=cli&action=key.created')).toEqual([`key.created ${key.keyId}`])
    expect(await told('search=evening')).toEqual([`key.revoked ${second.id}`, `key.created ${second.id}`])
    const { id } = (await again.get('/settings/users')).body.data[0]
    expect(await told(`actor=${id}&action=key.created`)).toEqual([
      `key.created ${second.id}`,
      `key.created ${first.id}`,
    ])
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const [today, between] = [dayOf(service.clock()), dayOf(service.clock() - 2 * dayMs)]
    expect(await told(`action=key.created&date_from=${between}`)).toEqual([`key.created ${second.id}`])
    expect(await told(`action=key.*&date_to=${between}`)).toHaveLength(2)
    expect(await told(`action=key.*&date_from=${today}&date_to=2000-01-01`)).toEqual([])
    const whole = (await again.get(`${path}?limit=200`)).body.data
    let cursor = ''
    const walked = []
    do {
      const { body } = await again.get(`${path}?limit=3${cursor}`)
      walked.push(...body.data)
      cursor = body.has_more ? `&cursor=${body.next_cursor}` : ''
    } while (cursor !== '')
    expect(walked).toEqual(whole)
    expect((await again.get(`${path}?action=key.created&cursor=x`)).status).toBe(422)
  })

  test('403 forbidden: for others; 404 not_found: for keys; nothing of another account', async () => {
    const { owner, slug, tenant } = await office()
    expect((await (await tenant.key()).get(path)).body.code).toBe('not_found')
    const { owner: stranger } = await office()
    expect((await stranger.get(`${path}?search=${slug}`)).body.data).toEqual([])
    await changeUser(service, slug, { role: 'accountant' })
    expect((await owner.get(path)).body.code).toBe('forbidden')
  })
})

describe('verify', () => {
  test('sees that an address, a request or an endpoint was changed, or taken away', async () => {
    const { owner, slug } = await office()
    await newKey(owner, 'Watched')
    const tenantId = await tenantIdOf(service, slug)
    const forge = async (change: string): Promise<string[]> => {
      const admin = openDatabase(service.owner, { name: 'owner', size: 1 })
      const where = `where tenant_id = '${tenantId}' and action = 'key.created'`
      const [kept] = await admin.many<Record<string, string>>(
        sql`${raw(`select address, request_id, endpoint, details::text as details from audit_entries ${where}`)}`,
      )
      await admin.run(sql`alter table audit_entries disable trigger audit_entries_only_appended`)
      await admin.run(sql`${raw(`update audit_entries set ${change} ${where}`)}`)
      const broken = (await verify(service.database, auditInvariants)).map(({ invariant }) => invariant)
      await admin.run(sql`
        update audit_entries
           set address = ${kept!.address}, request_id = ${kept!.request_id}, endpoint = ${kept!.endpoint},
               details = ${kept!.details}::json
         where tenant_id = ${tenantId} and action = 'key.created'`)
      await admin.run(sql`alter table audit_entries enable trigger audit_entries_only_appended`)
      await admin.end()
      return broken
    }
    for (const change of [
      `address = '192.0.2.1'`,
      `request_id = gen_random_uuid()`,
      `endpoint = 'users.update'`,
      'address = null, request_id = null, endpoint = null',
      `details = '{}'::json`,
    ]) {
      expect(await forge(change), change).toEqual(['audit.unbroken_chain'])
    }
    expect(await verify(service.database, auditInvariants)).toEqual([])
  })
})
