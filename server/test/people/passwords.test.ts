/** Passwords: how one is set, what guessing costs, and whose account one never opens. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { triesOfEmail } from '../../src/domains/people/sign-in.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { cookieOf, failBefore, Person, peopleService, signIn, signInByLink, waitOf } from '../support/person.ts'
import { useService } from '../support/service.ts'

const service = useService(peopleService)
const password = 'a cellar full of barrels'
const secondMs = 1_000
const minuteMs = 60_000

/** An account whose owner has this e-mail. */
async function account(email?: string) {
  const { slug } = await service.tenant()
  const row = await service.database.maybe<{ id: string }>(sql`select id from tenants where slug = ${slug}`)
  const [owner] = await listUsers(service.database, row!.id)
  const at = { tenantId: row!.id, now: toInstant(service.clock()) }
  if (email) await service.database.transaction(tx => updateUser(tx, at, { ...owner!, email }))
  return { slug, id: row!.id, email: email ?? owner!.email, person: await signInByLink(service, slug) }
}

const browser = (reply: Parameters<typeof cookieOf>[0]) => new Person(service.address, cookieOf(reply))
const actionsOf = async (tenantId: string) =>
  (
    await service.database.many<{ action: string }>(sql`
      select action from audit_entries where tenant_id = ${tenantId} order by sequence`)
  ).map(({ action }) => action)

describe('PUT /profile/password', () => {
  test('200: after a link, without another; it signs in from then on, and is told nowhere', async () => {
    const { person, email, id } = await account()
    expect((await person.put('/profile/password', { password })).body).toMatchObject({ has_password: true })
    const reply = await signIn(service, { email: email.toUpperCase(), password })
    expect(reply.status).toBe(201)
    expect((await browser(reply).get('/partners')).status).toBe(200)
    expect((await actionsOf(id)).slice(-2)).toEqual(['password.changed', 'sign_in.opened'])
    const rows = await service.database.many(sql`
      select details::text as text from audit_entries where tenant_id = ${id}
      union all select encode(body, 'escape') from stored_answers
      union all select password_hash from people`)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  test.for<[string, string]>([
    ['too short', 'eleven char'],
    ['too long', 'x'.repeat(201)],
    ['the e-mail', 'OWNER'],
  ])('422 validation_failed: %s', async ([what, wrong]) => {
    const { person, email } = await account()
    const sent = what === 'the e-mail' ? email.toUpperCase() : wrong
    const reply = await person.put('/profile/password', { password: sent })
    expect([reply.status, reply.body.errors[0].field]).toEqual([422, 'password'])
    expect((await signIn(service, { email, password: sent })).status).toBe(401)
  })

  test('403 forbidden: later it takes the one there is; the others are signed out', async () => {
    const { person, email } = await account()
    await person.put('/profile/password', { password })
    const other = browser(await signIn(service, { email, password }))
    service.clock.advance(11 * minuteMs)
    const next = { password: 'another cellar of barrels' }
    const refused = await person.put('/profile/password', next)
    expect([refused.body.code, refused.headers['x-service-confirm']]).toEqual(['forbidden', 'required'])
    const wrong = await person.put('/profile/password', { ...next, current_password: 'not this one at all' })
    expect(wrong.body.code).toBe('forbidden')
    expect((await person.put('/profile/password', { ...next, current_password: password })).status).toBe(200)
    expect((await other.get('/session')).status).toBe(401)
    // To have set it is a proof of this moment.
    const until = Date.parse((await person.get('/session')).body.confirmed_until)
    expect(until - service.clock()).toBeGreaterThan(9 * minuteMs)
    expect((await signIn(service, { email, password })).status).toBe(401)
  })

  test('200: within ten minutes of confirming, without the one there is', async () => {
    const { person, email } = await account()
    await person.put('/profile/password', { password })
    service.clock.advance(11 * minuteMs)
    expect((await person.post('/session/actions/confirm', { password: 'not this one at all' })).body.code).toBe(
      'forbidden',
    )
    expect((await person.post('/session/actions/confirm', { password })).status).toBe(200)
    expect((await person.put('/profile/password', { password: 'another cellar of barrels' })).status).toBe(200)
    expect((await signIn(service, { email, password: 'another cellar of barrels' })).status).toBe(201)
  })
})

describe('POST /session with a password', () => {
  test('401 unauthenticated: a wrong one and an unknown e-mail read the same, and the account is told', async () => {
    const { person, email, id } = await account()
    await person.put('/profile/password', { password })
    const wrong = await signIn(service, { email, password: 'not this one at all' })
    const unknown = await signIn(service, { email: `un${email}`, password })
    const facts = ({ status, body: { instance: _, ...body } }: typeof wrong) => ({ status, body })
    expect(facts(wrong)).toEqual(facts(unknown))
    expect(wrong.headers['set-cookie']).toBeUndefined()
    expect((await actionsOf(id)).at(-1)).toBe('sign_in.failed')
  })

  test('429 rate_limited: five failures, then a wait that doubles and holds for the right one too', async () => {
    const { person, email } = await account()
    await person.put('/profile/password', { password })
    const guess = () => signIn(service, { email, password: 'not this one at all' })
    for (let index = 0; index < 5; index++) expect((await guess()).status).toBe(401)
    expect(await waitOf(service, triesOfEmail(email))).toBe(1)
    // Longer ones, which a busy machine does not sit out.
    await failBefore(service, triesOfEmail(email), 9)
    expect((await guess()).status).toBe(401)
    const right = await signIn(service, { email, password })
    expect([right.status, right.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(right.headers['retry-after'])).toBeLessThanOrEqual(32)
    service.clock.advance(33 * secondMs)
    expect((await guess()).status).toBe(401)
    expect(await waitOf(service, triesOfEmail(email))).toBe(64)
    service.clock.advance(65 * secondMs)
    expect((await signIn(service, { email, password })).status).toBe(201)
    expect((await guess()).status).toBe(401)
    expect((await signIn(service, { email, password })).status).toBe(201)
  })

  test('429 rate_limited: many guesses at once are not judged for free; an unknown e-mail waits as well', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => signIn(service, { email: 'nobody@nowhere.example', password })),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter(status => status === 401).length).toBe(5)
    expect(statuses.filter(status => status === 429).length).toBe(15)
  })
})

