/** Half a million orders of one book, without lines: what a list has to page through. */
import pg from 'pg'

export async function seedOrders(connection, { bookId, count }) {
  const client = new pg.Client({ ...connection, application_name: 'bench seed' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(insertOrders, [bookId, count])
    // They are of 2020: a log that is cleaned up no longer tells of them.
    await client.query('delete from events where book_id = $1', [bookId])
    await client.query('update books set first_sequence = last_sequence + 1 where id = $1', [bookId])
    await client.query('commit')
    await client.query('vacuum analyze orders')
  } finally {
    await client.end()
  }
}

const firstAt = "timestamptz '2020-01-01Z'"

const insertOrders = `
  insert into orders (book_id, id, version, number, status, partner_id, partner_name, order_date, currency, total_excl_vat, total_vat,
                      total_incl_vat, total_deposit, origin, search_text, created_at, updated_at)
  select $1, uuidv7(), 1, 'SEED' || n, 'draft', p.id, p.name, date '2020-01-01' + n % 2000, 'CZK', 0, 0, 0, 0, 'api',
         'seed' || n || ' hostinec', ${firstAt} + n * interval '1 second', ${firstAt} + n * interval '1 second'
    from generate_series(1, $2::int) n
   cross join (select id, name from partners where book_id = $1 limit 1) p`
