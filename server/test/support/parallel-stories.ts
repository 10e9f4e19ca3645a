/** What must hold when many clients write one book at once, through several nodes on the same database. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client, Reply } from './client.ts'

/** Every client has the same key; each speaks to another node. */
export type Nodes = readonly [Client, ...Client[]]

const at = (nodes: Nodes, index: number): Client => nodes[index % nodes.length]!

const inParallel = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const latestSequence = async ([node]: Nodes): Promise<number> => {
  const reply = await node.get('/partners?limit=1')
  expect(reply.status).toBe(200)
  return Number(reply.headers['x-service-latest-sequence'])
}

interface LoggedEvent {
  sequence: number
  id: string
  type: string
  created_at: string
  data: { object: { id: string } }
}

async function eventsAfter([node]: Nodes, sequence: number): Promise<LoggedEvent[]> {
  const reply = await node.get(`/events?since_sequence=${sequence}&limit=200`)
  expect(reply).toMatchObject({ status: 200, body: { has_more: false } })
  return reply.body.data
}

/** 20 copies of one keyed request: one runs, the others hear that it runs or get its answer. */
export async function oneKeyRunsOnce(nodes: Nodes): Promise<{ busy: number; replayed: number }> {
  const before = await latestSequence(nodes)
  const body = { name: `one key ${randomUUID()}` }
  const headers = { 'idempotency-key': randomUUID() }
  const send = (index: number) => at(nodes, index).post('/partners', body, { headers })
  const first = await inParallel(20, send)
  const later = await inParallel(4, send)

  const ran = first.filter(reply => reply.status === 201 && !reply.headers['idempotent-replayed'])
  const busy = first.filter(reply => reply.status === 409)
  const replays = [...first, ...later].filter(reply => reply.headers['idempotent-replayed'])
  expect(ran).toHaveLength(1)
  expect(ran.length + busy.length + replays.length).toBe(24)
  for (const reply of busy) {
    expect(reply).toMatchObject({ body: { code: 'idempotency_in_progress' }, headers: { 'retry-after': '1' } })
  }
  for (const reply of replays) expectSameAnswer(reply, ran[0]!)
  expect(later.every(reply => reply.headers['idempotent-replayed'] === 'true')).toBe(true)

  const events = await eventsAfter(nodes, before)
  expect(events.map(({ type, data }) => [type, data.object.id])).toEqual([['partner.created', ran[0]!.body.id]])
  const found = await nodes[0].get(`/partners?search=${encodeURIComponent(body.name)}`)
  expect(found.body.data).toHaveLength(1)
  return { busy: busy.length, replayed: replays.length - later.length }
}

function expectSameAnswer(reply: Reply, original: Reply): void {
  expect({ status: reply.status, text: reply.text }).toEqual({ status: original.status, text: original.text })
  for (const name of ['location', 'etag', 'content-type']) expect(reply.headers[name]).toBe(original.headers[name])
  expect(reply.headers['x-request-id']).not.toBe(original.headers['x-request-id'])
}

/** 24 creates with one external_ref: one record, and everyone else is shown it. */
export async function oneReferenceOneRecord(nodes: Nodes): Promise<void> {
  const before = await latestSequence(nodes)
  const external_ref = { system: 'eshop', id: randomUUID() }
  const replies = await inParallel(24, index =>
    at(nodes, index).post('/partners', { name: `reference ${index}`, external_ref }),
  )
  const [made, ...others] = replies.toSorted((one, other) => one.status - other.status)
  expect(made!.status).toBe(201)
  for (const reply of others) {
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'external_ref_conflict', existing_id: made!.body.id },
      headers: { location: made!.headers.location },
    })
  }
  expect(await eventsAfter(nodes, before)).toHaveLength(1)
}

/** 12 updates of the same version: one wins, the others are told that theirs is stale. */
export async function oneVersionOneUpdate(nodes: Nodes): Promise<void> {
  const made = await nodes[0].post('/partners', { name: `version ${randomUUID()}` })
  expect(made.status).toBe(201)
  const before = await latestSequence(nodes)
  const headers = { 'if-match': made.headers.etag! }
  const replies = await inParallel(12, index =>
    at(nodes, index).patch(`/partners/${made.body.id}`, { notes: `written by ${index}` }, { headers }),
  )
  const [changed, ...others] = replies.toSorted((one, other) => one.status - other.status)
  expect(changed!.status).toBe(200)
  for (const reply of others) {
    expect(reply).toMatchObject({
      status: 412,
      body: { code: 'stale_version', current_etag: changed!.headers.etag },
    })
  }
  const kept = await at(nodes, 1).get(`/partners/${made.body.id}`)
  expect(kept.body).toEqual(changed!.body)
  expect(await eventsAfter(nodes, before)).toHaveLength(1)
}

