/** The users of an account: invited, changed and let go, and how nobody gets more than they should. */
import { describe, expect, test } from 'vitest'
import { roles } from '../../src/contract/scopes.ts'
import { sql } from '../../src/db/sql.ts'
import { importSettings, readSettings } from '../../src/domains/settings/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import {
  changeUser,
  cookieOf,
  elsewhere,
  Person,
  peopleService,
  signIn,
  signInByLink,
  tenantIdOf,
  tokenOf,
} from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)
const path = '/settings/users'
const minuteMs = 60_000
const password = 'a cellar full of barrels'

async function office() {
  const tenant = await service.tenant()
  return { slug: tenant.slug, tenant, owner: await signInByLink(service, tenant.slug) }
}

let count = 0
const someone = (rest: object = {}) => {
  count += 1
  return { email: `someone${count}@users.example`, name: 'Someone', role: 'sales', ...rest }
}

/** Invites somebody, who joins. */
async function joined(owner: Person, rest: object = {}) {
  const { body } = await owner.post(path, someone(rest))
  const reply = await owner.post(
    '/session/actions/accept_invitation',
    { token: tokenOf(body.invitation_link), password },
    {
      headers: { cookie: '', ...elsewhere() },
    },
  )
  expect(reply.status, reply.text).toBe(200)
  return { id: body.id, email: body.email, person: new Person(service.address, cookieOf(reply)) }
}

const lastEntry = async (slug: string) =>
  service.database.maybe<{ action: string; details: object; endpoint: string }>(sql`
    select action, details, endpoint
      from audit_entries
     where tenant_id = ${await tenantIdOf(service, slug)}
     order by sequence desc
     limit 1`)

describe('POST /settings/users', () => {
  test('201: invites, with the rights of the role; the link is shown where mail goes into files', async () => {
    const { owner, slug } = await office()
    const wanted = someone({ role: 'brewer' })
    const { status, body, headers } = await owner.post(path, wanted)
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...wanted, status: 'invited', rights: roles.brewer.scopes, has_role_rights: true })
    expect(body.invitation_link).toMatch(/^https:\/\/api\.cellarbook\.test\/console\/invitation#token=[\w-]{43}$/)
    expect(headers.location).toBe(`/api/v1${path}/${body.id}`)
    expect((await owner.get(`${path}/${body.id}`)).text).not.toContain('token=')
    expect(await lastEntry(slug)).toMatchObject({ action: 'user.invited', endpoint: 'users.create' })
    expect(JSON.stringify(await lastEntry(slug))).not.toContain(tokenOf(body.invitation_link))
  })

  test('201: rights of their own', async () => {
    const { owner } = await office()
    const { body } = await owner.post(path, someone({ role: 'bartender', rights: ['pos:write', 'core:read'] }))
    expect(body).toMatchObject({ rights: ['core:read', 'pos:write'], has_role_rights: false })
  })

  test('409 conflict: an e-mail the account has, in other letters', async () => {
    const { owner, slug } = await office()
    const reply = await owner.post(path, someone({ email: `OWNER@${slug}.example` }))
    expect(reply.body).toMatchObject({ code: 'conflict', existing_id: expect.any(String) })
  })

  test.for<[string, object]>([
    ['a role there is not', { role: 'king' }],
    ['a right there is not', { rights: ['core:admin'] }],
    ['no e-mail', { email: 'nobody' }],
  ])('422 validation_failed: %s', async ([, wrong]) => {
    const { owner } = await office()
    expect((await owner.post(path, someone(wrong))).status).toBe(422)
  })

  test('403 forbidden: after ten minutes it asks who is there', async () => {
    const { owner } = await office()
    service.clock.advance(11 * minuteMs)
    for (const reply of [await owner.post(path, someone()), await owner.patch(`${path}/${await idOf(owner)}`, {})]) {
      expect([reply.status, reply.headers['x-service-confirm']]).toEqual([403, 'required'])
    }
  })

  const idOf = async (person: Person) => (await person.get(path)).body.data[0].id
})

