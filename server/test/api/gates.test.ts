/** The gates in front of every call, and their order. */
import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { revokeKey } from '../../src/domains/accounts/keys-store.ts'
import { listUsers, updateUser } from '../../src/domains/accounts/store.ts'
import { transportHeaders } from '../../src/http/transport.ts'
import { newApiKey } from '../../src/lib/api-key.ts'
import { toInstant } from '../../src/lib/instants.ts'
import { newAccount } from '../support/account.ts'
import { Client } from '../support/client.ts'
import { untilForgotten, useService } from '../support/service.ts'
import { shared } from '../support/shared.ts'

const service = useService()
const theAccount = shared(service, () => newAccount(service))

describe('401 unauthenticated: the detail says what is wrong with the key', () => {
  const expectRefused = async (headers: Record<string, string>, detail: RegExp) => {
    const reply = await new Client(service.address).get('/me', { headers })
    expect(reply.status).toBe(401)
    expect(reply.body).toMatchObject({ code: 'unauthenticated', detail: expect.stringMatching(detail) })
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
  }
  const missing = /^No API key was sent/
  const malformedHeader = /^The Authorization header is malformed/
  const malformedKey = /^The API key is malformed/
  const unknown = /^There is no such API key\.$/

  test.for([
    ['no header', {}, missing],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, malformedHeader],
    ['no key', { authorization: 'Bearer ' }, malformedHeader],
    ['two keys', { authorization: 'Bearer a b' }, malformedHeader],
    ['not a key', { authorization: 'Bearer hello' }, malformedKey],
    ['bad checksum', { authorization: `Bearer cb_test_${'a'.repeat(36)}` }, malformedKey],
  ] as const)('%s', async ([, headers, detail]) => expectRefused(headers, detail))

  test('a well-formed key nobody has', async () => {
    await expectRefused({ authorization: `Bearer ${newApiKey('test')}` }, unknown)
  })

  test('a key in the query is not accepted', async () => {
    const { key } = (await theAccount()).api
    const reply = await new Client(service.address).get(`/me?api_key=${key}`)
    expect(reply.status).toBe(401)
  })

  test('a revoked key, also when it has expired', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    const expired = await tenant.key({ expiresAt: toInstant(service.clock() - 1) })
    expect((await api.get('/me')).status).toBe(200)
    for (const { keyId } of [api, expired]) await revokeKey(service.database, keyId, toInstant(service.clock()))
    await untilForgotten()
    for (const { key } of [api, expired]) {
      await expectRefused({ authorization: `Bearer ${key}` }, /^This API key was revoked\.$/)
    }
  })

  test('an expired key', async () => {
    const tenant = await service.tenant()
    const early = await tenant.key({ expiresAt: toInstant(service.clock() - 1) })
    const late = await tenant.key({ expiresAt: toInstant(service.clock() + 60_000) })
    await expectRefused({ authorization: `Bearer ${early.key}` }, /^This API key has expired\.$/)
    expect((await late.get('/me')).status).toBe(200)
  })

  test('a revoked key with another secret is as unknown as any other', async () => {
    const api = await (await theAccount()).tenant.key()
    await revokeKey(service.database, api.keyId, toInstant(service.clock()))
    await untilForgotten()
    await expectRefused({ authorization: `Bearer ${newApiKey('test')}` }, unknown)
    await expectRefused({ authorization: `Bearer ${api.key!.slice(0, -1)}` }, malformedKey)
  })
})

