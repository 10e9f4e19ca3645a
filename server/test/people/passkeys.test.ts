/** Passkeys: made on a page of ours, signing in alone, and worth nothing anywhere else. */
import { describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { passkeyOffer } from '../../src/domains/people/passkeys/offer.ts'
import { authenticator } from '../support/authenticator.ts'
import { changeUser, cookieOf, elsewhere, Person, peopleService, signIn, signInByLink } from '../support/person.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService(peopleService)
const path = '/profile/passkeys'
const minuteMs = 60_000
const password = 'a cellar full of barrels'

async function somebody() {
  const { slug } = await service.tenant()
  return { slug, person: await signInByLink(service, slug) }
}

async function withPasskey() {
  const { slug, person } = await somebody()
  const device = authenticator(testBaseUrl)
  const { options } = (await person.post('/profile/passkey-options')).body
  const added = await person.post(path, { name: 'Phone', response: device.create(options) })
  expect(added.status, added.text).toBe(201)
  return { slug, person, device, id: added.body.id as string }
}

const optionsOf = async () =>
  (await new Person(service.address, '').post('/session/passkey-options', {}, { headers: elsewhere() })).body.options
const browser = (reply: Parameters<typeof cookieOf>[0]) => new Person(service.address, cookieOf(reply))

describe('adding one', () => {
  test('201: it is listed, told to the audit, and signs in alone, with another token', async () => {
    const { slug, person, device, id } = await withPasskey()
    expect((await person.get(path)).body.data).toMatchObject([{ id, name: 'Phone', last_used_at: null }])
    expect((await person.get('/profile')).body).toMatchObject({ has_passkeys: true, has_password: false })
    const reply = await signIn(service, { passkey: device.sign(await optionsOf()) })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.body).toMatchObject({ next: null, account: { slug }, person: { has_passkeys: true } })
    expect(cookieOf(reply)).not.toBe(person.cookie)
    expect((await browser(reply).get(path)).body.data).toMatchObject([{ last_used_at: expect.any(String) }])
    const told = await service.database.many<{ action: string }>(sql`
      select action from audit_entries where details::text like ${`%${id}%`}`)
    expect(told).toEqual([{ action: 'passkey.added' }])
  })

  test('403 forbidden: ten minutes after the last proof', async () => {
    const { person } = await somebody()
    service.clock.advance(11 * minuteMs)
    for (const reply of [
      await person.post('/profile/passkey-options'),
      await person.post(path, { name: 'x', response: { id: 'x' } }),
    ]) {
      expect([reply.status, reply.headers['x-service-confirm']]).toEqual([403, 'required'])
    }
  })

  test('422 validation_failed: of another page, of a question somebody else was asked, and twice', async () => {
    const { person } = await somebody()
    const { person: other } = await somebody()
    const device = authenticator(testBaseUrl)
    const add = (response: object) => person.post(path, { name: 'x', response })
    const ask = async (who: Person) => (await who.post('/profile/passkey-options')).body.options
    expect((await add(device.create(await ask(person), 'https://evil.example'))).status).toBe(422)
    expect((await add(device.create(await ask(other)))).status).toBe(422)
    expect((await add({ id: 'x', response: {} })).status).toBe(422)
    const answer = device.create(await ask(person))
    expect((await add(answer)).status).toBe(201)
    expect((await add(answer)).status).toBe(422)
    expect((await add(device.create(await ask(person)))).status).toBe(422)
    const late = authenticator(testBaseUrl).create(await ask(person))
    service.clock.advance(6 * minuteMs)
    expect((await add(late)).status).toBe(422)
  })

  test('403 forbidden: an e-mail of somebody who signs in elsewhere gets none; their account stays theirs', async () => {
    const victim = await withPasskey()
    const { email } = (await victim.person.get('/profile')).body
    const attacker = await somebody()
    await changeUser(service, attacker.slug, { email })
    expect((await attacker.person.post('/profile/passkey-options')).body.code).toBe('forbidden')
    expect((await attacker.person.put('/profile/password', { password })).body.code).toBe('forbidden')
    expect((await attacker.person.post('/profile/totp')).body.code).toBe('forbidden')
    expect((await signIn(service, { email, password })).status).toBe(401)
  })
})

