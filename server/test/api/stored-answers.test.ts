/** Answers stored for repeats have a bounded room; who fills it waits, and nothing is ever done without its answer. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { useService } from '../support/service.ts'

const hour = 3_600_000
let nowMs = 0
// Room for two of the partners below.
const service = useService({ answerRoom: { maxBytes: 10_000, smallBytes: 2_000, nowMs: () => nowMs } })

const create = (client: Client, notes: string, key = randomUUID()) =>
  client.post('/partners', { name: 'Odběratel', notes }, { headers: { 'idempotency-key': key } })
const large = 'x'.repeat(4_000)
const countOf = async (client: Client) => (await client.get('/partners?limit=200')).body.data.length

test('429 rate_limited: a large answer that finds no room is not given, and nothing is done', async () => {
  const tenant = await service.tenant()
  const [api, live] = [await tenant.key(), await tenant.key({ mode: 'live' })]
  const first = randomUUID()
  const before = await countOf(api)
  for (const key of [first, randomUUID()]) expect((await create(api, large, key)).status).toBe(201)
  const refused = randomUUID()
  const reply = await create(api, large, refused)
  expect(reply.body.code).toBe('rate_limited')
  const { 'retry-after': after, 'ratelimit-reset': reset, 'ratelimit-remaining': remaining } = reply.headers
  expect(Number(after)).toBeGreaterThan(60)
  expect([reset, remaining]).toEqual([after, '0'])
  expect(await countOf(api)).toBe(before + 2)
  // What was done is still repeated; what is small, has no key or another book needs none of the room.
  expect((await create(api, large, first)).headers['idempotent-replayed']).toBe('true')
  expect((await create(api, 'x')).status).toBe(201)
  expect((await api.post('/partners', { name: 'Odběratel', notes: large })).status).toBe(201)
  expect((await create(live, large)).status).toBe(201)
  nowMs += Number(after) * 1_000
  expect((await create(api, large, refused)).status).toBe(201)
  expect((await create(api, large)).status).toBe(429)
})

test('201: after an hour all of the room is there again, and not more', async () => {
  const api = await (await service.tenant()).key()
  const statuses = async () => {
    const seen = []
    for (const _ of [1, 2, 3]) seen.push((await create(api, large)).status)
    return seen
  }
  expect(await statuses()).toEqual([201, 201, 429])
  nowMs += 10 * hour
  expect(await statuses()).toEqual([201, 201, 429])
})
