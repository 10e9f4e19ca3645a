/**
 * kill -9 of the node with much under way (writes, sales at a counter, deliveries, steps that are handed over), and of its
 * PostgreSQL: nothing acknowledged is lost, nothing is doubled. The tests after the first look at what it left.
 */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/db/embedded/index.ts'
import { type Database, openDatabase } from '../../src/db/pool.ts'
import { type Sql, sql } from '../../src/db/sql.ts'
import type { Client, Reply } from '../support/client.ts'
import { cli } from '../support/commands.ts'
import {
  type Place,
  postmasterOf,
  readyPlace,
  type ServerProcess,
  startServer,
  useProcesses,
} from '../support/process.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { openTills, type Tills } from '../support/tills.ts'
import { sequencesOf, until } from '../support/webhooks.ts'
import { copyStep } from '../support/workflow.ts'

useProcesses()

/** ROUNDS=20 by hand. */
const rounds = Number(process.env.ROUNDS ?? 1)
const writers = 8
const tillsOpen = 4
/** Five portions. */
const due = 1_000

let place: Place
let server: ServerProcess
let key: string
let database: Database
let tills: Tills
let receiver: Receiver
/** Which of the steps are those that are due. */
let isOurs: Sql

/** A write with its own key; `answer` is missing when the process died before it came. */
interface Write {
  name: string
  idempotencyKey: string
  answer?: Reply
}
const writes: Write[] = []