describe('signing in with one', () => {
  let known: ReturnType<typeof withPasskey> | undefined

  test.for<[string, (device: ReturnType<typeof authenticator>, options: never) => object]>([
    ['another origin', (device, options) => device.sign(options, { at: 'https://evil.example' })],
    ['another host', (device, options) => device.sign(options, { host: 'evil.example' })],
    ['a question nobody asked', device => device.sign({ challenge: 'bm9ib2R5', rpId: 'api.cellarbook.test' })],
    ['another key', (_device, options) => ({ ...authenticator(testBaseUrl).sign(options), ...idOf(_device) })],
    ['no answer at all', device => ({ id: device.credentialId })],
    ['one nobody has', (_device, options) => authenticator(testBaseUrl).sign(options)],
  ])('401 unauthenticated: %s', async ([, answer]) => {
    known ??= withPasskey()
    const { device } = await known
    const reply = await signIn(service, { passkey: answer(device, (await optionsOf()) as never) })
    expect([reply.status, reply.body.code, reply.headers['set-cookie']]).toEqual([401, 'unauthenticated', undefined])
  })
  const idOf = ({ credentialId: id }: ReturnType<typeof authenticator>) => ({ id, rawId: id })

  test('401 unauthenticated: an answer sent again, a late one, and that of a copy', async () => {
    const { device } = await withPasskey()
    const answer = device.sign(await optionsOf())
    expect((await signIn(service, { passkey: answer })).status).toBe(201)
    expect((await signIn(service, { passkey: answer })).status).toBe(401)
    const late = device.sign(await optionsOf())
    service.clock.advance(6 * minuteMs)
    expect((await signIn(service, { passkey: late })).status).toBe(401)
    device.forgetCount()
    expect((await signIn(service, { passkey: device.sign(await optionsOf()) })).status).toBe(401)
  })

  test('200: it confirms that it is still the same person; that of another does not', async () => {
    const { person, device } = await withPasskey()
    const { device: others } = await withPasskey()
    service.clock.advance(11 * minuteMs)
    const confirm = (passkey: object) => person.post('/session/actions/confirm', { passkey }, { headers: elsewhere() })
    expect((await confirm(others.sign(await optionsOf()))).body.code).toBe('forbidden')
    expect((await person.post('/profile/passkey-options')).status).toBe(403)
    expect((await confirm(device.sign(await optionsOf()))).status).toBe(200)
    expect((await person.post('/profile/passkey-options')).status).toBe(200)
  })
})

describe('removing one', () => {
  test('204: it opens nothing any more; 409 conflict: not the only way in; 404 not_found: not that of another', async () => {
    const { person, device, id } = await withPasskey()
    expect((await person.post(`${path}/${id}/actions/remove`)).body.code).toBe('conflict')
    await person.put('/profile/password', { password })
    const { person: other } = await withPasskey()
    expect((await other.post(`${path}/${id}/actions/remove`)).body.code).toBe('not_found')
    expect((await person.post(`${path}/${id}/actions/remove`)).status).toBe(204)
    expect((await signIn(service, { passkey: device.sign(await optionsOf()) })).status).toBe(401)
  })
})

describe('where there are none', () => {
  test.for<[string, boolean]>([
    ['https://office.example', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', false],
    ['https://192.0.2.1', false],
    ['http://[::1]:8080', false],
    ['http://office.example', false],
  ])('%s: %s', ([baseUrl, is_offered]) => {
    const offer = passkeyOffer(baseUrl)
    expect(offer.is_offered).toBe(is_offered)
    expect(offer.reason === null).toBe(is_offered)
  })
})
