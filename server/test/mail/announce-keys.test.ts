/** The expiry of keys is told 30, 7 and 1 days before, once each, to those it concerns. */
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { presets, type Role } from '../../src/contract/scopes.ts'
import { sql } from '../../src/db/sql.ts'
import { createKey } from '../../src/domains/accounts/keys.ts'
import { revokeKey } from '../../src/domains/accounts/keys-store.ts'
import { findTenant, insertUser } from '../../src/domains/accounts/store.ts'
import { adminsOf } from '../../src/domains/mails/actions.ts'
import { announceKeysOnce } from '../../src/domains/mails/announce-keys.ts'
import { announceKeys } from '../../src/domains/mails/workers.ts'
import { startJobs } from '../../src/kernel/jobs.ts'
import type { Mode } from '../../src/lib/api-key.ts'
import { newId } from '../../src/lib/ids.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { jobDeps } from '../support/jobs.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService({ alone: true })
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

beforeEach(async () => {
  await service.database.run(sql`delete from mails`)
  await service.database.run(sql`update api_keys set revoked_at = created_at`)
})

const announce = () => announceKeysOnce({ database: service.database, clock: service.clock, baseUrl: testBaseUrl })

interface Told {
  topic: string
  recipient: string
  subject: string
  body: string
}

/** What is new since the last question. */
async function announced(): Promise<Told[]> {
  await announce()
  const told = await service.database.many<Told>(sql`
    update mails
       set next_attempt_at = null,
           sent_at = created_at
     where sent_at is null
    returning topic, recipient, subject, body`)
  return told.sort((one, other) => (one.recipient < other.recipient ? -1 : 1))
}

const steps = (told: Told[]): string[] => told.map(({ topic }) => topic.slice(topic.lastIndexOf(':') + 1))

interface Person {
  role: Role
  isActive?: boolean
}

async function newTenant(people: Record<string, Person> = {}) {
  const { slug } = await service.tenant({ name: 'Pivovar Kout & syn' })
  const { id } = (await findTenant(service.database, slug))!
  await service.database.transaction(async tx => {
    for (const [name, { role, isActive = true }] of Object.entries(people)) {
      const email = `${name}@kout.example`
      const user = { id: newId(), email, name, role, rights: [...presets.full.scopes], is_active: isActive }
      await insertUser(tx, { tenantId: id, now: toInstant(service.clock()) }, user)
    }
  })
  return { slug, id, owner: `owner@${slug}.example` }
}

interface Wanted {
  inDays?: number
  expiresAt?: string
  mode?: Mode
  name?: string
  ownerEmail?: string
}

function newKey(slug: string, { inDays, expiresAt, mode = 'live', name = 'E-shop', ownerEmail }: Wanted) {
  const at = expiresAt ?? (inDays === undefined ? undefined : toInstant(service.clock() + inDays * dayMs))
  return createKey(service.database, service.clock, {
    slug,
    mode,
    name,
    scopes: presets.full.scopes,
    ...(at && { expiresAt: at }),
    ...(ownerEmail && { ownerEmail }),
  })
}

describe('when', () => {
  test('30, 7 and 1 days before, once each, and never after', async () => {
    const { slug, owner } = await newTenant()
    const { id } = await newKey(slug, { inDays: 31 })
    expect(await announced()).toEqual([])
    for (const [beforeMs, step] of [
      [dayMs, '30'],
      [23 * dayMs, '7'],
      [6 * dayMs, '1'],
    ] as const) {
      service.clock.advance(beforeMs - minuteMs)
      expect(await announced()).toEqual([])
      service.clock.advance(minuteMs)
      const told = await announced()
      expect(told).toMatchObject([{ recipient: owner, topic: expect.stringMatching(`^key_expiry:${id}:.*Z:${step}$`) }])
      expect(await announced()).toEqual([])
    }
    service.clock.advance(dayMs - minuteMs)
    expect(await announced()).toEqual([])
    service.clock.advance(2 * minuteMs)
    expect(await announced()).toEqual([])
  })

  test('of steps missed meanwhile only the nearest is told, and those to come still are', async () => {
    const { slug } = await newTenant()
    await newKey(slug, { inDays: 40 })
    service.clock.advance(35 * dayMs)
    expect(steps(await announced())).toEqual(['7'])
    expect(steps(await announced())).toEqual([])
    service.clock.advance(4.5 * dayMs)
    expect(steps(await announced())).toEqual(['1'])
  })

  test('all steps missed and the key expired: nothing is told', async () => {
    const { slug } = await newTenant()
    await newKey(slug, { inDays: 40 })
    service.clock.advance(40 * dayMs + 1)
    expect(await announced()).toEqual([])
  })

  test('a revoked key and one without an end are silent', async () => {
    const { slug } = await newTenant()
    const { id } = await newKey(slug, { inDays: 20 })
    await newKey(slug, {})
    await revokeKey(service.database, id, toInstant(service.clock()))
    expect(await announced()).toEqual([])
  })

  test('a changed expiry is announced anew', async () => {
    const { slug } = await newTenant()
    const { id } = await newKey(slug, { inDays: 20 })
    expect(steps(await announced())).toEqual(['30'])
    const later = toInstant(service.clock() + 25 * dayMs)
    await service.database.run(sql`update api_keys set expires_at = ${later} where id = ${id}`)
    const told = await announced()
    expect(told.map(({ topic }) => topic)).toEqual([`key_expiry:${id}:${later}:30`])
    expect(await announced()).toEqual([])
  })

  test('told by two nodes at once, it is told once', async () => {
    const { slug } = await newTenant({ adela: { role: 'admin' }, zdenek: { role: 'admin' } })
    for (const name of ['A', 'B', 'C']) await newKey(slug, { inDays: 5, name })
    await Promise.all([announce(), announce(), announce()])
    expect(await announced()).toHaveLength(9)
    expect(await announced()).toEqual([])
  })

  test('a start announces at once', async () => {
    const { slug } = await newTenant()
    await newKey(slug, { inDays: 5 })
    const announcing = startJobs([announceKeys], jobDeps(service))
    await sleep(1)
    await announcing.stop()
    expect(await service.database.many(sql`select topic from mails`)).toHaveLength(1)
  })
})

