/** The tables of the bare limit, in a database of their own beside the product's. */
import pg from 'pg'

export const bareBooks = 100
const itemsPerBook = 20
const partnersPerBook = 2_000
const database = 'bench_bare'

const createTables = `
  create table books (
    id int primary key, last_sequence bigint not null default 0, last_number int not null default 0,
    partner_count int not null default 0
  ) with (fillfactor = 20);
  create table items (
    book_id int, id int, name text not null, sale_price numeric not null, vat_rate numeric not null,
    primary key (book_id, id)
  );
  create table partners (
    book_id int, id uuid default uuidv7(), name text not null, ico text, dic text, email text, phone text, street text,
    city text, zip text, payment_terms int not null, notes text, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), primary key (book_id, id)
  );
  create index partners_newest on partners (book_id, created_at, id);
  create table partner_prices (
    book_id int, partner_id uuid, item_id int, unit_price numeric not null, primary key (book_id, partner_id, item_id)
  );
  create table discounts (book_id int, item_id int, discount_pct numeric not null, primary key (book_id, item_id));
  create table orders (
    id uuid primary key default uuidv7(), book_id int not null, number text not null, partner_id uuid not null,
    total_excl_vat numeric not null, total_vat numeric not null, created_at timestamptz not null default now()
  );
  create table order_lines (
    order_id uuid, place int, item_id int not null, quantity numeric not null, unit_price numeric not null,
    primary key (order_id, place)
  );
  create table levels (
    book_id int, item_id int, quantity numeric not null, value numeric not null, primary key (book_id, item_id)
  ) with (fillfactor = 20);
  create table lots (
    id int generated always as identity primary key, book_id int not null, item_id int not null,
    received_on date not null, unit_price numeric not null, remaining numeric not null check (remaining >= 0)
  ) with (fillfactor = 20);
  create index lots_open on lots (book_id, item_id, received_on, id) where remaining > 0;
  create table issues (
    id int generated always as identity primary key, book_id int not null, status text not null default 'draft',
    number text, version int not null default 1, posted_at timestamptz
  ) with (fillfactor = 50);
  create table issue_lines (
    issue_id int, place int, item_id int not null, quantity numeric not null, primary key (issue_id, place)
  );
  create table allocations (
    issue_id int, place int, lot_id int, quantity numeric not null, value numeric not null,
    primary key (issue_id, place, lot_id)
  );
  create table sales (
    id uuid primary key default uuidv7(), book_id int not null, number text not null, issue_id int not null,
    total_excl_vat numeric not null, total_vat numeric not null, payable numeric not null, status text not null,
    sold_at timestamptz not null default now()
  );
  create table sale_lines (
    sale_id uuid, place int, item_id int not null, quantity numeric not null, unit_price numeric not null,
    incl_vat numeric not null, primary key (sale_id, place)
  );
  create table cashflows (
    id uuid primary key default uuidv7(), book_id int not null, number text not null, sale_id uuid not null,
    method text not null, amount numeric not null, paid_on date not null default current_date
  );
  create table events (
    book_id int, sequence bigint, id uuid not null default uuidv7(), type text not null, data jsonb not null,
    created_at timestamptz not null default now(), primary key (book_id, sequence)
  );`

/** Of every item two lots lie there, the first of which is used up now and then. */
const fillTables = [
  `insert into books (id, partner_count) select n, ${partnersPerBook} from generate_series(1, ${bareBooks}) n`,
  `insert into items
   select b.id, n, 'Lezak ' || n, 20 + n, 21 from books b cross join generate_series(1, ${itemsPerBook}) n`,
  `insert into partners (book_id, name, ico, dic, email, phone, street, city, zip, payment_terms)
   select 1, 'Hostinec ' || n, lpad(n::text, 8, '0'), 'CZ' || lpad(n::text, 8, '0'), 'office@example.com',
          '+420 377 123 456', 'Dlouha 1', 'Plzen', '301 00', 14
     from generate_series(1, ${partnersPerBook}) n`,
  `insert into partner_prices
   select p.book_id, p.id, i.id, 15 + i.id
     from (select * from partners limit 100) p
     join items i on i.book_id = p.book_id and i.id % 3 = 0`,
  'insert into discounts select book_id, id, 5 from items where id % 4 = 0',
  `insert into lots (book_id, item_id, received_on, unit_price, remaining)
   select i.book_id, i.id, date '2026-01-01' + n, 10 + n, 1000000
     from items i cross join generate_series(1, 2) n`,
  'insert into levels select book_id, item_id, sum(remaining), sum(remaining * unit_price) from lots group by 1, 2',
]

/** Makes the database and returns how to reach it. The settings of the server hold for it as for the product's. */
export async function openBareDatabase(connection) {
  await withClient(connection, async client => {
    await client.query(`drop database if exists ${database} with (force)`)
    await client.query(`create database ${database}`)
  })
  const own = { ...connection, database }
  await withClient(own, async client => {
    await client.query(createTables)
    for (const statement of fillTables) await client.query(statement)
    await client.query('vacuum analyze')
  })
  return own
}

/** Drafts of issues, five lines of one piece each, over the first so many books. */
export const insertIssues = `
  with made as (
    insert into issues (book_id) select 1 + n % $2 from generate_series(1, $1::int) n returning id, book_id
  ), lines as (
    insert into issue_lines
    select m.id, k, 1 + (m.id + k * 3) % ${itemsPerBook}, 1 from made m cross join generate_series(1, 5) k
  )
  select id, book_id from made`

/** What one piece of the first item, two of the second and so on cost with VAT. */
export const amountOfSale = `
  select sum(id * round(sale_price * (100 + vat_rate) / 100, 2))::text as amount
    from items
   where book_id = 1 and id <= 5`

/** A limit that gets its sums wrong would be none. */
export const checkBare = `
  select (select sum(quantity) from levels) = (select sum(remaining) from lots) as levels,
         (select sum(value) from levels) = (select sum(remaining * unit_price) from lots) as values,
         (select coalesce(sum(quantity), 0) from allocations)
           = (select coalesce(sum(l.quantity), 0)
                from issues i
                join issue_lines l on l.issue_id = i.id
               where i.status = 'confirmed') as allocations,
         (select coalesce(sum(payable), 0) from sales) = (select coalesce(sum(amount), 0) from cashflows) as cash,
         (select coalesce(sum(payable), 0) from sales) = (select coalesce(sum(incl_vat), 0) from sale_lines) as sales,
         (select sum(last_sequence) from books) = (select count(*) from events) as events`

async function withClient(connection, work) {
  const client = new pg.Client({ ...connection, application_name: 'bench bare' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
