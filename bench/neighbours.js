/**
 * What one account's burst does to its neighbour: `node bench/neighbours.js [kind …]`. Prints what A does, and B's p50
 * and p99 quiet and beside it, B's refusals, the longest time health took, the longest turn of the server's loop in
 * the time it really ran, and the growth of its memory.
 * Exits 1 when B is refused, or its p99 is above 200 ms and five times the quiet one. Every loop is bounded.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../server/bin/build.js'
import { openClient } from './client.js'
import { openInstallation } from './setup/installation.js'
import { quantile } from './statistics.js'

/** What a plan allows in a minute, at once. */
const burst = 600
const listeners = 200
const maxMs = 200
const quietSeconds = 4
const burstSeconds = 6

const scopes = ['core', 'stock', 'sales', 'finance', 'events'].flatMap(module =>
  module === 'events' ? ['events:read'] : [`${module}:read`, `${module}:write`],
)

/** One address has at most 500 connections, and B comes from the same one. */
const agent = new http.Agent({ maxSockets: 400 })

/** A request that is counted, whatever is answered. */
function send(origin, path, { key, method = 'GET', body, headers = {} } = {}) {
  return new Promise(resolve => {
    const request = http.request(`${origin}${path}`, {
      method,
      agent,
      headers: {
        ...(key && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        ...headers,
      },
    })
    request.on('response', response => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.setTimeout(30_000, () => request.destroy())
    request.end(body)
  })
}

const many = (count, one) => Promise.all(Array.from({ length: count }, (_, index) => one(index)))

async function fill(origin, key) {
  const client = openClient(origin, key)
  const post = async (path, body = {}) => (await client.call(path, { method: 'POST', body: JSON.stringify(body) })).body
  const partner = await post('/partners', { name: 'Hostinec' })
  const { body } = await client.call('/warehouses?type=standard')
  const warehouse = body.data[0].id
  const item = await post('/items', { name: 'Lezak', unit: { unit_code: 'pcs' }, sale_price: '30' })
  const line = { item_id: item.id, quantity: '1', unit: { unit_code: 'pcs' } }
  for (let count = 0; count < 60; count++) await post('/orders', { partner_id: partner.id, lines: [line] })
  const lines = Array.from({ length: 100 }, () => ({ description: 'Lezak', quantity: '2', unit_price: '30' }))
  const invoice = await post('/invoices', { partner_id: partner.id, warehouse_id: warehouse, lines })
  await post(`/invoices/${invoice.id}/actions/issue`)
  client.close()
  return { key, partner: partner.id, line, invoice: invoice.id }
}

/** Bytes made once: A's own work is not what is measured. */
function sendLong(origin, key, text) {
  const body = Buffer.from(text)
  return many(20, () => send(origin, '/api/v1/orders', { key, method: 'POST', body }))
}

/** What A does, by name. Each returns when its burst is over. */
const kinds = {
  'lists of 200': (origin, a) => many(burst, () => send(origin, '/api/v1/orders?limit=200', { key: a.key })),
  searches: (origin, a) => many(burst, n => send(origin, `/api/v1/partners?search=host${n % 7}`, { key: a.key })),
  details: (origin, a) => many(burst, () => send(origin, `/api/v1/invoices/${a.invoice}`, { key: a.key })),
  'PDFs of 100 lines': (origin, a) =>
    many(burst / 4, () => send(origin, `/api/v1/invoices/${a.invoice}/pdf`, { key: a.key })),
  'ISDOC of 100 lines': (origin, a) =>
    many(burst / 2, () => send(origin, `/api/v1/invoices/${a.invoice}/isdoc`, { key: a.key })),
  'orders created': (origin, a) => {
    const body = JSON.stringify({ partner_id: a.partner, lines: Array.from({ length: 20 }, () => a.line) })
    return many(burst, n => {
      const headers = { 'Idempotency-Key': `n-${n}` }
      return send(origin, '/api/v1/orders', { key: a.key, method: 'POST', body, headers })
    })
  },
  'explained actions': (origin, a) =>
    many(burst / 2, () => send(origin, `/api/v1/invoices/${a.invoice}/actions`, { key: a.key })),
  'bodies of 5 MB': (origin, a) => {
    const body = JSON.stringify({ partner_id: a.partner, lines: Array.from({ length: 100_000 }, () => a.line) })
    return sendLong(origin, a.key, body.slice(0, 5e6))
  },
  'texts of 5 MB': (origin, a) => {
    const body = JSON.stringify({ partner_id: a.partner, lines: [a.line], notes: 'ž\n'.repeat(1_250_000) })
    return sendLong(origin, a.key, body)
  },
  'the log': (origin, a) => many(burst, () => send(origin, '/api/v1/events?limit=200', { key: a.key })),
  'held answers': (origin, a) =>
    many(listeners, () => send(origin, '/api/v1/events?since_sequence=1000000&wait=5', { key: a.key })),
  streams: (origin, a) => openStreams(origin, a.key, true),
  'unread streams': (origin, a) => openStreams(origin, a.key, false),
  'the OpenAPI document, no key': origin => many(burst, () => send(origin, '/api/v1/openapi.json')),
  'wrong keys': origin => many(burst, () => send(origin, '/api/v1/me', { key: 'cb_live_wrong' })),
}

/** Open for some seconds beside a few writes, then cut. */
async function openStreams(origin, key, isRead) {
  const open = Array.from({ length: listeners }, () => {
    const request = http.get(`${origin}/api/v1/events/stream?since_sequence=0`, {
      agent: false,
      headers: { Authorization: `Bearer ${key}` },
    })
    request.on('response', response => (isRead ? response.resume() : response.pause()))
    request.on('error', () => {})
    return request
  })
  await sleep(burstSeconds * 1_000)
  for (const request of open) request.destroy()
}

/** B calls one after another, a little apart, and health is asked beside it. */
async function watch(origin, b, until) {
  const times = []
  const health = []
  let refusals = 0
  const paths = ['/api/v1/orders?limit=20', `/api/v1/invoices/${b.invoice}`, '/api/v1/me']
  const ask = async (path, key, into) => {
    const started = performance.now()
    const status = await send(origin, path, { key })
    into.push(performance.now() - started)
    return status
  }
  const pulse = (async () => {
    while (!until.isOver) {
      await ask('/api/v1/health', undefined, health)
      await sleep(20)
    }
  })()
  for (let turn = 0; !until.isOver; turn++) {
    const status = await ask(paths[turn % paths.length], b.key, times)
    if (status !== 200) refusals += 1
    await sleep(10)
  }
  await pulse
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), refusals, stall: Math.max(...health) }
}