describe('to whom', () => {
  test('the owner of the key and the active admins of its account, each once', async () => {
    const { slug, id, owner } = await newTenant({
      adela: { role: 'admin' },
      bara: { role: 'admin', isActive: false },
      cyril: { role: 'sales' },
      dana: { role: 'warehouse' },
    })
    await newTenant({ stranger: { role: 'admin' } })
    expect(await adminsOf(service.database, id)).toEqual([owner, 'adela@kout.example'])
    await newKey(slug, { inDays: 5, ownerEmail: 'cyril@kout.example' })
    expect((await announced()).map(({ recipient }) => recipient)).toEqual([
      'adela@kout.example',
      'cyril@kout.example',
      owner,
    ])
    await newKey(slug, { inDays: 5, ownerEmail: 'adela@kout.example' })
    expect((await announced()).map(({ recipient }) => recipient)).toEqual(['adela@kout.example', owner])
  })

  test('an owner who has left is not told; an admin who comes later hears the next step', async () => {
    const { slug, id, owner } = await newTenant({ bara: { role: 'sales', isActive: false } })
    await newKey(slug, { inDays: 5, ownerEmail: 'bara@kout.example' })
    expect((await announced()).map(({ recipient }) => recipient)).toEqual([owner])
    await service.database.run(sql`update users set is_active = true, role = 'admin' where tenant_id = ${id}`)
    expect(await announced()).toEqual([])
    service.clock.advance(4 * dayMs)
    expect((await announced()).map(({ recipient }) => recipient)).toEqual(['bara@kout.example', owner])
  })
})

describe('what', () => {
  /** The first 30 June or December at the given hour in UTC that is yet to come. */
  const nextDay = (month: 6 | 12, time: string): string => {
    const year = new Date(service.clock()).getUTCFullYear()
    const inYear = (wanted: number) => `${wanted}-${String(month).padStart(2, '0')}-30T${time}:00.000Z`
    return Date.parse(inYear(year)) > service.clock() + 2 * dayMs ? inYear(year) : inYear(year + 1)
  }

  /** Unlike the account, which is Czech. */
  const readsEnglish = (slug: string) =>
    service.database.run(sql`
      update users set preferences = '{"language": "en"}'
       where tenant_id = (select id from tenants where slug = ${slug})`)

  test('which key of which account and mode, when in its time zone, what to do', async () => {
    const { slug } = await newTenant()
    await readsEnglish(slug)
    const expiresAt = nextDay(6, '22:30')
    const { key } = await newKey(slug, { expiresAt, mode: 'live', name: 'Přes hranice' })
    service.clock.advance(Date.parse(expiresAt) - service.clock() - 5 * dayMs)
    const [told] = await announced()
    const year = expiresAt.slice(0, 4)
    expect(told!.subject).toBe(`API key "Přes hranice" stops working on 1 July ${year}`)
    expect(told!.body).toBe(`\
The API key "Přes hranice" stops working on 1 July ${year} at 00:30 (Europe/Prague).

Key:      ${key.slice(0, 12)}…${key.slice(-4)}
Account:  Pivovar Kout & syn (${slug})
Mode:     live

From then on every request with this key is refused with 401. To keep what uses it running,
create a new key before that and put it in place of this one. If nothing uses it any more,
there is nothing to do.

The keys of the account: https://api.cellarbook.test/console
`)
    expect(told!.body).not.toContain(key)
  })

  test('a test key, and the time of another zone in winter', async () => {
    const { slug, id } = await newTenant()
    await readsEnglish(slug)
    await service.database.run(sql`update tenants set time_zone = 'America/New_York' where id = ${id}`)
    const expiresAt = nextDay(12, '03:05')
    await newKey(slug, { expiresAt, mode: 'test' })
    service.clock.advance(Date.parse(expiresAt) - service.clock() - dayMs)
    const [told] = await announced()
    expect(told!.body).toContain(`on 29 December ${expiresAt.slice(0, 4)} at 22:05 (America/New_York).`)
    expect(told!.body).toContain('Mode:     test (sandbox)')
  })

  test('a name with line breaks stays on its line', async () => {
    const { slug } = await newTenant()
    await newKey(slug, { inDays: 5, name: 'E-shop\r\n\r\nKniha:    none\u2028' })
    const [told] = await announced()
    expect(told!.subject).toMatch(/^Klíč API „E-shop Kniha: {4}none“ přestane platit \d+\. \p{L}+ \d{4}$/u)
    expect(told!.body.match(/^Kniha:/gm)).toHaveLength(1)
  })
})
