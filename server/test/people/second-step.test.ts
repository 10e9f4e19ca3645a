/** The second step: set up with proof, asked for after the password, each code once, and codes on paper. */
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { hashSecret } from '../../src/lib/api-key.ts'
import {
  cookieOf,
  elsewhere,
  failBefore,
  Person,
  peopleService,
  signIn,
  signInByLink,
  tenantIdOf,
  waitOf,
} from '../support/person.ts'
import { untilForgotten, useService } from '../support/service.ts'

const service = useService(peopleService)
const password = 'a cellar full of barrels'
const secondMs = 1_000
const minuteMs = 60 * secondMs

const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: service.clock() + steps * 30 * secondMs })
const browser = (reply: Parameters<typeof cookieOf>[0]) => new Person(service.address, cookieOf(reply))

async function somebody() {
  const { slug } = await service.tenant()
  const person = await signInByLink(service, slug)
  await person.put('/profile/password', { password })
  return { slug, person, email: `owner@${slug}.example` }
}

async function withCodes() {
  const known = await somebody()
  const { secret } = (await known.person.post('/profile/totp')).body
  const { recovery_codes: paper } = (await known.person.post('/profile/totp/actions/verify', { code: codeOf(secret) }))
    .body
  // Another step has begun: the code above was used.
  service.clock.advance(30 * secondMs)
  return { ...known, secret: secret as string, paper: paper as string[] }
}

const step = (waiting: Person, code: string) =>
  waiting.post('/session/actions/second_step', { code }, { headers: elsewhere() })