beforeAll(async () => {
  receiver = await openReceiver()
  place = await readyPlace({ WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' })
  place.env.WEBHOOK_CA_FILE = path.join(place.folder, 'receiver.pem')
  fs.writeFileSync(place.env.WEBHOOK_CA_FILE, receiver.ca)
  server = await startServer(place)
  key = server.testKey
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
  const { connection } = await openEmbeddedPostgres({ dataDir: place.dataDir, log: () => {} })
  database = openDatabase({ ...connection }, { name: 'test', size: 2 })
  const client = server.client(key)
  tills = await openTills(client)
  isOurs = await callSteps(client)
  const made = await client.post('/webhook-endpoints', { url: receiver.url('/hook'), types: ['item.created'] })
  expect(made.status, made.text).toBe(201)
})

afterAll(async () => {
  await receiver?.close()
  await database?.end()
})

/** A step without a deadline, and many like it. */
async function callSteps(client: Client): Promise<Sql> {
  const definition = {
    code: 'DUE',
    name: 'Due',
    on: { document: 'batch', action: 'create' },
    steps: [{ key: 'due', title: 'Analysis', kind: 'external' }],
  }
  const input = JSON.stringify({ version: 1, workflow_definitions: [definition] })
  await cli(place, ['settings', 'import', '--tenant', 'demo', '--mode', 'test'], { input })
  const beer = { name: 'Ležák', item_type: 'production_item', unit: { unit_code: 'l' } }
  const { body: item } = await client.post('/items', beer)
  await client.post('/batches', { item_id: item.id, planned_volume_l: '100' })
  const [step] = (await client.get('/workflow-steps?definition=DUE')).body.data
  await copyStep(database, { id: step.id, copies: due - 1 })
  return sql`s.document_id = ${step.document.id} and s.key = ${step.key}`
}

async function stepsThatAre(status: string): Promise<number> {
  const row = await database.maybe<{ count: number }>(
    sql`select count(*)::integer as count from workflow_steps s where ${isOurs} and s.status = ${status}`,
  )
  return row!.count
}

/** Three deliveries that nobody answers, and then some of the steps that are due. */
async function othersUnderWay(client: Client): Promise<void> {
  receiver.behave({ act: 'hang' })
  for (const name of ['one', 'two', 'three']) {
    expect((await client.post('/items', { name, unit: { unit_code: 'kg' } })).status).toBe(201)
  }
  await until(
    () => receiver.received.length,
    count => count === 3,
  )
  await database.run(sql`update workflow_steps s set deadline_at = now() where ${isOurs}`)
  while ((await stepsThatAre('handed_over')) === 0) await sleep(5)
}

/** The dead had taken them for an hour: whoever waits for the end of that is not seen here. */
async function prolongLeases(): Promise<void> {
  const later = sql`update webhook_deliveries set next_attempt_at = next_attempt_at + interval '1 hour'`
  expect(await database.run(later)).toBe(3)
  // PostgreSQL notices by and by that the node is dead.
  const connections = sql`select pid from pg_stat_activity where application_name = 'cellarbook serve'`
  await until(
    () => database.many(connections),
    ({ length }) => length === 0,
  )
  receiver.behave({})
}

const newWrite = (prefix: string): Write => {
  const write = { name: `${prefix} ${randomUUID()}`, idempotencyKey: randomUUID() }
  writes.push(write)
  return write
}

const send = (client: Client, { name, idempotencyKey }: Write): Promise<Reply> =>
  client.post('/partners', { name }, { headers: { 'idempotency-key': idempotencyKey } })

/** As the contract tells a client: while the first try may still run, ask again. */
async function sendUntilSettled(client: Client, write: Write): Promise<Reply> {
  for (;;) {
    const reply = await send(client, write)
    const isOpen = reply.status === 503 || reply.body?.code === 'idempotency_in_progress'
    if (!isOpen) return reply
    expect(reply.headers['retry-after']).toBe('1')
    await sleep(50)
  }
}

/** Writes one after the other until the connection breaks. */
async function writeUntilBroken(client: Client, prefix: string): Promise<void> {
  for (;;) {
    const write = newWrite(prefix)
    const reply = await send(client, write).catch(() => undefined)
    if (!reply) return
    expect(reply.status).toBe(201)
    write.answer = reply
    await sleep(50)
  }
}

async function everything(client: Client, path: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let cursor = ''; ; ) {
    const page = await client.get(`${path}limit=200${cursor}`)
    expect(page.status).toBe(200)
    found.push(...page.body.data)
    if (!page.body.has_more) return found
    cursor = `&cursor=${encodeURIComponent(page.body.next_cursor)}`
  }
}

/** Every write is there exactly once, in the list and in the log, and the log has no gap. */
async function expectEachOnce(client: Client): Promise<void> {
  const wanted = writes.map(({ name }) => name).toSorted()
  const ours = (names: unknown[]) => names.filter(name => /^(round|outage) /.test(String(name))).toSorted()
  const partners = await everything(client, '/partners?')
  expect(ours(partners.map(({ name }) => name))).toEqual(wanted)
  const events = await everything(client, '/events?since_sequence=0&')
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
  const created = events.filter(({ type }) => type === 'partner.created') as { data: { object: { name: string } } }[]
  expect(ours(created.map(({ data }) => data.object.name))).toEqual(wanted)
}

async function expectReplay(client: Client, write: Write): Promise<void> {
  const again = await send(client, write)
  expect(again).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } })
  expect(again.text).toBe(write.answer!.text)
  expect(again.headers.location).toBe(write.answer!.headers.location)
}

test(`kill -9 of the node, ${rounds === 1 ? 'once' : `${rounds} times`}: each write ends up there exactly once`, async () => {
  const report: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const client = server.client(key)
    const postmaster = postmasterOf(place)
    const before = writes.length
    const sold = tills.sales.length
    const working = [
      ...Array.from({ length: writers }, () => writeUntilBroken(client, `round ${round}`)),
      ...Array.from({ length: tillsOpen }, () => tills.sellUntilBroken()),
    ]
    while (writes.length < before + 5 * writers || tills.sales.length < sold + 6 * tillsOpen) await sleep(5)
    if (round === 1) await othersUnderWay(client)
    else await sleep(Math.random() * 100)
    await server.kill()
    await Promise.all(working)
    if (round === 1) {
      const left = await stepsThatAre('called')
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(due)
      await prolongLeases()
    }

    server = await startServer(place)
    expect(postmasterOf(place)).toBe(postmaster)
    expect(server.output.stderr).toContain(`Adopted the PostgreSQL that was running`)
    const acknowledged = writes.filter(({ answer }) => answer)
    const open = writes.filter(({ answer }) => !answer)
    for (const write of open) write.answer = await sendUntilSettled(client, write)
    expect(open.map(({ answer }) => answer!.status)).toEqual(open.map(() => 201))
    for (const write of acknowledged.slice(-5)) await expectReplay(client, write)
    const replayed = open.filter(({ answer }) => answer!.headers['idempotent-replayed']).length
    report.push(`${acknowledged.length} acknowledged, ${open.length} open of which ${replayed} had been saved`)
    const counter = await tills.settle()
    report.push(`${tills.sales.length - sold} sales, ${counter.open} open of which ${counter.saved} had been saved`)
  }
  console.log(report.map(line => `kill -9: ${line}`).join('\n'))
  await expectEachOnce(server.client(key))
})

