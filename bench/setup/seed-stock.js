/** Fills the books of the stock parts by set-based SQL: their history, and drafts to be confirmed. */
import pg from 'pg'
import { draftStatements, draftsOf } from './seed-stock-drafts.js'
import { historyStatements } from './seed-stock-history.js'

/**
 * @typedef {object} StockBook
 * @property {string} book_id
 * @property {number} items
 * @property {number} warehouses The default one included.
 * @property {number} rounds In each of them every item of every warehouse is received once and issued once.
 * @property {number} per_document Lines of one document of the history.
 * @property {number} partners
 * @property {number} quantity What is received of the first item; of the others somewhat more.
 * @property {number} drafts Issues of five lines that wait for their confirmation.
 * @property {number} long_drafts Issues of as many lines as a document may have.
 */

/** Returns the ids of the drafts in each book. @param {StockBook[]} books */
export async function seedStock(connection, books) {
  const client = new pg.Client({ ...connection, application_name: 'bench seed' })
  await client.connect()
  try {
    await client.query('begin')
    // Every id below comes out of a join, so that looking each of them up once more would only take time.
    await client.query('set local session_replication_role = replica')
    await client.query("set local work_mem = '256MB'")
    await client.query("set local maintenance_work_mem = '256MB'")
    await client.query(wantedBooks)
    await client.query(insertWanted, [JSON.stringify(books)])
    for (const statement of recordStatements) await client.query(statement)
    const createIndexes = await dropIndexes(client)
    for (const statement of [...historyStatements, ...draftStatements, ...createIndexes, ...closingStatements]) {
      await client.query(statement)
    }
    await client.query(await sealStatement())
    await client.query('commit')
    await client.query(`vacuum analyze ${filled.join(', ')}`)
    await client.query('checkpoint')
    return await draftsOf(client, books)
  } finally {
    await client.end()
  }
}

/** Every document of the history carries the seal its posting would have given it. */
async function sealStatement() {
  const { hashInSql } = await import('../../server/dist/kernel/seal.js')
  const { stockContent } = await import('../../server/dist/domains/stock/seals.js')
  return `
    insert into document_seals (book_id, document_id, object, content_hash, sealed_by, sealed_at)
    select r.book_id, r.id, 'stock_document', ${hashInSql(stockContent)}, 'posting', r.updated_at
      from stock_documents r
      join wanted b on b.book_id = r.book_id
     cross join (select null::json as parties) s
     where r.status = 'confirmed'`
}

const filled = [
  ...['books', 'items', 'partners', 'warehouses', 'stock_documents', 'stock_lines', 'stock_lots'],
  'document_seals',
  ...['stock_allocations', 'stock_levels', 'stock_days', 'stock_months'],
]

/** Building an index afterwards takes a third of the time of keeping it. Returns the statements that build them. */
async function dropIndexes(client) {
  const { rows } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index
      where indrelid::regclass::text = any ($1) and not indisprimary
        and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    [filled.filter(table => table.startsWith('stock_'))],
  )
  await client.query(`drop index ${rows.map(row => row.name).join(', ')}`)
  return rows.map(row => row.definition)
}

const wantedBooks = `
  create temp table wanted (
    book_id uuid primary key, items int, warehouses int, rounds int, per_document int, partners int, quantity int,
    drafts int, long_drafts int
  ) on commit drop`

const insertWanted = 'insert into wanted select * from json_populate_recordset(null::wanted, $1::json)'

/** When the book was filled from: the history is older than the account, which no invariant minds. */
const firstAt = "timestamptz '2020-01-01Z'"

const recordStatements = [
  `insert into warehouses (book_id, id, version, code, name, type, is_excise_relevant, is_default, is_active,
                           created_at, updated_at)
   select b.book_id, uuidv7(), 1, 'SEED' || n, 'Seeded warehouse ' || n, 'standard', false, false, true,
          ${firstAt}, ${firstAt}
     from wanted b
    cross join generate_series(2, b.warehouses) n`,
  `insert into items (book_id, id, version, code, name, item_type, unit_id, pos_available, web_available, is_active,
                      search_text, created_at, updated_at)
   select b.book_id, uuidv7(), 1, c.prefix || lpad(n::text, c.digits, '0'), 'Lezak ' || n, 'purchased_sale_item', u.id,
          false, false, true, 'lezak ' || n, ${firstAt} + n * interval '1 second', ${firstAt} + n * interval '1 second'
     from wanted b
     join number_series c on c.book_id = b.book_id and c.document_kind = 'item'
     join units u on u.book_id = b.book_id and u.code = 'pcs'
    cross join generate_series(1, b.items) n`,
  `insert into number_counters (book_id, document_kind, year, last_number)
   select book_id, 'item', 0, items from wanted`,
  `insert into partners (book_id, id, version, name, is_customer, is_supplier, payment_terms, is_active, search_text,
                         created_at, updated_at)
   select b.book_id, uuidv7(), 1, 'Hostinec ' || n, true, true, 14, true, 'hostinec ' || n,
          ${firstAt} + n * interval '1 second', ${firstAt} + n * interval '1 second'
     from wanted b
    cross join generate_series(1, b.partners) n`,
  ...['items', 'partners'].map(
    table => `
      create temp table numbered_${table} on commit drop as
      select r.book_id, r.id, (row_number() over (partition by r.book_id order by r.created_at) - 1)::int as place
        from ${table} r
        join wanted b on b.book_id = r.book_id`,
  ),
  `create temp table numbered_warehouses on commit drop as
   select w.book_id, w.id, (row_number() over (partition by w.book_id order by w.is_default desc, w.code) - 1)::int
            as place
     from warehouses w
     join wanted b on b.book_id = w.book_id
    where w.is_default or w.code like 'SEED%'`,
  // Without it the lines are joined with their items row by row.
  'analyze number_series, units, items, partners, warehouses, numbered_items, numbered_partners, numbered_warehouses',
]

/** The log begins after all this, as if the events had been kept as long as the plan says and no longer. */
const eventsGone = 1_000_000

const closingStatements = [
  `insert into number_counters (book_id, document_kind, year, last_number)
   select d.book_id, case d.movement_type when 'receipt' then 'goods_receipt' else 'stock_issue' end,
          extract(year from d.date)::int, count(*)
     from stock_documents d
     join wanted b on b.book_id = d.book_id
    group by 1, 2, 3`,
  `update books
      set last_sequence = ${eventsGone},
          first_sequence = ${eventsGone + 1},
          last_write_at = clock_timestamp(),
          partner_count = wanted.partners
     from wanted
    where books.id = wanted.book_id`,
]
