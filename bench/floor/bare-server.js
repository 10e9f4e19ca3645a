/** The bare limit at work: a plain HTTP server with one prepared statement a request, and clients that need no HTTP. */
import http from 'node:http'
import { json as parseBody } from 'node:stream/consumers'
import pg from 'pg'
import { loadByClients } from '../load.js'
import { bareStatements, orderValues, partnerValues, saleValues } from './bare-statements.js'
import { amountOfSale, checkBare, insertIssues, openBareDatabase } from './bare-tables.js'
import { openPool } from './transactions.js'

/** More than that gain nothing, and PostgreSQL has room for eighty with those of the product. */
const directConnections = 16
/** Kept from round to round: opening them is no part of the work. */
let direct

/** Drafts that wait for their confirmation. */
const issues = []
let pool
let orderBody
let saleBody

process.on('disconnect', () => process.exit(0))
process.once('message', async wanted => {
  const connection = await openBareDatabase(wanted.connection)
  pool = openPool({ ...connection, idleTimeoutMillis: 60_000 })
  direct = Array.from({ length: directConnections }, () => new pg.Client(connection))
  await Promise.all(direct.map(client => client.connect()))
  const { rows } = await pool.query('select id from partners limit 100')
  const partnerIds = rows.map(row => row.id)
  const lines = [1, 2, 3, 4, 5].map(item_id => ({ item_id, quantity: String(item_id) }))
  orderBody = { partner_id: partnerIds[0], lines }
  saleBody = { lines, payment: { method: 'cash', amount: (await pool.query(amountOfSale)).rows[0].amount } }
  const server = http.createServer(answer)
  server.listen(0, '127.0.0.1', () => {
    process.on('message', obey)
    process.send({ origin: `http://127.0.0.1:${server.address().port}`, partnerIds, orderBody, saleBody })
  })
})

async function answer(request, response) {
  try {
    const text = JSON.stringify(await workOf(request))
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text)
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

async function workOf(request) {
  const { method, url } = request
  if (method === 'GET' && url.startsWith('/partners/')) return one('detail', [1, url.slice('/partners/'.length)])
  if (method === 'GET') return { data: (await pool.query({ ...bareStatements.list, values: [1] })).rows }
  const body = await parseBody(request)
  if (url === '/partners') return (await one('partner', partnerValues(body))).data
  if (url === '/orders') return (await one('order', orderValues(body))).data
  if (url === '/sales') return (await one('sale', saleValues(body))).data
  return (await one('confirm', nextIssue())).data
}

async function one(name, values) {
  const { rows } = await pool.query({ ...bareStatements[name], values })
  if (rows.length !== 1) throw new Error(`${name}: ${rows.length} rows`)
  return rows[0]
}

function nextIssue() {
  const issue = issues.pop()
  if (!issue) throw new Error('every draft is confirmed: more have to be made before a round')
  return [issue.book_id, issue.id]
}

const valuesOf = {
  confirm: nextIssue,
  order: () => orderValues(orderBody),
  sale: () => saleValues(saleBody),
  partner: turn => partnerValues({ ...somePartner, name: `Hostinec ${turn}` }),
}

const somePartner = {
  ...{ ico: '00000001', dic: 'CZ00000001', email: 'office@example.com', phone: '+420 377 123 456' },
  ...{ street: 'Dlouha 1', city: 'Plzen', zip: '301 00', payment_terms: 21 },
}

/** Checks the sums, makes drafts, or runs one of the writes by clients of PostgreSQL. */
async function obey({ check, makeIssues, books, run, clients, extent }) {
  if (check) return process.send((await pool.query(checkBare)).rows[0])
  if (makeIssues !== undefined) {
    issues.length = 0
    if (makeIssues > 0) issues.push(...(await pool.query(insertIssues, [makeIssues, books])).rows)
    return process.send({})
  }
  const open = direct.slice(0, clients)
  const result = await loadByClients(open.length, extent, async (client, turn) => {
    const { rows } = await open[client].query({ ...bareStatements[run], values: valuesOf[run](turn) })
    if (rows.length !== 1) throw new Error(`${run}: ${rows.length} rows`)
  })
  process.send(result)
}
