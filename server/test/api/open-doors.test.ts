/** Calls without a key are limited by address, on every path, each kind by itself. */
import { describe, expect, test } from 'vitest'
import { contentPath, uploadPath } from '../../src/kernel/ports/transfers.ts'
import { newApiKey } from '../../src/lib/api-key.ts'
import { Client } from '../support/client.ts'
import { announce, pdfBytes } from '../support/files.ts'
import { peopleService } from '../support/person.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService(peopleService)

let made = 0
/** An address nobody used before. */
const somebody = () => `192.0.2.${++made}`

interface Seen {
  status: number
  headers: Headers
  text: string
}

/** The same call many times from one address, a few at once. */
async function repeat(count: number, path: string, from: string, init: RequestInit = {}): Promise<Seen[]> {
  const one = async (): Promise<Seen> => {
    const headers = { ...init.headers, 'x-forwarded-for': from }
    const reply = await fetch(`${service.address}${path}`, { redirect: 'manual', ...init, headers })
    return { status: reply.status, headers: reply.headers, text: await reply.text() }
  }
  const seen: Seen[] = []
  while (seen.length < count) {
    seen.push(...(await Promise.all(Array.from({ length: Math.min(20, count - seen.length) }, one))))
  }
  return seen
}

/** As the page sends it. */
const guessed = {
  method: 'POST',
  body: '{"token":"guessed"}',
  headers: { 'content-type': 'application/json', origin: testBaseUrl },
}

const refused = (seen: Seen[]) => seen.filter(({ status }) => status === 429)

function expectProblem({ headers, text }: Seen, limit: number): void {
  expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited', status: 429, instance: headers.get('x-request-id') })
  expectWords(headers, limit)
}

function expectWords(headers: Headers, limit: number): void {
  expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'))
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(headers.get('ratelimit-policy')).toBe(`${limit};w=60`)
  expect(headers.get('ratelimit-remaining')).toBe('0')
}

describe('429 rate_limited without a key', () => {
  test.for(['/api/v1/openapi.json', '/no/such/place'])('%s: 120 a minute', async path => {
    const from = somebody()
    const [first] = await repeat(1, path, from)
    // Half a megabyte once is enough.
    const known = { 'if-none-match': first!.headers.get('etag') ?? '' }
    const seen = [first!, ...(await repeat(124, path, from, { headers: known }))]
    expect(refused(seen)).toHaveLength(5)
    expectProblem(refused(seen)[0]!, 120)
  })

  test.for(['/developers', '/'])('%s: 120 a minute, and a page that says so', async path => {
    const seen = await repeat(122, path, somebody())
    expect(refused(seen)).toHaveLength(2)
    const { headers, text } = refused(seen)[0]!
    expectWords(headers, 120)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toMatch(/<h1>Too many requests<\/h1>[\s\S]*Try again in \d+ s\./)
  })

  test('signing in: 10 tries a minute', async () => {
    const seen = await repeat(15, '/api/v1/session', somebody(), guessed)
    expect(seen.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(refused(seen)).toHaveLength(5)
    expectWords(refused(seen)[0]!.headers, 10)
  })

  test('sealed addresses, PUT and GET together: 600 a minute', async () => {
    const from = somebody()
    const put = await repeat(300, `${uploadPath}/guessed`, from, { method: 'PUT', body: 'x' })
    const seen = [...put, ...(await repeat(305, `${contentPath}/guessed`, from))]
    expect(refused(seen)).toHaveLength(5)
    expectProblem(refused(seen)[0]!, 600)
  })

  test('the API with wrong keys, each another one: 600 a minute', async () => {
    const from = somebody()
    const guess = () => repeat(1, '/api/v1/me', from, { headers: { authorization: `Bearer ${newApiKey('live')}` } })
    const seen: Seen[] = []
    while (seen.length < 605) seen.push(...(await Promise.all(Array.from({ length: 5 }, guess))).flat())
    expect(refused(seen)).toHaveLength(5)
    expectProblem(refused(seen)[0]!, 600)
  })
})

test('each kind counts by itself, and so does each address; health and valid keys are never refused', async () => {
  const from = somebody()
  const api = await (await service.tenant()).key()
  const { body } = await announce(api)
  expect(refused(await repeat(121, '/console', from))).toHaveLength(1)
  expect((await repeat(1, '/developers', from))[0]!.status).toBe(429)
  expect((await repeat(1, '/developers', somebody()))[0]!.status).toBe(200)
  expect((await repeat(1, '/api/v1/session', from, guessed))[0]!.status).toBe(401)
  expect((await repeat(1, '/api/v1/me', from))[0]!.status).toBe(401)
  expect((await repeat(130, '/api/v1/health', from)).every(({ status }) => status === 200)).toBe(true)
  const headers = { 'x-forwarded-for': from }
  expect((await new Client(service.address, api.key).get('/me', { headers })).status).toBe(200)
  const upload = { method: 'PUT', body: new Uint8Array(pdfBytes), headers: { 'content-type': 'application/pdf' } }
  expect((await repeat(1, new URL(body.upload_url).pathname, from, upload))[0]!.status).toBe(200)
})

test('the addresses of one IPv6 network count together', async () => {
  const seen: Seen[] = []
  for (let host = 1; host <= 12; host++) {
    seen.push(...(await repeat(1, '/api/v1/session', `2001:db8:7:7::${host.toString(16)}`, guessed)))
  }
  expect(refused(seen)).toHaveLength(2)
  expect((await repeat(1, '/api/v1/session', '2001:db8:7:8::1', guessed))[0]!.status).toBe(401)
})