describe('who may', () => {
  test.for(['sales', 'warehouse', 'accountant', 'brewer', 'bartender', 'viewer'])('403 forbidden: %s', async role => {
    const { owner } = await office()
    const { person, id } = await joined(owner, { role })
    expect((await person.get(path)).body.code).toBe('forbidden')
    expect((await person.post(path, someone())).body.code).toBe('forbidden')
    expect((await person.patch(`${path}/${id}`, { role: 'owner' })).body.code).toBe('forbidden')
  })

  test('404 not_found: for a key, and for people of another account', async () => {
    const { owner, tenant } = await office()
    const { id } = (await owner.post(path, someone())).body
    expect((await (await tenant.key()).get(path)).body.code).toBe('not_found')
    const { owner: stranger } = await office()
    expect((await stranger.get(`${path}/${id}`)).body.code).toBe('not_found')
    expect((await stranger.patch(`${path}/${id}`, { name: 'Mine' })).body.code).toBe('not_found')
    for (const key of ['invite', 'deactivate', 'activate']) {
      expect((await stranger.post(`${path}/${id}/actions/${key}`)).body.code).toBe('not_found')
    }
  })

  test('403 forbidden: an admin makes no owner, changes none, and gives no more than they have', async () => {
    const { owner } = await office()
    const ownerId = (await owner.get(path)).body.data[0].id
    const invited = (await owner.post(path, someone({ role: 'owner' }))).body
    const { person: admin, id } = await joined(owner, { role: 'admin', rights: ['core:read', 'stock:read'] })
    const refusals = [
      admin.patch(`${path}/${id}`, { role: 'owner' }),
      admin.patch(`${path}/${id}`, { role: 'admin', rights: ['core:read', 'core:write'] }),
      admin.patch(`${path}/${ownerId}`, { role: 'viewer' }),
      admin.patch(`${path}/${ownerId}`, { email: 'mine@users.example' }),
      admin.patch(`${path}/${invited.id}`, { email: 'mine@users.example' }),
      admin.post(`${path}/${ownerId}/actions/deactivate`),
      admin.post(`${path}/${invited.id}/actions/invite`),
      admin.post(path, someone({ role: 'owner' })),
      admin.post(path, someone({ role: 'sales' })),
    ]
    for (const reply of await Promise.all(refusals)) expect([reply.status, reply.body.code]).toEqual([403, 'forbidden'])
    expect((await admin.post(path, someone({ role: 'viewer', rights: ['core:read'] }))).status).toBe(201)
    expect((await owner.get(`${path}/${id}`)).body).toMatchObject({
      role: 'admin',
      rights: ['core:read', 'stock:read'],
    })
  })

  test('403 forbidden: not through the settings of the account, either', async () => {
    const { owner, slug } = await office()
    const { email, person: admin } = await joined(owner, { role: 'admin' })
    expect((await admin.get('/session')).body.account.role).toBe('admin')
    const account = (await findAccount(service.database, slug, false))!
    const { users } = await readSettings(service.database, account, '2026-01-01')
    expect(users!.map(user => user.email)).toContain(email)
    const raised = users!.map(user => (user.email === email ? { ...user, role: 'owner' } : user))
    const { writeAsPerson } = await import('../../src/kernel/system-write.ts')
    const { applySettings } = await import('../../src/domains/settings/actions.ts')
    const adminId = (await owner.get(`${path}?search=${email}`)).body.data[0].id
    const raise = writeAsPerson(adminId, { database: service.database, clock: service.clock, account }, async ctx => {
      await applySettings(ctx, { version: 1, users: raised })
    })
    await expect(raise).rejects.toMatchObject({ code: 'forbidden' })
    const command = { account, wanted: { version: 1 as const, users: raised } }
    expect((await importSettings(service.database, service.clock, command)).refusals).toEqual([])
    expect((await admin.get('/session')).status).toBe(401)
  })
})

