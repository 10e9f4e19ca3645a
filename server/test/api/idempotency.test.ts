/** Idempotency-Key: one key, one execution, one answer. */
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { newAccount } from '../support/account.ts'
import { Client } from '../support/client.ts'
import { expireOnce } from '../support/jobs.ts'
import { peopleService } from '../support/person.ts'
import { useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService(peopleService)
const theAccount = shared(service, () => newAccount(service))
const key = async () => (await theAccount()).api
const keyed = (name: string) => ({ headers: { 'idempotency-key': name } })

describe('replay', () => {
  test('201 again: the same bytes, Location and ETag; only the request id is fresh', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'Once', ico: '27145310' }, keyed('k'))
    const second = await api.post('/partners', { ico: '27145310', name: 'Once' }, keyed('"k"'))
    expect(second.status).toBe(201)
    expect(second.text).toBe(first.text)
    expect(second.headers.location).toBe(first.headers.location)
    expect(second.headers.etag).toBe(first.headers.etag)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect((await api.get('/partners')).body.data).toHaveLength(1)
    expect((await api.get('/events')).body.data).toHaveLength(1)
  })

  test('white space and the order of keys do not matter', async () => {
    const api = await key()
    const raw = ['{"name":"A","address":{"city":"B","zip":"1"}}', '{ "address" : {"zip":"1","city":"B"}, "name":"A" }']
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'w' }
    await api.post('/partners', undefined, { raw: raw[0]!, headers })
    const again = await api.post('/partners', undefined, { raw: raw[1]!, headers })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('a conditional PATCH replays instead of turning stale', async () => {
    const api = await key()
    const { body } = await api.post('/partners', { name: 'A' })
    const headers = { 'idempotency-key': 'p', 'if-match': 'W/"1"' }
    const first = await api.patch(`/partners/${body.id}`, { name: 'B' }, { headers })
    const second = await api.patch(`/partners/${body.id}`, { name: 'B' }, { headers })
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.etag).toBe('W/"2"')
  })

  test('a replay passes the gates and the rate again', async () => {
    const tenant = await service.tenant()
    await tenant.set({ rate_per_min: 2 })
    const api = await tenant.key()
    await api.post('/partners', { name: 'A' }, keyed('r'))
    expect((await api.post('/partners', { name: 'A' }, keyed('r'))).headers['ratelimit-remaining']).toBe('0')
    expect((await api.post('/partners', { name: 'A' }, keyed('r'))).status).toBe(429)
  })

  test('keys of another API key and of the other book are other keys', async () => {
    const tenant = await service.tenant()
    const [first, second, live] = [await tenant.key(), await tenant.key(), await tenant.key({ mode: 'live' })]
    const ids = []
    for (const api of [first, second, live])
      ids.push((await api.post('/partners', { name: 'A' }, keyed('same'))).body.id)
    expect(new Set(ids).size).toBe(3)
  })

  test('after 24 hours the key is free again, swept or not', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'A' }, keyed('day'))
    service.clock.advance(24 * 60 * 60 * 1_000 + 1_000)
    const second = await api.post('/partners', { name: 'A' }, keyed('day'))
    expect(second.body.id).not.toBe(first.body.id)
    service.clock.advance(24 * 60 * 60 * 1_000 + 1_000)
    await expireOnce(service)
    expect((await api.post('/partners', { name: 'A' }, keyed('day'))).headers['idempotent-replayed']).toBeUndefined()
  })
})

describe('422 idempotency_key_reused', () => {
  test('another body, path or method; the original request is named', async () => {
    const api = await key()
    const first = await api.post('/partners', { name: 'A' }, keyed('x'))
    const other = await api.post('/partners', { name: 'B' }, keyed('x'))
    expect(other.status).toBe(422)
    expect(other.body).toMatchObject({
      code: 'idempotency_key_reused',
      original_request: { id: first.headers['x-request-id'], method: 'POST', path: '/api/v1/partners' },
    })
    const contact = await api.post(`/partners/${first.body.id}/contacts`, { name: 'A' }, keyed('x'))
    expect(contact.body.code).toBe('idempotency_key_reused')
    expect((await api.post('/partners?dry_run=true', { name: 'A' }, keyed('x'))).body.code).toBe(
      'idempotency_key_reused',
    )
  })

  test('an invalid body with a used key is refused for the key', async () => {
    const api = await key()
    await api.post('/partners', { name: 'A' }, keyed('y'))
    expect((await api.post('/partners', { nme: 'A' }, keyed('y'))).body.code).toBe('idempotency_key_reused')
  })
})

describe('a refusal releases the key', () => {
  test('422, then the corrected body with the same key', async () => {
    const api = await key()
    expect((await api.post('/partners', { nme: 'A' }, keyed('z'))).status).toBe(422)
    expect((await api.post('/partners', { name: 'A' }, keyed('z'))).status).toBe(201)
  })

  test('409 of a business rule is not stored either', async () => {
    const api = await key()
    await api.post('/partners', { name: 'A', ico: '27145310' })
    expect((await api.post('/partners', { name: 'B', ico: '27145310' }, keyed('q'))).status).toBe(409)
    expect((await api.post('/partners', { name: 'B', ico: '48622109' }, keyed('q'))).status).toBe(201)
  })

  test('a dry run stores nothing', async () => {
    const api = await key()
    const dryRun = await api.post('/partners?dry_run=true', { name: 'A' }, keyed('d'))
    expect(dryRun.body.dry_run).toBe(true)
    expect((await api.post('/partners', { name: 'A' }, keyed('d'))).status).toBe(201)
  })
})

describe('400 invalid_idempotency_key', () => {
  test.for([
    ['empty', ''],
    ['empty quotes', '""'],
    ['a space', 'a b'],
    ['too long', 'x'.repeat(256)],
    ['not ASCII', 'klíč'],
    ['sent twice', ['a', 'b']],
  ] as const)('%s', async ([, value]) => {
    const api = await key()
    const headers = { 'idempotency-key': typeof value === 'string' ? latin(value) : [...value] }
    const reply = await api.post('/partners', undefined, { raw: '{{{', headers })
    expect(reply.status).toBe(400)
    expect(reply.body.code).toBe('invalid_idempotency_key')
  })

  test('255 characters are fine, and reads ignore the header', async () => {
    const api = await key()
    expect((await api.post('/partners', { name: 'A' }, keyed('~'.repeat(255)))).status).toBe(201)
    expect((await api.get('/partners', keyed(''))).status).toBe(200)
  })
})

test('409 idempotency_in_progress: 20 at once execute once', async () => {
  const api = await key()
  const name = newId()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => new Client(service.address, api.key).post('/partners', { name }, keyed(name))),
  )
  const fresh = replies.filter(reply => reply.status === 201 && !reply.headers['idempotent-replayed'])
  expect(fresh).toHaveLength(1)
  for (const reply of replies) {
    if (reply.status === 201) expect(reply.text).toBe(fresh[0]!.text)
    else expect(reply.body.code).toBe('idempotency_in_progress')
  }
  expect((await api.get(`/partners?search=${name}`)).body.data).toHaveLength(1)
})

/** Header values travel as latin1: what a client with another encoding would put on the wire. */
const latin = (text: string): string => Buffer.from(text).toString('latin1')
