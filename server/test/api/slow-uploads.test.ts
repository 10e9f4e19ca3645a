/** Bodies that take their time: a document has 15 seconds, a file as long as it moves. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import type { Client } from '../support/client.ts'
import { announce, finalize, pdfBytes } from '../support/files.ts'
import { useService } from '../support/service.ts'

const service = useService()
let api: Client
beforeEach(async () => {
  api = await (await service.tenant()).key()
})

/** The 15 seconds of the service pass in half a second here; every other time is the real one. */
const shortMs = 500
beforeAll(() => {
  const real = globalThis.setTimeout
  const hurried = (work: (...words: unknown[]) => void, ms?: number, ...words: unknown[]) =>
    real(() => work(...words), ms === 15_000 ? shortMs : ms)
  vi.stubGlobal('setTimeout', Object.assign(hurried, real))
})
afterAll(() => void vi.unstubAllGlobals())

async function begin(line: string, headers: string[], body: string): Promise<Socket> {
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write([`${line} HTTP/1.1`, 'Host: x', ...headers, '', body].join('\r\n'))
  return socket
}

const partner = (length: string) =>
  begin(
    'POST /api/v1/partners',
    [`Authorization: Bearer ${api.key}`, 'Content-Type: application/json', length, 'Connection: close'],
    length.startsWith('Content') ? '{"name"' : '7\r\n{"name"\r\n',
  )

test.for(['Content-Length: 13', 'Transfer-Encoding: chunked'])(
  '422: a document that never ends is answered when its time is over, and the line is closed (%s)',
  async length => {
    const startedAt = performance.now()
    const answer = await text(await partner(length))
    expect(performance.now() - startedAt).toBeGreaterThan(shortMs - 50)
    expect(performance.now() - startedAt).toBeLessThan(10 * shortMs)
    expect(answer).toMatch(/^HTTP\/1\.1 422 /)
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: '', message: 'The request did not arrive in time.' }],
    })
    expect((await api.get('/partners')).body.data).toEqual([])
  },
)

test('422: one that keeps coming, a byte at a time, gets no more time', async () => {
  const socket = await partner('Content-Length: 1000000')
  const dripping = setInterval(() => socket.write(' '), 20)
  expect(await text(socket).finally(() => clearInterval(dripping))).toMatch(/^HTTP\/1\.1 422 /)
})

test('200 for all others while one breaks off in the middle of its body', async () => {
  const other = await (await service.tenant()).key()
  for (const length of ['Content-Length: 13', 'Transfer-Encoding: chunked']) {
    const socket = await partner(length)
    await sleep(100)
    socket.destroy()
    for (let look = 0; look < 20; look++) {
      expect((await other.get('/me')).status).toBe(200)
      await sleep(5)
    }
  }
})

test('201: one that ends in time is taken', async () => {
  const socket = await partner('Content-Length: 13')
  await sleep(shortMs / 5)
  socket.write(':"Ab"}')
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 /)
})

test.for([
  ['POST', '/sandbox/actions/reset', ''],
  ['GET', '/events?wait=1', ''],
  ['GET', '/events?wait=1', '{}'],
])('200: what is there whole may be answered as late as it takes (%s %s %j)', async ([method, path, body]) => {
  const tenant = await service.tenant()
  const { key } = await tenant.key()
  const headers = [`Authorization: Bearer ${key}`, `Content-Length: ${body!.length}`, 'Connection: close']
  const socket = await service.database.transaction(async tx => {
    await tx.many(sql`
      select b.id from books b join tenants t on t.id = b.tenant_id where t.slug = ${tenant.slug} for update of b`)
    const asked = await begin(`${method} /api/v1${path}`, headers, body!)
    await sleep(2 * shortMs)
    return asked
  })
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('200: a file may take longer', async () => {
  const { body } = await announce(api)
  const headers = ['Content-Type: application/pdf', `Content-Length: ${pdfBytes.length}`, 'Connection: close']
  const { pathname } = new URL(body.upload_url)
  const socket = await begin(`PUT ${pathname}`, headers, pdfBytes.subarray(0, 9).toString())
  await sleep(2 * shortMs)
  socket.write(pdfBytes.subarray(9))
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  expect((await finalize(api, body)).status).toBe(201)
})