/** What one writer does in turn; returns how many events it must have caused. */
async function writeMixed(node: Client, steps: number): Promise<number> {
  let events = 0
  let partner: Reply | undefined
  for (let step = 0; step < steps; step += 1) {
    const name = `mixed ${randomUUID()}`
    if (step % 4 === 0) {
      const headers = step % 8 === 0 ? { 'idempotency-key': randomUUID() } : {}
      partner = await node.post('/partners', { name }, { headers })
      expect(partner.status).toBe(201)
      events += 1
    } else if (step % 4 === 1) {
      const refused = await node.post('/partners', { name, payment_terms: 'soon' })
      expect(refused).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    } else if (step % 4 === 2) {
      const dryRun = await node.post('/partners?dry_run=true', { name })
      expect(dryRun).toMatchObject({ status: 200, body: { dry_run: true, events: [{ type: 'partner.created' }] } })
    } else {
      const changed = await node.patch(`/partners/${partner!.body.id}`, { notes: name })
      expect(changed.status).toBe(200)
      events += 1
    }
  }
  return events
}

/** Follows the log as a subscriber does. Every batch starts right after the one before. */
async function follow(node: Client, from: number, wait: number, isOver: () => boolean): Promise<LoggedEvent[]> {
  const seen: LoggedEvent[] = []
  for (let isLast = false; ; ) {
    const since = from + seen.length
    const reply = await node.get(`/events?since_sequence=${since}&limit=50&wait=${wait}`)
    expect(reply.status).toBe(200)
    const batch: LoggedEvent[] = reply.body.data
    expect(batch.map(({ sequence }) => sequence)).toEqual(batch.map((_, index) => since + 1 + index))
    seen.push(...batch)
    if (batch.length === 0 && isLast) return seen
    isLast = isOver()
    if (wait === 0) await sleep(50)
  }
}

/** Readers beside 12 writers, some of whose requests fail or are dry runs, never see a gap or another order. */
export async function logWithoutGap(nodes: Nodes): Promise<{ events: number }> {
  const from = await latestSequence(nodes)
  let isOver = false
  const following = Promise.all(nodes.flatMap(node => [0, 1].map(wait => follow(node, from, wait, () => isOver))))
  const writing = inParallel(12, index => writeMixed(at(nodes, index), 8)).finally(() => {
    isOver = true
  })
  const [[first, ...others], caused] = await Promise.all([following, writing])
  expect(first).toHaveLength(caused.reduce((sum, count) => sum + count, 0))
  const times = first!.map(({ created_at }) => created_at)
  expect(times).toEqual(times.toSorted())
  for (const seen of others) expect(seen).toEqual(first)
  return { events: first!.length }
}

/** One pass of an incremental sync: pages to the end, keeps what it saw, returns where the next pass starts. */
async function sync(node: Client, since: string, mirror: Map<string, string>): Promise<string> {
  let latest = since
  for (let cursor = ''; ; ) {
    const reply = await node.get(`/partners?limit=7&updated_since=${encodeURIComponent(since)}${cursor}`)
    expect(reply.status).toBe(200)
    for (const partner of reply.body.data) {
      mirror.set(partner.id, JSON.stringify(partner))
      latest = partner.updated_at
    }
    if (!reply.body.has_more) return latest
    cursor = `&cursor=${encodeURIComponent(reply.body.next_cursor)}`
  }
}

/** A copy kept by `updated_since` beside writers is the original when they are done. */
export async function syncLosesNothing(nodes: Nodes): Promise<{ records: number; passes: number }> {
  const start = await nodes[0].post('/partners', { name: 'sync starts here' })
  expect(start.status).toBe(201)
  const since: string = start.body.created_at
  let isOver = false
  const writing = inParallel(8, index => writeMixed(at(nodes, index), 12)).finally(() => {
    isOver = true
  })
  const mirror = new Map<string, string>()
  let passes = 0
  const syncing = async () => {
    let next = since
    for (let isLast = false; !isLast; passes += 1) {
      isLast = isOver
      next = await sync(nodes[0], next, mirror)
      await sleep(50)
    }
  }
  await Promise.all([writing, syncing()])
  const original = new Map<string, string>()
  await sync(at(nodes, 1), since, original)
  expect(original.size).toBeGreaterThan(20)
  expect(mirror).toEqual(original)
  return { records: original.size, passes }
}