describe('PATCH /settings/users/{id}', () => {
  test('200: another role brings its rights, counts at once, and ends the sessions', async () => {
    const { owner, slug } = await office()
    const { id, person, email } = await joined(owner)
    expect((await person.get('/orders')).status).toBe(200)
    const read = await owner.get(`${path}/${id}`)
    const options = { headers: { 'if-match': read.headers.etag! } }
    const changed = await owner.patch(`${path}/${id}`, { role: 'warehouse', name: 'Keeper' }, options)
    expect(changed.body).toMatchObject({ role: 'warehouse', name: 'Keeper', rights: roles.warehouse.scopes })
    expect((await owner.patch(`${path}/${id}`, { name: 'Late' }, options)).body.code).toBe('stale_version')
    expect((await person.get('/session')).status).toBe(401)
    const again = new Person(service.address, cookieOf(await signIn(service, { email, password })))
    expect((await again.post('/orders', {})).body.code).toBe('insufficient_scope')
    expect(await lastEntry(slug)).toMatchObject({ action: 'sign_in.opened' })
    expect((await owner.patch(`${path}/${id}`, { name: 'Keeper of all' })).status).toBe(200)
    expect((await again.get('/session')).status).toBe(200)
    expect(await lastEntry(slug)).toMatchObject({
      action: 'user.changed',
      details: { changes: { name: { from: 'Keeper', to: 'Keeper of all' } } },
    })
  })

  test('422 validation_failed: the e-mail of somebody who signs in already', async () => {
    const { owner } = await office()
    const { id } = await joined(owner)
    const reply = await owner.patch(`${path}/${id}`, { email: 'another@users.example' })
    expect(reply.body.errors[0].field).toBe('email')
  })

  test('409 conflict: one active owner stays, whoever goes first', async () => {
    const { owner } = await office()
    const ownerId = (await owner.get(path)).body.data[0].id
    expect((await owner.patch(`${path}/${ownerId}`, { role: 'admin' })).body.code).toBe('conflict')
    expect((await owner.post(`${path}/${ownerId}/actions/deactivate`)).body.code).toBe('forbidden')
    const { person: second, id: secondId } = await joined(owner, { role: 'owner' })
    const replies = await Promise.all([
      owner.at('live').post(`${path}/${secondId}/actions/deactivate`),
      second.at('test').post(`${path}/${ownerId}/actions/deactivate`),
    ])
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    const rows = await service.database.many(sql`
      select 1 from users where id in (${ownerId}, ${secondId}) and role = 'owner' and is_active`)
    expect(rows).toHaveLength(1)
  })
})

describe('deactivate and activate', () => {
  test('200: out at once, keys included; back without the old sessions', async () => {
    const { owner, tenant } = await office()
    const { id, person, email } = await joined(owner)
    const key = await tenant.key({ ownerEmail: email })
    expect((await key.get('/partners')).status).toBe(200)
    expect((await owner.post(`${path}/${id}/actions/deactivate`)).body.status).toBe('deactivated')
    expect((await person.get('/partners')).status).toBe(401)
    expect((await signIn(service, { email, password })).status).toBe(401)
    await changeUser(service, tenant.slug, {})
    expect((await key.get('/partners')).body.code).toBe('forbidden')
    expect((await owner.post(`${path}/${id}/actions/activate`)).body.status).toBe('active')
    expect((await person.get('/partners')).status).toBe(401)
    expect((await signIn(service, { email, password })).status).toBe(201)
  })
})

describe('end_sessions', () => {
  test('200: signs a user out everywhere; 403 forbidden: an owner only by an owner', async () => {
    const { owner, slug } = await office()
    const { id, person } = await joined(owner)
    expect((await owner.post(`${path}/${id}/actions/end_sessions`)).body.last_seen_at).toBeNull()
    expect((await person.get('/session')).status).toBe(401)
    expect(await lastEntry(slug)).toMatchObject({ action: 'user.signed_out', details: { ended_sessions: 1 } })
    const { person: admin } = await joined(owner, { role: 'admin' })
    const { id: ownerId } = (await owner.get(`${path}?role=owner`)).body.data[0]
    expect((await admin.post(`${path}/${ownerId}/actions/end_sessions`)).body.code).toBe('forbidden')
    expect((await owner.get('/session')).status).toBe(200)
  })
})

describe('GET /settings/users', () => {
  test('200: page by page, by role, status and words', async () => {
    const { owner } = await office()
    const made = []
    for (const [name, role] of [
      ['Jan Sladek', 'brewer'],
      ['Marie Nova', 'sales'],
    ] as const) {
      made.push((await owner.post(path, someone({ name, role }))).body.id)
    }
    await owner.post(`${path}/${made[1]}/actions/deactivate`)
    const idsOf = async (query: string) =>
      (await owner.get(`${path}${query}`)).body.data.map((user: { id: string }) => user.id)
    expect(await idsOf('?role=brewer')).toEqual([made[0]])
    expect(await idsOf('?status=invited')).toEqual([made[0]])
    expect(await idsOf('?status=deactivated')).toEqual([made[1]])
    expect(await idsOf(`?search=${encodeURIComponent('sládek')}`)).toEqual([made[0]])
    const first = (await owner.get(`${path}?limit=2`)).body
    expect(first.data.map((user: { id: string }) => user.id)).toEqual([made[1], made[0]])
    const second = (await owner.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body
    expect(second).toMatchObject({ has_more: false, data: [{ role: 'owner', is_self: true, status: 'active' }] })
  })
})
