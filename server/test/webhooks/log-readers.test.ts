/** Twenty writers and two that follow the log: no gap, no other order, nothing twice. */
import { once } from 'node:events'
import http from 'node:http'
import { expect, test } from 'vitest'
import { changeTenant } from '../../src/domains/accounts/actions.ts'
import type { Client } from '../support/client.ts'
import { insist } from '../support/insist.ts'
import { useService } from '../support/service.ts'
import { stockBook } from '../support/stock.ts'

const service = useService()

const writers = 20
const items = 10
/** A receipt of all items makes one event as it is created, and one more with one for each item as it is confirmed. */
const eventsOfReceipt = 2 + items
/** More by hand: LOG_EVENTS=10000. */
const receipts = Math.ceil(Number(process.env.LOG_EVENTS ?? 1_000) / eventsOfReceipt)
const events = items + receipts * eventsOfReceipt

interface Seen {
  sequence: number
  id: string
  created_at: string
}

/** Every page begins right after the one before. */
async function poll(api: Client): Promise<Seen[]> {
  const seen: Seen[] = []
  while (seen.length < events) {
    const { status, body } = await api.get(`/events?since_sequence=${seen.length}&limit=200&wait=5`)
    expect(status).toBe(200)
    const page = body.data as Seen[]
    expect(page.map(({ sequence }) => sequence)).toEqual(page.map((_, index) => seen.length + 1 + index))
    seen.push(...page)
  }
  return seen
}

/** Listens until this many came over this connection, then goes away in the middle of whatever comes. */
async function listen(api: Client, after: number, most: number): Promise<Seen[]> {
  const { hostname, port } = new URL(api.address)
  const headers = { authorization: `Bearer ${api.key}`, 'last-event-id': String(after) }
  const request = http.get({ hostname, port, path: '/api/v1/events/stream', headers, agent: false })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/event-stream' } })
  const seen: Seen[] = []
  let rest = ''
  for await (const chunk of response.setEncoding('utf8')) {
    const blocks = (rest + chunk).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? []
      if (data === undefined) {
        expect(block).toMatch(/^(retry: \d+|: still here)$/)
        continue
      }
      seen.push(JSON.parse(data))
      expect([Number(id), seen.at(-1)!.sequence]).toEqual([after + seen.length, after + seen.length])
    }
    if (seen.length >= most) break
  }
  request.destroy()
  return seen
}

/** What came last was read, so nothing comes twice. */
async function stream(api: Client): Promise<{ seen: Seen[]; connections: number }> {
  const seen: Seen[] = []
  let connections = 0
  for (; seen.length < events; connections++) {
    const most = Math.min(events - seen.length, 1 + Math.floor(Math.random() * (events / 8)))
    seen.push(...(await listen(api, seen.at(-1)?.sequence ?? 0, most)))
  }
  return { seen, connections }
}

test(
  `two readers beside ${writers} writers see the same ${events} events, in order, each once`,
  async () => {
    const tenant = await service.tenant()
    await changeTenant(service.database, service.clock, { slug: tenant.slug, rate_per_min: 1e6, max_partners: 1e6 })
    const api = await tenant.key()
    const stock = await stockBook(api)
    let left = receipts
    const reading = Promise.all([poll(api), stream(api)])
    const goods = await Promise.all(Array.from({ length: items }, () => stock.item()))
    const write = async () => {
      while (left-- > 0) {
        const made = await insist(() => stock.receipt(goods.map(item => ({ item, quantity: '1', price: '1' }))))
        expect(made.status, made.text).toBe(201)
        const confirmed = await insist(() => api.post(`/goods-receipts/${made.body.id}/actions/confirm`))
        expect(confirmed.status, confirmed.text).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))
    const [polled, { seen, connections }] = await reading
    expect(polled.map(({ sequence }) => sequence)).toEqual(Array.from({ length: events }, (_, index) => index + 1))
    expect(new Set(polled.map(({ id }) => id)).size).toBe(events)
    const times = polled.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted())
    expect(seen).toEqual(polled)
    // Who comes late gets full pages.
    expect(await listen(api, 0, events)).toEqual(polled)
    console.log(`${events} events seen alike by two readers, one of them over ${connections} connections`)
  },
  60_000 + 60 * events,
)
