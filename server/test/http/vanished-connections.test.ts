/** Connections to PostgreSQL that vanish without a word, a server that stands still, and an overload that is neither. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import type { Client, Reply } from '../support/client.ts'
import { type LossyProxy, startProxy } from '../support/proxy.ts'
import { useService } from '../support/service.ts'

let proxy: LossyProxy
let client: Client

beforeAll(async () => {
  proxy = await startProxy(inject('ours').postgres)
})
// Declared before the service, so that it is closed after it.
afterAll(() => proxy.close())
const service = useService({ reach: connection => ({ ...connection, host: '127.0.0.1', port: proxy.port }) })
beforeAll(async () => {
  client = await (await service.tenant()).key()
})
afterEach(() => proxy.forget())

/** The answers to requests of all kinds sent at once. What vanished stays so meanwhile: nobody waits for its return. */
async function burst(): Promise<{ replies: Reply[]; keys: string[] }> {
  const keys = Array.from({ length: 6 }, () => randomUUID())
  const reads = ['/partners', '/units', '/items', '/events'].map(path => client.get(path))
  return { replies: await Promise.all([...keys.map(create), ...reads]), keys }
}

const create = (key: string): Promise<Reply> =>
  client.post('/partners', { name: key }, { headers: { 'idempotency-key': key } })

async function untilWell(): Promise<void> {
  while ((await client.get('/partners')).status !== 200) await sleep(50)
}

/** Each key made one partner, whatever was answered first. */
async function settleAll(keys: string[]): Promise<void> {
  for (const key of keys) {
    expect((await create(key)).status).toBe(201)
    expect((await client.get(`/partners?search=${key}`)).body.data).toHaveLength(1)
  }
}

test('503 api_unavailable: requests on vanished connections hear of it, and new connections serve', async () => {
  await burst()
  proxy.swallow()
  const { replies, keys } = await burst()
  expect([...new Set(replies.map(({ status }) => status))].filter(status => ![200, 201, 503].includes(status))).toEqual(
    [],
  )
  expect(replies.some(({ status }) => status === 503)).toBe(true)
  await untilWell()
  await settleAll(keys)
})

test('503 api_unavailable: connections that vanish in the middle of writes leave no book locked', async () => {
  const under = burst()
  await sleep(15)
  proxy.swallow()
  const { keys } = await under
  await untilWell()
  await settleAll(keys)
})

test('503 api_unavailable: a database that stands still refuses all, and serves when it moves again', async () => {
  proxy.freeze()
  const { replies, keys } = await burst()
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
  expect((await client.get('/health')).status).toBe(503)
  proxy.thaw()
  await untilWell()
  await settleAll(keys)
})

test('200: statements that take long and a queue for connections are no lost database', async () => {
  const slow = Array.from({ length: 8 }, () => service.database.many(sql`select 'done' as word from pg_sleep(5)`))
  const waiting = client.get('/partners')
  for (let look = 0; look < 12; look++) {
    expect((await client.get('/health')).status).toBe(200)
    await sleep(250)
  }
  expect([200, 503]).toContain((await waiting).status)
  expect((await client.get('/health')).status).toBe(200)
  expect(await Promise.all(slow)).toEqual(slow.map(() => [{ word: 'done' }]))
  expect((await client.get('/partners')).status).toBe(200)
})

test('201: a writer that falls silent in the middle loses its book before others give up waiting', async () => {
  const silent = service.database
    .transaction(async tx => {
      await tx.run(sql`select id from books for update`)
      await sleep(6_000)
      await tx.run(sql`select 1`)
    })
    .catch((error: Error) => error)
  expect((await create(randomUUID())).status).toBe(201)
  expect(await silent).toBeInstanceOf(Error)
})
