/** The floor: bare Fastify and `pg` answering the same requests with the same SQL and nothing else. */
import Fastify from 'fastify'
import { openDatabase } from '../../server/dist/db/pool.js'
import { newId } from '../../server/dist/lib/ids.js'
import { json } from './json.js'
import { mountReads } from './reads.js'
import { recordCreate } from './recorded-create.js'
import { nextWriteAt, openPool, transaction } from './transactions.js'

process.on('disconnect', () => process.exit(0))
process.once('message', async ({ connection, bookId, known, samples }) => {
  const pool = openPool(connection)
  const app = Fastify()
  const database = openDatabase({ ...connection }, { name: 'bench recording', size: 1 })
  await mountReads(app, pool, { database, bookId, known })
  await mountCreate(app, pool, { database, samples })
  await database.end()
  process.send({ origin: await app.listen({ host: '127.0.0.1', port: 0 }) })
})

async function mountCreate(app, pool, { database, samples }) {
  // The first may ask the database for what the product then remembers.
  await recordCreate(database, samples[0])
  const { statements, view } = await recordCreate(database, samples[1])
  const [lock, ...rest] = statements.map(({ text, valuesOf }, place) => ({
    ask: (client, facts) => client.query({ name: `create ${place}`, text, values: valuesOf(facts) }),
  }))
  app.post('/api/v1/partners', async ({ body }, reply) => {
    const created = await transaction(pool, async client => {
      const { rows } = await lock.ask(client, {})
      const { facts, created } = factsOf(body, rows[0], view)
      for (const statement of rest) await statement.ask(client, facts)
      return created
    })
    return json(reply, 201, JSON.stringify(created))
  })
}

/** The values the statements need, the book's clock and counters among them: the books must stay sound. */
function factsOf({ name, ico, dic }, book, view) {
  const now = nextWriteAt(book)
  const id = newId()
  const created = { ...view, id, name, ico, dic, created_at: now, updated_at: now }
  const facts = {
    id,
    name,
    ico,
    dic,
    now,
    requestId: newId(),
    searchText: `${name} ${ico} ${dic}`.toLowerCase(),
    sequence: Number(book.last_sequence) + 1,
    partnerCount: book.partner_count + 1,
    eventId: newId(),
  }
  return { facts, created }
}
