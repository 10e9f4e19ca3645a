/** Fills one book by set-based SQL: with its neighbours the only place that writes around the write path. */
import pg from 'pg'
import { seededItems, seededPartners } from '../settings.js'
import { items } from './seed-items.js'
import { partners } from './seed-partners.js'
import { insertPriceLists, insertPrices } from './seed-prices.js'
import { recordStatements } from './seed-records.js'

/** Later than anything the account's creation wrote, earlier than the first measured write. */
const spacingMs = 20

/** Returns the ids of the partners and the items, and which partner has a price of its own for which item. */
export async function seed(connection, bookId) {
  const client = new pg.Client({ ...connection, application_name: 'bench seed' })
  await client.connect()
  try {
    const firstAt = await roomFor(client, bookId)
    await client.query('begin')
    // Every id below comes out of a join, so that looking each of them up once more would only take time.
    await client.query('set local session_replication_role = replica')
    await client.query(insertPriceLists, [bookId, firstAt])
    await insertRecords(client, bookId, { ...partners, count: seededPartners, firstAt })
    await insertRecords(client, bookId, { ...items, count: seededItems, firstAt: later(firstAt, seededPartners) })
    // Without it the prices are joined row by row.
    await client.query('analyze partners, items')
    for (const statement of insertPrices) await client.query(statement, [bookId, firstAt])
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return {
      partnerIds: await idsIn(client, 'partners', bookId),
      itemIds: await idsIn(client, 'items', bookId),
      partnerPrices: await partnerPricesIn(client, bookId),
    }
  } finally {
    await client.end()
  }
}

/** Records of one kind, each with its reference and its event. */
async function insertRecords(client, bookId, { insert, kind, counted, count, firstAt }) {
  const { apiVersion } = await import('../../server/dist/contract/schema.js')
  const { insertReferences, insertEvents, updateBook } = recordStatements(kind)
  await client.query(insert, [bookId, firstAt, spacingMs, count])
  await client.query(insertReferences, [bookId])
  await client.query(insertEvents, [bookId, apiVersion])
  await client.query(updateBook, [bookId, count])
  await client.query(counted, [bookId, count])
}

const later = (instant, records) => new Date(Date.parse(instant) + records * spacingMs).toISOString()

/** The book's log must be empty: the seeded times lie before now, and a log never goes back in time. */
async function roomFor(client, bookId) {
  const { rows } = await client.query('select last_sequence from books where id = $1', [bookId])
  if (rows[0].last_sequence !== '0') throw new Error('the book to be seeded has events already')
  return later(new Date().toISOString(), -(seededPartners + seededItems + 1))
}

async function idsIn(client, table, bookId) {
  const { rows } = await client.query(`select id from ${table} where book_id = $1`, [bookId])
  return rows.map(row => row.id)
}

async function partnerPricesIn(client, bookId) {
  const text = 'select distinct partner_id, item_id from partner_prices where book_id = $1'
  const { rows } = await client.query(text, [bookId])
  return rows.map(row => ({ partnerId: row.partner_id, itemId: row.item_id }))
}
