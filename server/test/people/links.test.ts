/** Links from mails: invitations and new passwords, each once, and what nobody gets by one. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { createSignInLink } from '../../src/domains/accounts/actions.ts'
import { sendMailsOnce } from '../../src/domains/mails/send-mails.ts'
import { answerResets } from '../../src/domains/people/links/workers.ts'
import { mailTransport } from '../../src/mail/transport.ts'
import { jobDeps } from '../support/jobs.ts'
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
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService(peopleService)
const users = '/settings/users'
const password = 'a cellar full of barrels'
const another = 'another cellar of barrels'
const hourMs = 60 * 60 * 1_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cellarbook-mail-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The mails written since the last look, as whoever gets them reads them. */
async function mailsSent(): Promise<string[]> {
  const transport = mailTransport({ smtpUrl: undefined, folder, baseUrl: testBaseUrl, clock: service.clock })
  const { database, clock, app } = service
  await sendMailsOnce({ database, clock, transport, log: pino({ level: 'silent' }), seals: app.seals })
  const names = (await readdir(folder)).toSorted()
  const texts = await Promise.all(names.map(name => readFile(path.join(folder, name), 'utf8')))
  await Promise.all(names.map(name => rm(path.join(folder, name))))
  return texts.map(text => text.replaceAll(/=\n/g, '').replaceAll('=3D', '='))
}

/** What the service does about those who asked. */
const answerAsked = () =>
  answerResets.run({ ...jobDeps(service), baseUrl: testBaseUrl, seals: service.app.seals }, () => false)

let count = 0
const newEmail = () => {
  count += 1
  return `person${count}@links.example`
}

const nobody = () => new Person(service.address, '')
const call = (action: string, body: object, cookie = '') =>
  nobody().post(`/session/actions/${action}`, body, { headers: { cookie, ...elsewhere() } })
const browser = (reply: Parameters<typeof cookieOf>[0]) => new Person(service.address, cookieOf(reply))

async function office() {
  const { slug } = await service.tenant()
  return { slug, id: await tenantIdOf(service, slug), owner: await signInByLink(service, slug) }
}

async function invited(owner: Person, rest: object = {}) {
  const { body } = await owner.post(users, { email: newEmail(), name: 'New One', role: 'sales', ...rest })
  return { id: body.id as string, email: body.email as string, token: tokenOf(body.invitation_link) }
}

