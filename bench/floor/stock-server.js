/** The floor of the stock parts: bare Fastify and `pg` confirming stock issues with the same SQL and nothing else. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/dist/db/pool.js'
import { newId } from '../../server/dist/lib/ids.js'
import { json } from './json.js'
import { learn, recordConfirm } from './recorded-confirm.js'
import { nextWriteAt, openPool, transaction } from './transactions.js'

process.on('disconnect', () => process.exit(0))
process.once('message', async ({ connection, slug, issueIds }) => {
  const app = Fastify()
  const database = openDatabase({ ...connection }, { name: 'bench recording', size: 1 })
  // The first may ask the database for what the product then remembers.
  await recordConfirm(database, { slug, issueId: issueIds[0] })
  mountConfirm(app, openPool(connection), await recordConfirm(database, { slug, issueId: issueIds[1] }))
  await database.end()
  process.send({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) })
})

/** Whose book it is stands in a header. */
function mountConfirm(app, pool, { steps, view, eventIds }) {
  app.post('/api/v1/stock-issues/:id/actions/confirm', async ({ params, headers }, reply) => {
    const facts = { bookId: headers['x-book'], issueId: params.id, requestId: newId() }
    for (const name of eventIds) facts[name] = newId()
    await transaction(pool, async client => {
      for (const [place, { statement, valuesOf }] of steps.entries()) {
        const { rows } = await client.query({ ...statement, values: valuesOf(facts) })
        if (place === 0) facts.now = nextWriteAt(rows[0])
        learn(facts, place, rows)
      }
    })
    return json(reply, 200, JSON.stringify({ ...view, id: params.id, updated_at: facts.now }))
  })
}
