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

export async function posSale({ installation: process, closers }) {
  const [{ key }] = await process.openAccounts(['pos-sale'], scopes)
  const { order } = await fillBook(process.origin, key, closers, prices)
  const client = openClient(process.origin, key)
  closers.push(() => client.close())
  const body = JSON.stringify(await saleOf(client, order))
  const keyed = () => ({ 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() })
  const headers = { Authorization: `Bearer ${key}` }
  const next = () => ({ method: 'POST', path: '/api/v1/pos-sales', headers: { ...headers, ...keyed() }, body })
  const sellAlone = () => client.call('/pos-sales', { method: 'POST', headers: keyed(), body })
  const { many, alone } = await contend([
    { name: 'many', process, next, clients, warmUp: warmUpWrites },
    { name: 'alone', process, run: extent => loadByClients(1, extent, sellAlone), warmUp: warmUpWrites },
  ])
  const title = 'POST /pos-sales, 5 lines in cash, one book'
  return [
    { title: `${title}, ${clients} clients`, unit: 'req/s', value: many.rate, note: noteOf(many), rounds: many },
    { title: `${title}, 1 client, p50`, unit: 'ms', value: alone.p50Ms, note: noteOf(alone), rounds: alone },
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

const noteOf = ({ p50Ms, p99Ms, cpu, spread }) =>
  [
    `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    `CPU of Node + PostgreSQL ${Math.round(cpu.node)} + ${Math.round(cpu.postgres)} µs`,
    `spread ${Math.round(spread * 100)} %`,
  ].join('; ')
