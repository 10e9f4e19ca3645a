/** The audit: what is told of, by whom, with the change and never without it; and that nobody rewrites it unseen. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/db/pool.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { changeTenant, createSignInLink, createTenant } from '../../src/domains/accounts/actions.ts'
import { endUse } from '../../src/domains/accounts/keys.ts'
import { cutAudit } from '../../src/domains/audit/store.ts'
import { expireAudit } from '../../src/domains/audit/workers.ts'
import { invariants } from '../../src/domains/index.ts'
import { applySettings } from '../../src/domains/settings/index.ts'
import { rollKey } from '../../src/domains/webhooks/roll-key.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { listAudit } from '../../src/kernel/audit.ts'
import { writeAsSystem } from '../../src/kernel/system-write.ts'
import { verify } from '../../src/kernel/verify.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { newAccount } from '../support/account.ts'
import { jobDeps } from '../support/jobs.ts'
import { useService } from '../support/service.ts'
import { signIn as openLink } from '../support/sign-in.ts'
import { aloof, endpointPath, registered } from '../support/webhook-endpoints.ts'

const service = useService({ webhooks: aloof })

const entriesOf = async (slug: string) => {
  const tenant = await service.database.maybe<{ id: string }>(sql`select id from tenants where slug = ${slug}`)
  return (await listAudit(service.database, tenant!.id, 1_000)).toReversed()
}

const signIn = (token: string) => openLink(`${service.address}/console/sign-in#token=${token}`)

describe('what is told', () => {
  test('keys, endpoints, the plan, settings and sign-ins, each once and by whom, without any secret', async () => {
    const account = await newAccount(service)
    const { slug } = account.tenant
    await changeTenant(service.database, service.clock, { slug, rate_per_min: 77, is_vat_payer: false })
    await account.apply({ categories: [{ code: 'BAR', name: 'Bar', kind: 'category' }] })
    const keyId = (await account.api.get('/me')).body.key.id
    const { id, secret } = await registered(account.api, { url: 'https://hooks.example.com/in/PATHSECRET' })
    const path = endpointPath(id)
    await account.api.patch(path, { types: ['order.*'] })
    await account.api.patch(path, { types: ['order.*'] })
    const rotated = (await account.api.post(`${path}/actions/rotate_secret`)).body.secret
    await account.api.post(`${path}/actions/rotate_secret?dry_run=true`)
    expect((await account.api.post(`${path}/actions/enable`)).status).toBe(409)
    await account.api.post(`${path}/actions/disable`)
    await account.api.post(`${path}/actions/enable`)
    const rolled = (await rollKey(service, { id: keyId, overlapHours: 1 }))!
    expect(await endUse(service.database, service.clock, rolled.id)).toBe(true)
    expect(await endUse(service.database, service.clock, rolled.id)).toBe(true)
    const token = await createSignInLink(service.database, service.clock, slug)
    expect((await signIn(token)).status).toBe(201)
    expect((await signIn(token)).status).toBe(401)
    const entries = await entriesOf(slug)
    expect(entries.map(({ action, actor_type }) => `${action} by ${actor_type}`)).toEqual([
      'tenant.created by cli',
      'key.created by cli',
      'key.created by cli',
      'plan.changed by cli',
      'settings.changed by cli',
      'webhook_endpoint.created by api_key',
      'webhook_endpoint.changed by api_key',
      'webhook_endpoint.secret_rotated by api_key',
      'webhook_endpoint.disabled by api_key',
      'webhook_endpoint.enabled by api_key',
      'key.rolled by cli',
      'key.revoked by cli',
      'sign_in.link_made by cli',
      'sign_in.opened by user',
    ])
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, index) => index + 1))
    expect(entries[3]!.details).toMatchObject({ rate_per_min: { from: 600, to: 77 }, vat_payer: { to: false } })
    expect(entries[4]!.details).toMatchObject({ mode: 'test', count: 1, changes: ['create categories category BAR'] })
    expect(entries[5]).toMatchObject({ actor_id: keyId, subject_id: id, details: { host: 'hooks.example.com' } })
    expect(entries[10]).toMatchObject({ subject_id: keyId, details: { to: rolled.id, endpoints: 1 } })
    expect(entries[13]).toMatchObject({ actor_id: entries[12]!.subject_id })
    const told = JSON.stringify(entries)
    for (const hidden of [account.api.key!, account.live.key!, rolled.key, secret, rotated, token, 'PATHSECRET']) {
      expect(told).not.toContain(hidden)
    }
  })

  test('written together, entries of one account follow each other without a gap', async () => {
    const { tenant } = await newAccount(service)
    const change = (rate: number) =>
      changeTenant(service.database, service.clock, { slug: tenant.slug, rate_per_min: rate })
    await Promise.all(Array.from({ length: 12 }, (_, index) => change(100 + index)))
    expect((await entriesOf(tenant.slug)).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 15 }, (_, index) => index + 1),
    )
  })
})

test('a long write of one book does not hold up what the audit is told of the other', async () => {
  const { tenant, live } = await newAccount(service)
  const sandbox = (await findAccount(service.database, tenant.slug, false))!
  const category = { code: 'BAR', name: 'Bar', kind: 'category' as const }
  await writeAsSystem({ ...service, account: sandbox }, async ctx => {
    await applySettings(ctx, { version: 1, categories: [category] })
    // In the middle of it: settings are applied, the rest of the work is not done.
    const { status, text } = await live.post('/webhook-endpoints', { url: 'https://hooks.example.com/', types: ['*'] })
    expect(status, text).toBe(201)
  })
  const actions = (await entriesOf(tenant.slug)).map(({ action }) => action)
  expect(actions.slice(-2)).toEqual(['webhook_endpoint.created', 'settings.changed'])
})

describe('nobody rewrites it', () => {
  test.for([
    'update audit_entries set action = action',
    'delete from audit_entries',
    'truncate audit_entries',
    "with may as (select set_config('cellarbook.cuts_audit', 'on', true)) delete from audit_entries using may",
  ])('refused: %s', async statement => {
    await newAccount(service)
    await expect(service.database.run(sql`${raw(statement)}`)).rejects.toThrow(/only appended to|permission denied/)
  })

  /** As somebody could who owns the database. */
  const forged = async (statement: string): Promise<string[]> => {
    const owner = openDatabase(service.owner, { name: 'owner', size: 1 })
    await owner.run(sql`alter table audit_entries disable trigger audit_entries_only_appended`)
    await owner.run(sql`${raw(statement)}`)
    await owner.run(sql`alter table audit_entries enable trigger audit_entries_only_appended`)
    await owner.end()
    const violations = await verify(service.database, invariants)
    return violations.map(({ invariant }) => invariant)
  }

  test('verify sees a changed entry, a missing one and a cut end', async () => {
    const { tenant } = await newAccount(service)
    const before = await entriesOf(tenant.slug)
    const [row] = await service.database.many<{ id: string }>(sql`select id from tenants where slug = ${tenant.slug}`)
    const at = (sequence: number) => `tenant_id = '${row!.id}' and sequence = ${sequence}`
    expect(await forged(`update audit_entries set actor_type = 'system' where ${at(2)}`)).toEqual([
      'audit.unbroken_chain',
    ])
    await forged(`update audit_entries set actor_type = 'cli' where ${at(2)}`)
    expect(await verify(service.database, invariants)).toEqual([])
    await forged(`create table cut as select * from audit_entries where ${at(3)}`)
    expect(await forged(`delete from audit_entries where ${at(3)}`)).toEqual(['audit.ends_at_its_head'])
    await forged('insert into audit_entries select * from cut')
    await forged(`create table missing as select * from audit_entries where ${at(2)}`)
    expect(await forged(`delete from audit_entries where ${at(2)}`)).toEqual(['audit.unbroken_chain'])
    await forged('insert into audit_entries select * from missing')
    expect(await forged('drop table cut, missing')).toEqual([])
    expect(await entriesOf(tenant.slug)).toEqual(before)
  })
})