describe('403 of the account', () => {
  test('403 ip_not_allowed: an address outside the list', async () => {
    const tenant = await service.tenant()
    const outside = await tenant.key({ allowedAddresses: ['10.1.0.0/16', '2001:db8::/32'] })
    const inside = await tenant.key({ allowedAddresses: ['10.1.0.0/16', '127.0.0.0/8'] })
    expect((await outside.get('/me')).body.code).toBe('ip_not_allowed')
    expect((await inside.get('/me')).status).toBe(200)
  })

  test('403 ip_not_allowed: X-Forwarded-For is not believed without a trusted proxy', async () => {
    const api = await (await theAccount()).tenant.key({ allowedAddresses: ['10.1.2.3'] })
    const reply = await api.get('/me', { headers: { 'x-forwarded-for': '10.1.2.3' } })
    expect(reply.body.code).toBe('ip_not_allowed')
  })

  test('403 forbidden: a live key with the sandbox header', async () => {
    const tenant = await service.tenant()
    const live = await tenant.key({ mode: 'live' })
    const sandbox = await tenant.key({ mode: 'test' })
    const headers = { 'x-service-sandbox': '1' }
    expect((await live.get('/me', { headers })).body.code).toBe('forbidden')
    expect((await sandbox.get('/me', { headers })).status).toBe(200)
  })

  test('403 account_locked: before addon_required', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    await tenant.set({ is_locked: true, apiAddOn: false })
    expect((await api.get('/me')).body.code).toBe('account_locked')
    await tenant.set({ is_locked: false })
    expect((await api.get('/me')).body.code).toBe('addon_required')
    await tenant.set({ apiAddOn: true })
    expect((await api.get('/me')).status).toBe(200)
  })

  test('403 forbidden: the owner is no longer active, or lost the right', async () => {
    const tenant = await service.tenant()
    const api = await tenant.key()
    const { tenant: facts } = (await api.get('/me')).body
    const [owner] = await listUsers(service.database, facts.id)
    const now = toInstant(service.clock())
    const change = (changed: object) =>
      service.database.transaction(tx => updateUser(tx, { tenantId: facts.id, now }, { ...owner!, ...changed }))
    await change({ rights: ['core:read'] })
    await untilForgotten()
    expect((await api.get('/partners')).status).toBe(200)
    expect((await api.post('/partners', { name: 'X' })).body.code).toBe('forbidden')
    await change({ is_active: false })
    await untilForgotten()
    expect((await api.get('/me')).body.code).toBe('forbidden')
  })
})