describe('several accounts', () => {
  test('200: a person chooses, and changes, with another token each time', async () => {
    const email = 'accountant@several.example'
    const [first, second] = [await account(email), await account(email)]
    await first.person.put('/profile/password', { password })
    await second.person.put('/profile/password', { password: 'another cellar of barrels', current_password: password })
    const opened = await signIn(service, { email, password: 'another cellar of barrels' })
    expect(opened.body).toMatchObject({ next: 'choose_account', account: null })
    expect(opened.body.accounts.map((each: { slug: string }) => each.slug).toSorted()).toEqual(
      [first.slug, second.slug].toSorted(),
    )
    const choosing = browser(opened)
    expect((await choosing.get('/partners')).status).toBe(401)
    const chosen = await choosing.post('/session/actions/choose_account', { account_id: first.id })
    expect(chosen.body).toMatchObject({ next: null, account: { slug: first.slug } })
    expect((await choosing.get('/session')).status).toBe(401)
    const working = browser(chosen)
    await working.post('/partners', { name: 'Of the first' })
    const changed = browser(await working.post('/session/actions/choose_account', { account_id: second.id }))
    expect((await changed.get('/partners')).body.data).toEqual([])
    const sincePassword = await second.person.post('/session/actions/choose_account', { account_id: first.id })
    expect(sincePassword.body).toMatchObject({ account: { slug: first.slug } })
    const stranger = await account()
    const reply = await changed.post('/session/actions/choose_account', { account_id: stranger.id })
    expect(reply.body.code).toBe('not_found')
  })

  test("403 forbidden: who invites somebody else's e-mail into their account never gets into the other one", async () => {
    const email = 'victim@several.example'
    const victim = await account(email)
    await victim.person.put('/profile/password', { password })
    const attacker = await account(email)
    const taken = { password: 'an attacker knows this' }
    expect((await attacker.person.put('/profile/password', taken)).body.code).toBe('forbidden')
    const guess = await attacker.person.put('/profile/password', { ...taken, current_password: 'a guess of theirs' })
    expect(guess.body.code).toBe('forbidden')
    expect((await attacker.person.get('/session')).body.accounts).toMatchObject([{ slug: attacker.slug }])
    const reply = await attacker.person.post('/session/actions/choose_account', { account_id: victim.id })
    expect(reply.body.code).toBe('not_found')
  })
})

describe('guessing by one’s own account', () => {
  test('429 rate_limited: the password of an e-mail is no easier to guess where one is another user with it', async () => {
    const email = 'guessed@several.example'
    const victim = await account(email)
    await victim.person.put('/profile/password', { password })
    const attacker = await account(email)
    const guess = (current_password: string) =>
      attacker.person.put('/profile/password', { password: 'an attacker knows this', current_password })
    expect((await guess('not this one at all')).body.code).toBe('forbidden')
    await failBefore(service, triesOfEmail(email), 9)
    expect((await guess('not this one at all')).body.code).toBe('forbidden')
    expect((await guess(password)).body.code).toBe('rate_limited')
    expect((await signIn(service, { email, password })).status).toBe(429)
  })
})

describe('PATCH /profile', () => {
  test('200: name and preferences, kept for this person in this account', async () => {
    const { person } = await account()
    await person.patch('/profile', { preferences: { language: 'cs', theme: 'dark' } })
    const reply = await person.patch('/profile', { name: 'Marie', preferences: { theme: 'light' } })
    expect(reply.body).toMatchObject({ name: 'Marie', preferences: { language: 'cs', theme: 'light' } })
    expect((await person.get('/session')).body).toMatchObject({
      person: { name: 'Marie' },
      preferences: { language: 'cs' },
    })
  })

  test('422 validation_failed: a language there is not', async () => {
    const { person } = await account()
    const reply = await person.patch('/profile', { preferences: { language: 'xx' } })
    expect(reply.body.errors[0].field).toBe('preferences.language')
  })
})