describe('setting it up', () => {
  test('200: with a secret for an authenticator, a code of it, and ten codes for paper; sealed and hashed', async () => {
    const { person, email } = await somebody()
    const { body } = await person.post('/profile/totp')
    expect(body.uri).toBe(
      `otpauth://totp/Cellarbook:${encodeURIComponent(email)}?issuer=Cellarbook&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await person.get('/profile')).body.has_totp).toBe(false)
    expect((await signIn(service, { email, password })).body.next).toBeNull()
    const wrong = await person.post('/profile/totp/actions/verify', { code: codeOf(body.secret, 5) })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'code'])
    const verified = await person.post('/profile/totp/actions/verify', { code: codeOf(body.secret) })
    expect(new Set(verified.body.recovery_codes).size).toBe(10)
    expect((await person.get('/session')).body.person.has_totp).toBe(true)
    const rows = await service.database.many(sql`
      select encode(totp_secret, 'escape') as text from people
      union all select encode(code_hash, 'escape') from recovery_codes
      union all select details::text from audit_entries
      union all select encode(body, 'escape') from stored_answers`)
    for (const hidden of [body.secret, ...verified.body.recovery_codes]) {
      expect(JSON.stringify(rows)).not.toContain(hidden)
    }
  })

  test('409 conflict: once; 403 forbidden: not without a fresh proof', async () => {
    const { person } = await withCodes()
    expect((await person.post('/profile/totp')).body.code).toBe('conflict')
    expect((await person.post('/profile/totp/actions/verify', { code: '123456' })).body.code).toBe('conflict')
    service.clock.advance(11 * minuteMs)
    for (const action of ['', '/actions/remove', '/actions/verify']) {
      const reply = await person.post(`/profile/totp${action}`, action === '/actions/verify' ? { code: '123456' } : {})
      expect([reply.status, reply.headers['x-service-confirm']]).toEqual([403, 'required'])
    }
  })

  test('204: removed, the password is enough again', async () => {
    const { person, email } = await withCodes()
    expect((await person.post('/profile/totp/actions/remove')).status).toBe(204)
    expect((await signIn(service, { email, password })).body.next).toBeNull()
    expect(
      await service.database.many(sql`select 1 from recovery_codes where person_id in
      (select id from people where email = ${email})`),
    ).toEqual([])
  })
})

describe('signing in', () => {
  test('201, then 200: after the password nothing opens until the code; then with another token', async () => {
    const { slug, email, secret } = await withCodes()
    const reply = await signIn(service, { email, password })
    expect(reply.body).toMatchObject({ next: 'second_step', account: null, accounts: [], person: { name: '' } })
    const waiting = browser(reply)
    const tenantId = await tenantIdOf(service, slug)
    const refused = [
      waiting.get('/partners'),
      waiting.get('/profile'),
      waiting.post('/session/actions/choose_account', { account_id: tenantId }),
      waiting.post('/session/actions/confirm', { password }, { headers: elsewhere() }),
    ]
    for (const each of await Promise.all(refused)) expect(each.status).toBe(401)
    const done = await step(waiting, codeOf(secret))
    expect(done.body).toMatchObject({ next: null, account: { slug } })
    expect(cookieOf(done)).not.toBe(waiting.cookie)
    expect((await waiting.get('/session')).status).toBe(401)
    expect((await browser(done).get('/partners')).status).toBe(200)
    expect((await step(browser(done), codeOf(secret, 1))).body.code).toBe('forbidden')
  })

  test('401 unauthenticated: a code works once, one step off works, two do not', async () => {
    const { email, secret } = await withCodes()
    const waiting = async () => browser(await signIn(service, { email, password }))
    const code = codeOf(secret, 1)
    expect((await step(await waiting(), codeOf(secret, -2))).status).toBe(401)
    expect((await step(await waiting(), code)).status).toBe(200)
    expect((await step(await waiting(), code)).status).toBe(401)
    // Nor does one of an earlier step, once a later one was used.
    expect((await step(await waiting(), codeOf(secret))).status).toBe(401)
    service.clock.advance(60 * secondMs)
    const replies = await Promise.all([await waiting(), await waiting()].map(each => step(each, codeOf(secret))))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('200: a code from paper, once, however it is typed', async () => {
    const { person, email, paper } = await withCodes()
    const waiting = async () => browser(await signIn(service, { email, password }))
    expect((await step(await waiting(), paper[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await step(await waiting(), paper[0]!)).status).toBe(401)
    expect((await step(await waiting(), paper[9]!)).status).toBe(200)
    expect((await person.get('/profile')).body.recovery_codes_left).toBe(8)
    const { recovery_codes: fresh } = (await person.post('/profile/totp/actions/renew_codes')).body
    expect((await step(await waiting(), paper[5]!)).status).toBe(401)
    expect((await step(await waiting(), fresh[5])).status).toBe(200)
  })

  test('401 unauthenticated: ten minutes after the password it is too late', async () => {
    const { email, secret } = await withCodes()
    const waiting = browser(await signIn(service, { email, password }))
    service.clock.advance(11 * minuteMs)
    expect((await step(waiting, codeOf(secret))).status).toBe(401)
    const done = await step(browser(await signIn(service, { email, password })), codeOf(secret))
    service.clock.advance(11 * minuteMs)
    expect((await browser(done).get('/partners')).status).toBe(200)
  })

  test('429 rate_limited: five wrong codes, then a wait that holds for the right one too', async () => {
    const { email, secret } = await withCodes()
    const waiting = browser(await signIn(service, { email, password }))
    for (let index = 0; index < 5; index++) expect((await step(waiting, '000000')).status).toBe(401)
    const row = await service.database.maybe<{ id: string }>(sql`select id from people where email = ${email}`)
    const tries = hashSecret(`second step ${row!.id}`)
    expect(await waitOf(service, tries)).toBe(1)
    await failBefore(service, tries, 9)
    expect((await step(waiting, '000000')).status).toBe(401)
    expect((await step(waiting, codeOf(secret))).body.code).toBe('rate_limited')
    service.clock.advance(33 * secondMs)
    expect((await step(waiting, codeOf(secret))).status).toBe(200)
  })

  test('200: a code confirms that it is still the same person', async () => {
    const { person, secret } = await withCodes()
    service.clock.advance(11 * minuteMs)
    const confirm = (code: string) => person.post('/session/actions/confirm', { code }, { headers: elsewhere() })
    expect((await confirm('000000')).body.code).toBe('forbidden')
    expect((await confirm(codeOf(secret))).status).toBe(200)
    expect((await person.post('/profile/totp/actions/remove')).status).toBe(204)
  })
})

describe('an account that wants it of its owners', () => {
  test('403 forbidden: an owner with a password alone sets it up first; 409 conflict: and keeps it', async () => {
    const { slug, person, email } = await somebody()
    const settings = '/settings/sign-in'
    expect((await person.patch(settings, { owners_need_two_steps: true })).body.owners_need_two_steps).toBe(true)
    const weak = browser(await signIn(service, { email, password }))
    expect((await weak.get('/session')).body).toMatchObject({
      next: 'set_up_second_step',
      account: { slug, owners_need_two_steps: true },
    })
    const refused = await weak.get('/partners')
    expect([refused.body.code, refused.headers['x-service-confirm']]).toEqual(['forbidden', 'second_step'])
    expect((await weak.patch(settings, { owners_need_two_steps: false })).body.code).toBe('forbidden')
    const { secret } = (await weak.post('/profile/totp')).body
    await weak.post('/profile/totp/actions/verify', { code: codeOf(secret) })
    await untilForgotten()
    expect((await weak.get('/session')).body.next).toBeNull()
    expect((await weak.get('/partners')).status).toBe(200)
    expect((await weak.post('/profile/totp/actions/remove')).body.code).toBe('conflict')
    service.clock.advance(30 * secondMs)
    const strong = await step(browser(await signIn(service, { email, password })), codeOf(secret))
    expect((await browser(strong).get('/partners')).status).toBe(200)
  })
})