describe('404 not_found', () => {
  test('a path that does not exist needs a key first', async () => {
    const api = (await theAccount()).api
    expect((await new Client(service.address).get('/nothing')).status).toBe(401)
    expect((await api.get('/nothing')).body.code).toBe('not_found')
    expect((await api.get('/partners/')).body.code).toBe('not_found')
    expect((await api.get('/Partners')).body.code).toBe('not_found')
  })

  test.for(['PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s on a known path says which methods it answers', async method => {
    const api = (await theAccount()).api
    const reply = await headerOnly(`${service.address}/api/v1/partners`, method, api.key!)
    expect(reply.status).toBe(404)
    expect(reply.allow).toBe('GET, POST')
  })

  test('a malformed identifier in the path', async () => {
    const api = (await theAccount()).api
    for (const id of ['1', 'not-a-uuid', '%00', '%zz', '%ff', '..%2f..', 'a'.repeat(3_000)]) {
      expect((await api.get(`/partners/${id}`)).body.code).toBe('not_found')
    }
  })

  test('outside the API there is a problem document too', async () => {
    const reply = await fetch(`${service.address}/favicon.ico`)
    expect(reply.status).toBe(404)
    expect(await reply.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('403 of the route', () => {
  test('403 insufficient_scope: names the scopes', async () => {
    const api = await (await theAccount()).tenant.key({ scopes: ['core:read'] })
    const reply = await api.post('/partners', { name: 'X' })
    expect(reply.body).toMatchObject({ code: 'insufficient_scope', required_scopes: ['core:write'] })
  })

  test('a route is refused before its body is looked at', async () => {
    const api = await (await theAccount()).tenant.key({ scopes: ['core:read'] })
    const reply = await api.post('/partners', undefined, { raw: '{{{', headers: { 'idempotency-key': '' } })
    expect(reply.body.code).toBe('insufficient_scope')
  })
})

describe('429 rate_limited', () => {
  test('the window counts every authenticated answer and says when it ends', async () => {
    const tenant = await service.tenant()
    await tenant.set({ rate_per_min: 3 })
    const api = await tenant.key()
    const seen = [await api.get('/me'), await api.get('/nothing'), await api.get('/me'), await api.get('/me')]
    expect(seen.map(reply => reply.status)).toEqual([200, 404, 200, 429])
    expect(seen.map(reply => reply.headers['ratelimit-remaining'])).toEqual(['2', '1', '0', '0'])
    const last = seen.at(-1)!
    expect(last.headers['ratelimit-policy']).toBe('3;w=60')
    expect(last.headers['retry-after']).toBe(last.headers['ratelimit-reset'])
    expect(Number(last.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  test('another key of the same tenant has a window of its own; an unknown route stays 404', async () => {
    const tenant = await service.tenant()
    await tenant.set({ rate_per_min: 1 })
    const [first, second] = [await tenant.key(), await tenant.key()]
    await first.get('/me')
    expect((await first.get('/me')).status).toBe(429)
    expect((await first.get('/nothing')).status).toBe(404)
    expect((await second.get('/me')).status).toBe(200)
  })
})

describe('the headers of every answer', () => {
  test("the request id is ours, never the client's", async () => {
    const api = (await theAccount()).api
    const reply = await api.get('/me', { headers: { 'x-request-id': 'mine' } })
    expect(reply.headers['x-request-id']).not.toBe('mine')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers.server).toBeUndefined()
    expect(reply.headers['x-powered-by']).toBeUndefined()
  })

  test('a service at an https address asks never to be called in the clear, whatever it answers', async () => {
    const api = (await theAccount()).api
    const hsts = { 'strict-transport-security': 'max-age=31536000' }
    for (const path of ['/me', '/nothing', '/health', '/openapi.json']) {
      expect((await api.get(path)).headers, path).toMatchObject(hsts)
    }
    expect((await new Client(service.address).get('/me')).headers).toMatchObject(hsts)
    for (const path of ['/developers', '/console', '/favicon.ico']) {
      const { headers } = await fetch(`${service.address}${path}`)
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000')
    }
    expect(transportHeaders('http://127.0.0.1:8080')).toEqual({})
  })

  test.for([
    ['not HTTP at all', 'THIS IS NOT HTTP\r\n\r\n', 422, 'validation_failed'],
    [
      'headers without end',
      `GET /api/v1/me HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
    [
      'two lengths',
      'POST /api/v1/partners HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      422,
      'validation_failed',
    ],
    ['no Host', 'GET /api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 401, 'unauthenticated'],
    ['HTTP/1.0', 'GET /api/v1/me HTTP/1.0\r\n\r\n', 401, 'unauthenticated'],
    ['an odd Expect', 'GET /api/v1/me HTTP/1.1\r\nExpect: magic\r\nConnection: close\r\n\r\n', 401, 'unauthenticated'],
    [
      'an upgrade',
      'GET /api/v1/me HTTP/1.1\r\nConnection: close, upgrade\r\nUpgrade: x\r\n\r\n',
      401,
      'unauthenticated',
    ],
    ['an absolute target', 'GET http://x/api/v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', 401, 'unauthenticated'],
  ] as const)('raw bytes, %s: still a problem document', async ([, sent, status, code]) => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
    socket.write(sent)
    let text = ''
    for await (const chunk of socket) text += chunk
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text.toLowerCase()).toContain('x-request-id: ')
    expect(text.toLowerCase()).toContain('ratelimit-limit: ')
    expect(text.toLowerCase()).toContain('strict-transport-security: ')
    expect(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).toMatchObject({ code, status })
  })
})

function headerOnly(url: string, method: string, key: string): Promise<{ status: number; allow: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { authorization: `Bearer ${key}` } }, response => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode!, allow: response.headers.allow }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