describe('an invitation', () => {
  test('200: is mailed, looked at without being used up, and joined once', async () => {
    const { owner, slug } = await office()
    const { email, token } = await invited(owner)
    const [mail] = (await mailsSent()).filter(text => text.includes(email))
    expect(mail).toContain(`${testBaseUrl}/console/invitation#token=${token}`)
    expect(mail).toContain('do sedmi dn')
    const kept = await service.database.many(sql`select body, secret from mails where recipient = ${email}`)
    expect(kept).toMatchObject([{ secret: null }])
    expect(JSON.stringify(kept)).not.toContain(token)
    for (let look = 0; look < 3; look++) {
      expect((await call('read_token', { token })).body).toMatchObject({
        kind: 'invitation',
        email,
        account: { slug },
        person_exists: false,
      })
    }
    const reply = await call('accept_invitation', { token, name: 'Marie', password })
    expect(reply.body).toMatchObject({ next: null, account: { slug, role: 'sales' }, person: { name: 'Marie' } })
    expect((await browser(reply).get('/partners')).status).toBe(200)
    for (const again of [
      await call('read_token', { token }),
      await call('accept_invitation', { token, password: another }),
    ]) {
      expect([again.status, again.body.code, again.headers['set-cookie']]).toEqual([401, 'unauthenticated', undefined])
    }
    expect((await signIn(service, { email, password })).status).toBe(201)
    expect((await signIn(service, { email, password: another })).status).toBe(401)
  })

  test('401 unauthenticated: after a week, after another one, to a wrong address, and of who is no longer wanted', async () => {
    const { owner } = await office()
    const old = await invited(owner)
    const replaced = await invited(owner)
    const fresh = tokenOf((await owner.post(`${users}/${replaced.id}/actions/invite`)).body.invitation_link)
    expect((await call('read_token', { token: replaced.token })).status).toBe(401)
    expect((await call('read_token', { token: fresh })).status).toBe(200)
    const corrected = await invited(owner)
    await owner.patch(`${users}/${corrected.id}`, { email: newEmail() })
    expect((await call('accept_invitation', { token: corrected.token, password })).status).toBe(401)
    const gone = await invited(owner)
    await owner.post(`${users}/${gone.id}/actions/deactivate`)
    expect((await call('accept_invitation', { token: gone.token, password })).status).toBe(401)
    service.clock.advance(7 * 24 * hourMs + 1_000)
    expect((await call('accept_invitation', { token: old.token, password })).status).toBe(401)
  })

  test('200 and 401: two at once join once', async () => {
    const { owner } = await office()
    const { token } = await invited(owner)
    const replies = await Promise.all([1, 2, 3].map(() => call('accept_invitation', { token, password })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  })

  test('200 and 401: two accounts at once make one person of an e-mail', async () => {
    const [first, second] = [await office(), await office()]
    const { email, token } = await invited(first.owner)
    const other = await invited(second.owner, { email })
    const replies = await Promise.all(
      [token, other.token].map(each => call('accept_invitation', { token: each, password })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('401 unauthenticated: nobody becomes a person who exists by a link alone; who signs in joins', async () => {
    const first = await office()
    const { email, token } = await invited(first.owner)
    const known = browser(await call('accept_invitation', { token, password }))
    const second = await office()
    const next = await invited(second.owner, { email })
    expect((await call('read_token', { token: next.token })).body).toMatchObject({ person_exists: true })
    const taken = { token: next.token, password: another }
    expect((await call('accept_invitation', taken)).body.code).toBe('unauthenticated')
    expect((await call('accept_invitation', taken, second.owner.cookie)).body.code).toBe('unauthenticated')
    expect((await signIn(service, { email, password: another })).status).toBe(401)
    const joined = await call('accept_invitation', { token: next.token }, known.cookie)
    expect(joined.body).toMatchObject({ account: { slug: second.slug } })
    expect(joined.body.accounts).toHaveLength(2)
    expect((await known.get('/session')).status).toBe(401)
    expect((await browser(joined).get('/session')).body.account.slug).toBe(second.slug)
  })

  test('422 validation_failed: a password that is the e-mail', async () => {
    const { owner } = await office()
    const { email, token } = await invited(owner)
    const reply = await call('accept_invitation', { token, password: email.toUpperCase() })
    expect([reply.status, reply.body.errors[0].field]).toEqual([422, 'password'])
    expect((await call('read_token', { token })).status).toBe(200)
  })
})

describe('a link of the command line', () => {
  test('200: is looked at without being used up', async () => {
    const { slug } = await office()
    const token = await createSignInLink(service.database, service.clock, slug)
    expect((await call('read_token', { token })).body).toMatchObject({ kind: 'sign_in', account: { slug } })
    expect((await signIn(service, { token })).status).toBe(201)
    expect((await call('read_token', { token })).status).toBe(401)
  })
})

describe('another password', () => {
  async function known() {
    const { owner, slug, id } = await office()
    const email = newEmail()
    await changeUser(service, slug, { email })
    await owner.put('/profile/password', { password })
    return { email, owner, slug, id }
  }

  const resetsSent = async () => (await mailsSent()).filter(text => text.includes('/console/reset#token='))

  async function asked(email: string): Promise<string> {
    expect((await call('ask_reset', { email })).status).toBe(204)
    await answerAsked()
    const mails = await resetsSent()
    expect(mails).toHaveLength(1)
    return tokenOf(mails[0]!)
  }

  test('200: by a link that works once; everybody else is signed out', async () => {
    const { email, owner, id } = await known()
    const token = await asked(email.toUpperCase())
    expect((await call('read_token', { token })).body).toMatchObject({
      kind: 'reset',
      account: null,
      person_exists: true,
    })
    const reply = await call('reset_password', { token, password: another })
    expect(reply.body).toMatchObject({ next: null, person: { has_password: true } })
    expect((await owner.get('/session')).status).toBe(401)
    expect((await browser(reply).get('/partners')).status).toBe(200)
    expect((await call('reset_password', { token, password })).status).toBe(401)
    expect((await signIn(service, { email, password: another })).status).toBe(201)
    expect((await signIn(service, { email, password })).status).toBe(401)
    const rows = await service.database.many<{ action: string }>(sql`
      select action from audit_entries where tenant_id = ${id} and action like 'password.%' order by sequence`)
    expect(rows.map(({ action }) => action)).toEqual(['password.changed', 'password.reset_asked', 'password.reset'])
  })

  test('401 unauthenticated: after an hour; and an invitation is none', async () => {
    const { email, owner } = await known()
    const token = await asked(email)
    const invitation = await invited(owner)
    expect((await call('reset_password', { token: invitation.token, password: another })).status).toBe(401)
    service.clock.advance(hourMs + 1_000)
    expect((await call('reset_password', { token, password: another })).status).toBe(401)
  })

  test('204: of an unknown e-mail nothing can be told, and nothing comes; nor twice a minute', async () => {
    const { email } = await known()
    const before = await call('ask_reset', { email })
    const unknown = await call('ask_reset', { email: newEmail() })
    expect([unknown.status, unknown.text]).toEqual([before.status, before.text])
    // Both are written down alike, and looked up later.
    expect(await service.database.many(sql`select email from asked_resets`)).toHaveLength(2)
    await answerAsked()
    expect(await resetsSent()).toHaveLength(1)
    await call('ask_reset', { email })
    await answerAsked()
    expect(await resetsSent()).toEqual([])
  })

  test('200: proves the address: what somebody else set up for it before is gone', async () => {
    const email = newEmail()
    const attacker = await office()
    await changeUser(service, attacker.slug, { email })
    await attacker.owner.put('/profile/password', { password: 'an attacker knows this' })
    const victim = await office()
    await changeUser(service, victim.slug, { email })
    const token = await asked(email)
    const reply = await call('reset_password', { token, password })
    expect(reply.body.accounts.map((each: { slug: string }) => each.slug)).toContain(victim.slug)
    expect((await signIn(service, { email, password: 'an attacker knows this' })).status).toBe(401)
    expect((await attacker.owner.get('/session')).status).toBe(401)
    const choice = { account_id: victim.id }
    const chosen = await browser(reply).post('/session/actions/choose_account', choice)
    expect(chosen.body.account.slug).toBe(victim.slug)
  })

  test('429 rate_limited: ten a minute from one address', async () => {
    const headers = elsewhere()
    const ask = () => nobody().post('/session/actions/ask_reset', { email: 'a@b.example' }, { headers })
    for (let index = 0; index < 10; index++) expect((await ask()).status).toBe(204)
    expect((await ask()).body.code).toBe('rate_limited')
  })
})