test('a till that repeats its keys has sold everything once, and the drawer agrees', () => tills.expectEachOnce())

test('deliveries that were under way are sent again before their leases end', async () => {
  await until(
    () => receiver.received.length,
    count => count === 6,
  )
  expect(new Set(sequencesOf(receiver.received)).size).toBe(3)
})

test('of 1000 steps that were due each is handed over once, with one mail', async () => {
  await until(
    () => stepsThatAre('called'),
    left => left === 0,
  )
  const rows = await database.many<{ status: string; version: number; mails: number; count: number }>(sql`
    select s.status, s.version, m.mails, count(*)::integer as count
      from workflow_steps s
      left join lateral (
        select count(*)::integer as mails from mails where topic = 'step:' || s.id) m on true
     where ${isOurs}
     group by 1, 2, 3`)
  expect(rows).toEqual([{ status: 'handed_over', version: 2, mails: 1, count: due }])
})

/** What a reader sees every few milliseconds until `isOver`. */
async function watch(client: Client, isOver: () => boolean) {
  const seen: { at: number; reply: Reply }[] = []
  while (!isOver()) {
    seen.push({ reply: await client.get('/partners?limit=1'), at: performance.now() })
    await sleep(20)
  }
  return seen
}

test('kill -9 of PostgreSQL: 503 meanwhile, the node lives and recovers by itself', async () => {
  const client = server.client(key)
  let isOver = false
  const watching = watch(client, () => isOver)
  const writing = Array.from({ length: writers }, async () => {
    while (!isOver) {
      const write = newWrite('outage')
      write.answer = await sendUntilSettled(client, write)
      expect(write.answer.status).toBe(201)
      await sleep(10)
    }
  })
  const before = writes.length
  while (writes.length < before + 3 * writers) await sleep(5)
  const killed = postmasterOf(place)!
  const killedAt = performance.now()
  process.kill(killed, 'SIGKILL')
  const isBack = async () => (await client.get('/health')).status === 200
  while (await isBack()) await sleep(5)
  while (!(await isBack())) await sleep(5)
  await sleep(300)
  isOver = true
  const seen = await watching
  await Promise.all(writing)

  const refusals = seen.filter(({ reply }) => reply.status !== 200)
  expect(refusals.length).toBeGreaterThan(0)
  for (const { reply } of refusals) {
    expect(reply).toMatchObject({ status: 503, body: { code: 'api_unavailable' }, headers: { 'retry-after': '1' } })
  }
  const backMs = Math.round(
    seen.find(({ at, reply }) => at > refusals.at(-1)!.at && reply.status === 200)!.at - killedAt,
  )
  console.log(`kill -9 of PostgreSQL: ${refusals.length} reads refused, served again after ${backMs} ms`)
  expect(server.isRunning).toBe(true)
  expect(postmasterOf(place)).not.toBe(killed)
  await expectEachOnce(client)
})

test('after all that every invariant holds and the stop is clean', async () => {
  expect(await cli(place, ['verify'])).toMatchObject({ ok: true, violations: [] })
  expect(await server.stop()).toMatchObject({ code: 0, signal: null })
  expect(postmasterOf(place)).toBeUndefined()
})
