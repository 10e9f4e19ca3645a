/** Long answers are compressed for those who can read it; short ones go out as they are. */
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'

const service = useService()
let api: Client
let longId: string
const body = {
  supplier_invoice_number: '1',
  partner_id: '',
  issue_date: '2026-01-05',
  lines: Array.from({ length: 40 }, (_, line) => ({
    description: `Line ${line}`,
    amount: '10.00',
    vat_rate_pct: '21',
  })),
}
beforeAll(async () => {
  api = await (await service.tenant()).key()
  for (let index = 0; index < 30; index += 1) {
    await api.post('/partners', { name: `Hospoda ${index}`, notes: 'Delivery on Thursdays. '.repeat(20) })
  }
  body.partner_id = (await api.get('/partners?limit=1')).body.data[0].id
  longId = (await api.post('/received-invoices', body)).body.id
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.address}/api/v1${path}`, {
    headers: { authorization: `Bearer ${api.key}`, 'accept-encoding': 'identity', ...headers },
  })

test.each(['gzip', 'br'])('200: a long list as %s is the same list', async coding => {
  const plain = await ask('/partners')
  const compressed = await ask('/partners', { 'accept-encoding': coding })
  expect(compressed.headers.get('content-encoding')).toBe(coding)
  expect(compressed.headers.get('vary')).toBe('Accept-Encoding')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(await compressed.text()).toBe(text)
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length / 4)
})

test('200: the smallest a client accepts, and none it refuses', async () => {
  const codingOf = async (accepted: string) =>
    (await ask('/partners', { 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await codingOf('gzip, deflate, br')).toBe('br')
  expect(await codingOf('gzip, br;q=0')).toBe('gzip')
  expect(await codingOf('deflate')).toBeNull()
})

test('200: a short answer goes out as it is', async () => {
  const reply = await ask('/me', { 'accept-encoding': 'gzip, br' })
  expect(reply.headers.get('content-encoding')).toBeNull()
  expect(reply.headers.get('vary')).toBeNull()
})

test('304: the tag names the content, whatever its coding', async () => {
  const path = `/received-invoices/${longId}`
  const compressed = await ask(path, { 'accept-encoding': 'gzip' })
  const tag = compressed.headers.get('etag')!
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect((await ask(path)).headers.get('etag')).toBe(tag)
  expect((await ask(path, { 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304)
})

test('201: a replayed answer is compressed for whoever asks for it now', async () => {
  const send = (coding: string) =>
    fetch(`${service.address}/api/v1/received-invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'long',
        'accept-encoding': coding,
      },
      body: JSON.stringify({ ...body, supplier_invoice_number: '2' }),
    })
  const first = await send('identity')
  const again = await send('br')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('content-encoding')).toBe('br')
  expect(await again.text()).toBe(await first.text())
})
