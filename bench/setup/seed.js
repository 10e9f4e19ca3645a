/** Fills one book with partners by set-based SQL: the only place that writes around the write path. */
import pg from 'pg'
import { seededPartners } from '../settings.js'

/** A word that half of the names carry, and one that a thousandth of them carries. */
export const commonWord = 'pivovar'
export const selectiveWord = number => `lot${String(number % 1_000).padStart(3, '0')}x`

/** Later than anything the account's creation wrote, earlier than the first measured write. */
const spacingMs = 20

const insertPartners = `
  insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, dic, email, phone, mobile, web,
                        street, city, zip, country_id, payment_terms, price_list_id, notes, external_system,
                        external_id, is_active, search_text, created_at, updated_at)
  select $1::uuid, uuidv7(s.at - clock_timestamp()), 1, s.name, s.n % 10 <> 0, s.n % 3 = 0, s.ico, 'CZ' || s.ico,
         'office' || s.n || '@example.com', '+420 377 ' || lpad((s.n % 1000)::text, 3, '0'), null,
         'https://example.com/' || s.n, 'Dlouha ' || s.n % 200, 'Plzen', '301 00', c.id, 14, null, null,
         'seed', s.n::text, s.n % 20 <> 0, lower(s.name || ' ' || s.ico || ' CZ' || s.ico), s.at, s.at
    from (select n, lpad(n::text, 8, '0') as ico,
                 $2::timestamptz + n * $3 * interval '1 millisecond' as at,
                 case when n % 2 = 0 then 'Pivovar ' else 'Hostinec ' end
                   || 'Lot' || lpad((n % 1000)::text, 3, '0') || 'x ' || n as name
            from generate_series(1, $4::int) n) s
    join countries c on c.code = 'CZ'`

const insertReferences = `
  insert into external_refs (book_id, family, system, ref_id, object, object_id)
  select book_id, 'partner', external_system, external_id, 'partner', id
    from partners
   where book_id = $1 and external_system = 'seed'`

const insertEvents = `
  insert into events (book_id, sequence, id, type, api_version, actor_type, actor_id, request_id,
                      object, object_id, data, created_at)
  select p.book_id, b.last_sequence + p.external_id::int, uuidv7(p.created_at - clock_timestamp()), 'partner.created',
         $2, 'system', null, uuidv7(p.created_at - clock_timestamp()), 'partner', p.id,
         json_build_object('object', json_build_object(
           'object', 'partner', 'id', p.id, 'name', p.name, 'is_customer', p.is_customer,
           'is_supplier', p.is_supplier, 'ico', p.ico, 'dic', p.dic, 'email', p.email, 'phone', p.phone,
           'mobile', p.mobile, 'web', p.web,
           'address', json_build_object('street', p.street, 'city', p.city, 'zip', p.zip, 'country_id', p.country_id),
           'payment_terms', p.payment_terms, 'price_list_id', p.price_list_id, 'notes', p.notes,
           'external_ref', json_build_object('system', p.external_system, 'id', p.external_id),
           'is_active', p.is_active, 'livemode', b.is_live,
           'created_at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'updated_at', to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
           'changes', null, 'created', null),
         p.created_at
    from partners p
    join books b on b.id = p.book_id
   where p.book_id = $1 and p.external_system = 'seed'
   order by p.external_id::int`

const updateBook = `
  update books
     set last_sequence = last_sequence + $2,
         partner_count = partner_count + $2,
         last_write_at = (select max(created_at) from events where book_id = $1)
   where id = $1`

/** Returns the ids of the partners. */
export async function seed(connection, bookId) {
  const { apiVersion } = await import('../../server/dist/contract/schema.js')
  const client = new pg.Client({ ...connection, application_name: 'bench seed' })
  await client.connect()
  try {
    const firstAt = await roomFor(client, bookId)
    await client.query('begin')
    await client.query(insertPartners, [bookId, firstAt, spacingMs, seededPartners])
    await client.query(insertReferences, [bookId])
    await client.query(insertEvents, [bookId, apiVersion])
    await client.query(updateBook, [bookId, seededPartners])
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    const { rows } = await client.query('select id from partners where book_id = $1', [bookId])
    return rows.map(row => row.id)
  } finally {
    await client.end()
  }
}

/** The book's log must be empty: the seeded times lie before now, and a log never goes back in time. */
async function roomFor(client, bookId) {
  const { rows } = await client.query('select last_sequence from books where id = $1', [bookId])
  if (rows[0].last_sequence !== '0') throw new Error('the book to be seeded has events already')
  return new Date(Date.now() - (seededPartners + 1) * spacingMs).toISOString()
}
