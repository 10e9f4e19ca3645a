/** Two nodes whose clocks are an hour behind and a minute ahead: they agree on who sends what, and when. */
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
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
import { sequencesOf, until } from '../support/webhooks.ts'

useProcesses()

const shifted = new URL('../support/shifted-clock.cjs', import.meta.url).href
const hourMs = 3_600_000

let database: Database
let receiver: Receiver
let places: [Place, Place]
let servers: [ServerProcess, ServerProcess]
let key: string

beforeAll(async () => {
  const postgresPlace = await readyPlace()
  const postgres = await openEmbeddedPostgres({
    dataDir: postgresPlace.dataDir,
    tcpPort: await quietPort(),
    durable: false,
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
    NODE_OPTIONS: `--import=${shifted}`,
  }
  places = [await newPlace({ ...env, SHIFT_MS: String(-hourMs) }), await newPlace({ ...env, SHIFT_MS: '60000' })]
  database = openDatabase({ ...postgres.connection }, { name: 'test', size: 2 })
  const first = await startServer(places[0])
  servers = [first, await startServer(places[1])]
  key = first.testKey
}, 120_000)

afterAll(async () => {
  await receiver?.close()
  await database?.end()
})

test('each event is sent once, at the time of the database', async () => {
  receiver.behave({ delayMs: 300 })
  const made = await servers[0].client(key).post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['*'] })
  expect(made.status, made.text).toBe(201)
  const written = 40
  for (let count = 0; count < written; count += 2) {
    const replies = await Promise.all(
      servers.map(server => server.client(key).post('/partners', { name: `P ${count}` })),
    )
    for (const { status, body } of replies) {
      expect(status).toBe(201)
      expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(30_000)
    }
  }
  const sent = () => sequencesOf(receiver.received)
  await until(
    () => new Set(sent()).size,
    count => count >= written,
  )
  const open = sql`select count(*)::int as count from webhook_deliveries where status in ('pending', 'retrying')`
  await until(
    async () => (await database.many<{ count: number }>(open))[0]!.count,
    count => count === 0,
  )
  expect(sent().length - new Set(sent()).size).toBe(0)
})

test('the window of the rate ends within a minute, whatever the clock says', async () => {
  for (const server of servers) {
    const { headers } = await server.client(key).get('/partners')
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
  }
})
