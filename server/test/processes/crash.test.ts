/** kill -9 under parallel writes, of the node and of its PostgreSQL: nothing acknowledged is lost, nothing is doubled. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
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

useProcesses()

/** ROUNDS=20 by hand. */
const rounds = Number(process.env.ROUNDS ?? 1)
const writers = 8

let place: Place
let server: ServerProcess
let key: string

/** A write with its own key; `answer` is missing when the process died before it came. */
interface Write {
  name: string
  idempotencyKey: string
  answer?: Reply
}
const writes: Write[] = []

beforeAll(async () => {
  place = await readyPlace()
  server = await startServer(place)
  key = server.testKey
  await cli(place, ['tenant', 'set', 'demo', '--rate-per-min', '1000000', '--max-partners', '1000000'])
})

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
    const writing = Array.from({ length: writers }, () => writeUntilBroken(client, `round ${round}`))
    while (writes.length < before + 5 * writers) await sleep(5)
    await sleep(Math.random() * 100)
    await server.kill()
    await Promise.all(writing)

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
  }
  console.log(report.map((line, at) => `kill -9, round ${at + 1}: ${line}`).join('\n'))
  await expectEachOnce(server.client(key))
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
