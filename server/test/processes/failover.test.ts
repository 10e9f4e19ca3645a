/** The primary is lost and its standby takes over: 503 until it is found, nothing acknowledged is gone. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import {
  newPlace,
  type Place,
  postmasterOf,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { openPair, type Pair } from '../support/standby.ts'

useProcesses()

let pair: Pair
let place: Place
let server: ServerProcess
let api: Client

beforeAll(async () => {
  pair = await openPair()
  place = await newPlace({ DATABASE_URL: pair.databaseUrl })
  server = await startServer(place)
  api = server.client(server.testKey)
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

test('of several hosts the one that can be written to is found, whichever is named first', async () => {
  expect((await api.post('/partners', { name: 'Na primáru' })).status).toBe(201)
})

interface Written {
  name: string
  headers: { 'idempotency-key': string }
  statuses: number[]
}

/** Repeats each write under its key until it is acknowledged. */
async function write(all: Written[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const one = {
      name: `failover ${randomUUID()}`,
      headers: { 'idempotency-key': randomUUID() },
      statuses: [] as number[],
    }
    all.push(one)
    for (;;) {
      const { status, body } = await api.post('/partners', { name: one.name }, { headers: one.headers })
      one.statuses.push(status)
      if (status === 201) break
      expect([503, 409], JSON.stringify(body)).toContain(status)
      await sleep(50)
    }
  }
}

test('the primary is killed, the standby promoted: 503 meanwhile, then everything acknowledged is there once', async () => {
  const written: Written[] = []
  let isOver = false
  const writers = Array.from({ length: 4 }, () => write(written, () => isOver))
  while (written.length < 30) await sleep(5)
  process.kill(postmasterOf(pair.primary.place)!, 'SIGQUIT')
  const lostMs = performance.now()
  await expect.poll(async () => (await api.get('/me')).status, { timeout: 20_000 }).toBe(503)
  expect((await fetch(`${server.address}/ready`)).status).toBe(503)
  await pair.promote()
  const promotedMs = performance.now()
  await expect.poll(async () => (await api.get('/me')).status, { timeout: 20_000 }).toBe(200)
  const backMs = performance.now()
  const before = written.length
  while (written.length < before + 20) await sleep(5)
  isOver = true
  await Promise.all(writers)
  const kept: { name: string }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = `limit=200&search=failover${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { body } = await api.get(`/partners?${query}`)
    kept.push(...body.data)
    cursor = body.next_cursor
  }
  expect(kept.map(({ name }) => name).toSorted()).toEqual(written.map(({ name }) => name).toSorted())
  const refused = written.flatMap(({ statuses }) => statuses).filter(status => status !== 201).length
  console.log(
    `failover: ${written.length} writes, ${refused} answers 503 or 409 meanwhile, ` +
      `${Math.round(backMs - promotedMs)} ms from the promotion to service, ${Math.round(promotedMs - lostMs)} ms before it`,
  )
  expect(await cli(place, ['verify'])).toMatchObject({ ok: true })
})
