/** `POST /pos-sales`: five lines priced by the cascade, paid in cash, settled at once; each with its Idempotency-Key. */
import { randomUUID } from 'node:crypto'
import { openClient } from '../client.js'
import { contend, loadByClients } from '../load.js'
import { warmUpWrites } from '../settings.js'
import { fillBook } from '../setup/sales.js'

const scopes = ['core', 'stock', 'sales', 'finance', 'pos'].flatMap(module => [`${module}:read`, `${module}:write`])
/** Whole crowns with VAT at any rate. */
const prices = ['100', '200', '300', '400', '500']
const clients = 8

export async function posSale(bench) {
  const { installation: process, closers } = bench
  const [{ key }] = await process.openAccounts(['pos-sale'], scopes)
  const { order } = await fillBook(process.origin, key, closers, prices)
  const client = openClient(process.origin, key)
  closers.push(() => client.close())
  const body = JSON.stringify(await saleOf(client, order))
  const keyed = () => ({ 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() })
  const headers = { Authorization: `Bearer ${key}` }
  const next = () => ({ method: 'POST', path: '/api/v1/pos-sales', headers: { ...headers, ...keyed() }, body })
  const sellAlone = () => client.call('/pos-sales', { method: 'POST', headers: keyed(), body })
  const { many, alone, limit, limitHttp } = await contend([
    { name: 'many', process, next, clients, warmUp: warmUpWrites },
    { name: 'alone', process, run: extent => loadByClients(1, extent, sellAlone), warmUp: warmUpWrites },
    ...(await bench.bare()).sale({ clients }),
  ])
  const title = 'POST /pos-sales, 5 lines in cash, one book'
  return [
    {
      title: `${title}, ${clients} clients`,
      unit: 'req/s',
      value: many.rate,
      limit: { value: limit.rate },
      note: [noteOf(many), besideOf(many, limit, 'limit'), besideOf(many, limitHttp, 'limit over HTTP')].join('; '),
      rounds: { many, limit, limitHttp },
    },
    { title: `${title}, 1 client, p50`, unit: 'ms', value: alone.p50Ms, note: noteOf(alone), rounds: { alone } },
  ]
}

/** What is ordered, sold at the desk instead, for what the desk asks. */
async function saleOf(client, { lines }) {
  const [desk] = (await client.call('/cash-desks')).body.data
  const { body } = await client.call(`/cash-desks/${desk.id}/items?limit=200`)
  const priceOf = ({ item_id }) => Number(body.data.find(({ id }) => id === item_id).unit_price)
  const total = lines.reduce((sum, line) => sum + priceOf(line) * Number(line.quantity), 0)
  return { lines, payment: { method: 'cash', amount: total.toFixed(2) } }
}

const cpuOf = ({ cpu }) => `${Math.round(cpu.node)} + ${Math.round(cpu.postgres)} µs`

const noteOf = of =>
  [
    `p50 ${of.p50Ms.toFixed(1)} ms, p99 ${of.p99Ms.toFixed(1)} ms`,
    `CPU of Node + PostgreSQL ${cpuOf(of)}`,
    `spread ${Math.round(of.spread * 100)} %`,
  ].join('; ')

/** The same work by hand, and how many times its processor time we take. */
function besideOf({ cpu }, other, name) {
  const times = (cpu.node + cpu.postgres) / (other.cpu.node + other.cpu.postgres)
  return `${name} ${Math.round(other.rate)} req/s, CPU ${cpuOf(other)}, ours ${times.toFixed(1)} times that`
}
