/** The reads of the floor. */
import { itemEndpoints } from '../../server/dist/domains/core/items/endpoints.js'
import { partnerEndpoints } from '../../server/dist/domains/core/partners/endpoints.js'
import { itemPrice } from '../../server/dist/domains/core/prices/endpoints.js'
import { json } from './json.js'
import { endpointOf, recordRead, valuesFor } from './recorded-read.js'

/** Like nothing else in the statements of a price. */
const unlikelyQuantity = '987654321'

export async function mountReads(app, pool, { database, bookId, known }) {
  const { partnerId, itemId } = known
  const partner = await recordRead(database, endpointOf(partnerEndpoints, 'partners.get'), {
    params: { id: partnerId },
  })
  const item = await recordRead(database, endpointOf(itemEndpoints, 'items.get'), { params: { id: itemId } })
  mountRecords(app, pool, { collection: 'partners', bookId, statements: partner, asked: { id: partnerId } })
  mountRecords(app, pool, { collection: 'items', bookId, statements: item, asked: { id: itemId } })
  await mountPrice(app, pool, { database, partnerId, itemId })
}

function mountRecords(app, pool, { collection, bookId, statements, asked }) {
  const findOne = repetition(pool, `${collection} detail`, { statements, asked })
  const list = { name: `${collection} list`, text: listText(statements[0].text) }
  app.get(`/api/v1/${collection}/:id`, async (request, reply) => {
    const rows = await findOne(request.params)
    return json(reply, 200, JSON.stringify(rows[0]))
  })
  app.get(`/api/v1/${collection}`, async (request, reply) => {
    const { rows } = await pool.query({ ...list, values: [bookId, request.query.limit] })
    return json(reply, 200, JSON.stringify({ data: rows }))
  })
}

/** A plain select of what the product's look-up selects. */
export function listText(lookUp) {
  const [, selected] = /^\s*(select [\s\S]+)\s+where /.exec(lookUp)
  return `
    ${selected}
     where r.book_id = $1
     order by r.created_at desc, r.id desc
     limit $2`
}

async function mountPrice(app, pool, { database, partnerId, itemId }) {
  const asked = { id: itemId, partner_id: partnerId, quantity: unlikelyQuantity }
  const { id, ...query } = asked
  const statements = await recordRead(database, itemPrice, { params: { id }, query })
  const findPrice = repetition(pool, 'price', { statements, asked })
  app.get('/api/v1/items/:id/prices', async (request, reply) => {
    const rows = await findPrice({ ...request.params, ...request.query })
    return json(reply, 200, JSON.stringify(rows[0]))
  })
}

/** Runs the recorded statements with other facts, one after another, and returns the rows of the last. */
function repetition(pool, name, { statements, asked }) {
  const steps = statements.map(({ text, values }, place) => ({
    statement: { name: `${name} ${place}`, text },
    valuesOf: valuesFor({ values }, asked),
  }))
  return async facts => {
    let rows
    for (const { statement, valuesOf } of steps) {
      rows = (await pool.query({ ...statement, values: valuesOf(facts) })).rows
    }
    return rows
  }
}