async function during(origin, b, work) {
  const until = { isOver: false }
  const watched = watch(origin, b, until)
  await Promise.all([work(), sleep(1_000)])
  until.isOver = true
  return watched
}

/** A lives in a process of its own, and steps back: what it costs itself must not look like what it costs B. */
async function burstOf(name, origin, a) {
  const child = fork(fileURLToPath(import.meta.url), ['--burst', name, origin, JSON.stringify(a)])
  os.setPriority(child.pid, 10)
  await once(child, 'exit')
}

if (process.argv[2] === '--burst') {
  const [, , , name, origin, account] = process.argv
  await kinds[name](origin, JSON.parse(account))
  process.exit(0)
}

const chosen = process.argv.slice(2)
await ensureBuilt()
const installation = await openInstallation({ TRUST_PROXY: 'false' })
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => installation.close().finally(() => process.exit(1)))
}
let isBad = false
try {
  await installation.start()
  const { origin } = installation
  const accounts = await installation.openAccounts(['neighbour-a', 'neighbour-b'], scopes)
  const [a, b] = [await fill(origin, accounts[0].key), await fill(origin, accounts[1].key)]
  await send(origin, `/api/v1/invoices/${b.invoice}/pdf`, { key: b.key })
  // What is called for the first time is slow for everybody.
  await burstOf('lists of 200', origin, a)
  const quiet = await during(origin, b, () => sleep(quietSeconds * 1_000))
  const row = cells => console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 32 : 12)).join(''))
  row(['what A does', 'B p50 ms', 'B p99 ms', 'refused', 'stall ms', 'turn ms', '+ MB', ''])
  const show = (name, { p50, p99, refusals, stall }, { turn, grown, verdict }) =>
    row([name, p50.toFixed(1), p99.toFixed(1), refusals, stall.toFixed(0), turn, grown, verdict])
  show('nothing', quiet, { turn: '', grown: '', verdict: '' })
  for (const name of Object.keys(kinds)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const before = await installation.resident()
    await installation.watchTurns()
    const seen = await during(origin, b, () => burstOf(name, origin, a))
    const turn = await installation.longestTurn()
    const after = await installation.resident()
    const grown = Math.round(((after.rss ?? after) - (before.rss ?? before)) / 1024 / 1024)
    const isFair = seen.refusals === 0 && (seen.p99 <= maxMs || seen.p99 <= 5 * quiet.p99)
    isBad ||= !isFair
    show(name, seen, { turn: turn.ms.toFixed(0), grown, verdict: isFair ? 'ok' : 'UNFAIR' })
    await sleep(2_000)
  }
} finally {
  await installation.close()
}
process.exitCode = isBad ? 1 : 0
