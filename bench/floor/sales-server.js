/** The floor of the sales parts: bare Fastify and `pg`, the SQL of an order's create, and a plain list of orders. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/dist/db/pool.js'
import { orderEndpoints } from '../../server/dist/domains/sales/orders/endpoints.js'
import { newId } from '../../server/dist/lib/ids.js'
import { json } from './json.js'
import { listText } from './reads.js'
import { learnNumber, recordOrder } from './recorded-order.js'
import { recordRead } from './recorded-read.js'
import { nextWriteAt, openPool, transaction } from './transactions.js'

process.on('disconnect', () => process.exit(0))
process.once('message', async ({ connection, slug, order, listBookId }) => {
  const app = Fastify()
  const pool = openPool(connection)
  const database = openDatabase({ ...connection }, { name: 'bench recording', size: 1 })
  // The first may ask the database for what the product then remembers.
  await recordOrder(database, { slug, order })
  const recorded = await recordOrder(database, { slug, order })
  mountCreate(app, pool, recorded)
  const detail = orderEndpoints.find(({ id }) => id === 'orders.get')
  const [lookUp] = await recordRead(database, detail, { params: { id: recorded.view.id }, slug })
  mountList(app, pool, { text: listText(lookUp.text), listBookId })
  await database.end()
  process.send({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) })
})

function mountCreate(app, pool, { steps, view, names }) {
  app.post('/api/v1/orders', async (_request, reply) => {
    const facts = Object.fromEntries(names.map(name => [name, newId()]))
    await transaction(pool, async client => {
      for (const [place, { statement, valuesOf }] of steps.entries()) {
        const { rows } = await client.query({ ...statement, values: valuesOf(facts) })
        if (place === 0)
          Object.assign(facts, { now: nextWriteAt(rows[0]), lastSequence: Number(rows[0].last_sequence) })
        learnNumber(facts, rows)
      }
    })
    return json(reply, 201, JSON.stringify({ ...view, id: facts.orderId, number: facts.number }))
  })
}

function mountList(app, pool, { text, listBookId }) {
  app.get('/api/v1/orders', async (request, reply) => {
    const { rows } = await pool.query({ name: 'orders list', text, values: [listBookId, request.query.limit] })
    return json(reply, 200, JSON.stringify({ data: rows }))
  })
}