describe('how long it is kept', () => {
  const dayMs = 24 * 60 * 60 * 1_000
  const expire = (auditDays: number | null) => {
    const deps = jobDeps(service)
    return expireAudit.run({ ...deps, retention: { ...deps.retention, auditDays } }, () => false)
  }

  /** An account that is 400 days old, with a change every 100 days and one more today. */
  async function oldAccount() {
    const slug = 'long-kept'
    const daysAgo = (days: number) => () => service.clock() - days * dayMs
    const { id } = await createTenant(service.database, daysAgo(400), { slug, name: 'Long kept' })
    for (const days of [300, 200, 100, 0]) {
      await changeTenant(service.database, daysAgo(days), { slug, rate_per_min: 100 + days })
    }
    return { id, slug }
  }

  test('what is older goes, the rest is still a chain that verify checks, and new entries follow', async () => {
    const { id, slug } = await oldAccount()
    const numbers = async () => (await entriesOf(slug)).map(({ sequence }) => sequence)
    await expire(null)
    expect(await numbers()).toEqual([1, 2, 3, 4, 5])
    await expire(250)
    expect(await numbers()).toEqual([3, 4, 5])
    expect(await verify(service.database, invariants)).toEqual([])
    await changeTenant(service.database, service.clock, { slug, rate_per_min: 99 })
    await expire(150)
    expect(await numbers()).toEqual([4, 5, 6])
    expect(await verify(service.database, invariants)).toEqual([])
    const future = toInstant(service.clock() + 1_000 * dayMs)
    expect(await cutAudit(service.database, id, future), 'nobody removes the last 90 days').toBe(1)
    expect(await numbers()).toEqual([5, 6])
    await service.database.run(sql`update audit_heads set cut_sequence = 3, cut_hash = '' where tenant_id = ${id}`)
    const [broken] = await verify(service.database, invariants)
    expect(broken).toMatchObject({ invariant: 'audit.unbroken_chain' })
    await service.database.run(sql`
      update audit_heads h
         set cut_sequence = 4, cut_hash = e.previous_hash
        from audit_entries e
       where h.tenant_id = ${id} and e.tenant_id = h.tenant_id and e.sequence = 5`)
    expect(await verify(service.database, invariants)).toEqual([])
  })
})
