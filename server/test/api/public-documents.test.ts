/** /openapi.json and /developers: written and compressed once, and not sent to who has them. */

import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readExamples } from '../../src/describe/examples.ts'
import { openApiSteps } from '../../src/describe/openapi.ts'
import { described, serviceDocument, serviceEndpoints } from '../../src/describe/service-document.ts'
import { codingFor } from '../../src/http/documents.ts'
import { atOneAddress } from '../../src/kernel/addresses.ts'
import { publicDocument } from '../../src/kernel/public-document.ts'
import { Client } from '../support/client.ts'
import { testBaseUrl, useService } from '../support/service.ts'

const service = useService()

/** The bytes as they came: `fetch` would decode them. */
function rawly(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const request = http.get(`${service.address}${path}`, { agent: false, headers }, async response => {
      resolve({ status: response.statusCode!, headers: response.headers, bytes: await buffer(response) })
    })
    request.on('error', reject)
  })
}

const openApi = (headers: Record<string, string> = {}) => new Client(service.address).get('/openapi.json', { headers })

describe('GET /openapi.json', () => {
  test('200: plain, gzip and brotli hold the same document', async () => {
    const plain = await openApi()
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.openapi).toBe('3.1.0')
    for (const [coding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { headers, bytes } = await rawly('/api/v1/openapi.json', { 'accept-encoding': coding })
      expect(headers['content-encoding']).toBe(coding)
      expect(headers.etag).toBe(plain.headers.etag)
      expect(bytes.length).toBeLessThan(plain.bytes.length / 5)
      expect(decode(bytes).equals(plain.bytes)).toBe(true)
    }
  })

  test('304: who has it is told so, in whatever coding', async () => {
    const { etag } = (await openApi()).headers
    for (const headers of [{ 'if-none-match': etag! }, { 'if-none-match': `"x", ${etag}`, 'accept-encoding': 'br' }]) {
      const reply = await openApi(headers)
      expect([reply.status, reply.text, reply.headers.etag]).toEqual([304, '', etag])
    }
    expect((await openApi({ 'if-none-match': 'W/"another"' })).status).toBe(200)
  })
})

test('GET /developers: 200 compressed, 304 when known, safe headers either way', async () => {
  const { status, headers, bytes } = await rawly('/developers', { 'accept-encoding': 'gzip, deflate, br' })
  expect([status, headers['content-encoding']]).toEqual([200, 'br'])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
  expect(brotliDecompressSync(bytes).toString()).toContain('Cellarbook API')
  const again = await rawly('/developers', { 'accept-encoding': 'br', 'if-none-match': headers.etag! })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

test('GET /developers/…: 200 for a guide, a resource and their style, 404 for what is none', async () => {
  for (const [path, type] of [
    ['guides/first-call', 'text/html; charset=utf-8'],
    ['changelog', 'text/html; charset=utf-8'],
    ['reference/received-invoices', 'text/html; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
  ] as const) {
    const { status, headers } = await rawly(`/developers/${path}`, { 'accept-encoding': 'br' })
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, type, 'br'])
  }
  expect((await rawly('/developers/guides/../README', {})).status).toBe(404)
  expect((await rawly('/developers/guides/none', {})).status).toBe(404)
})

test('a document that could not be written is tried again', async () => {
  let tries = 0
  const document = publicDocument('text/plain', async () => {
    if (++tries === 1) throw new Error('not now')
    return 'Words.'
  })
  await expect(document()).rejects.toThrow('not now')
  expect((await document()).bytes.identity.toString()).toBe('Words.')
})

test('a document is written once, however many ask at once', async () => {
  let written = 0
  const document = publicDocument('text/plain', () => `Words, ${++written}.`)
  const made = await Promise.all(Array.from({ length: 50 }, document))
  expect(new Set([...made, await document()]).size).toBe(1)
  expect(written).toBe(1)
})

test('a long document is written in steps, and others have their turn in between', async () => {
  const seen: string[] = []
  const document = publicDocument('text/plain', function* () {
    for (let step = 0; step < 5; step++) {
      const until = performance.now() + 6
      while (performance.now() < until);
      seen.push('step')
      yield
    }
    return 'Done.'
  })
  const others = setInterval(() => seen.push('other'), 1)
  const made = await document().finally(() => clearInterval(others))
  expect(made.bytes.identity.toString()).toBe('Done.')
  expect(seen.slice(0, seen.lastIndexOf('step'))).toContain('other')
})

test('the OpenAPI document has a step for every endpoint, and is the same as at once', () => {
  const endpoints = described(serviceEndpoints(atOneAddress(testBaseUrl)))
  const steps = openApiSteps({ endpoints, addresses: atOneAddress(testBaseUrl), examples: readExamples })
  let count = 0
  let last = steps.next()
  for (; !last.done; last = steps.next()) count += 1
  expect(count).toBeGreaterThan(endpoints.length * 3)
  expect(last.value).toEqual(serviceDocument(atOneAddress(testBaseUrl)))
})

test.for([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['*;q=0', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['zstd, deflate', 'identity'],
] as const)('Accept-Encoding: %s is answered by %s', ([accepted, coding]) => {
  expect(codingFor(accepted)).toBe(coding)
})
