/**
 * Rows of an older version, brought up to date together. Invoices and credit notes keep what they have, and say which lines
 * they take back. Partners' numbers that were two by their spelling stay two. Layers of stock have their day and tell
 * whether they are open, also those the older version still writes. Lines of drafts add up to their VAT.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { creditInvariants } from '../../src/domains/sales/invoices/invariants.ts'
import { verify } from '../../src/kernel/verify.ts'
import { newId } from '../../src/lib/ids.ts'
import { type OldDatabase, oldDatabase } from '../support/old-database.ts'

/** The first migration that knows deposits and set-offs of invoices; identity of partners and days of layers came later. */
const firstNew = 17
const before = '2026-01-01T00:00:00.000Z'
const book = newId()

let old: OldDatabase
let database: Database
let migrated: string[]

/** With what a row refers to left out. */
async function withoutReferences(statements: [text: string, values: unknown[]][]): Promise<void> {
  const client = await database.dedicated()
  await client.query('set session_replication_role = replica')
  for (const [text, values] of statements) await client.query(text, values)
  await client.end()
}

interface OldLine {
  description: string
  quantity: number
}

/** As the older version wrote it. */
async function addInvoice(lines: OldLine[], head: { original?: string; status?: string } = {}): Promise<string> {
  const id = newId()
  const type = head.original ? 'credit_note' : 'invoice'
  const total = lines.reduce((sum, { quantity }) => sum + quantity * 10, 0)
  await withoutReferences([
    [
      `insert into invoices (book_id, id, version, document_type, original_id, number, status, partner_id, issue_date,
                             due_date, tax_point_date, currency, total_excl_vat, total_vat, total_incl_vat,
                             variable_symbol, payment_method, issued_at, search_text, created_at, updated_at)
       values ($1, $2, 1, $3, $4, $2::uuid::text, $5, $1, '2026-01-01', '2026-01-15', '2026-01-01', 'CZK', $6, 0, $6,
               '202600001', 'bank_transfer', $7, '', $7, $7)`,
      [book, id, type, head.original ?? null, head.status ?? 'issued', total, before],
    ],
    ...lines.map(({ description, quantity }, index): [string, unknown[]] => [
      `insert into invoice_lines (book_id, id, invoice_id, sort_order, description, quantity, unit_price, vat_rate_pct,
                                  excl_vat, vat, incl_vat, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 10, 0, $7, 0, $7, $8, $8)`,
      [book, newId(), id, index + 1, description, quantity, quantity * 10, before],
    ]),
  ])
  return id
}

/** As the older version wrote them. */
const addPartner = (title: string, ico: string | null, country: string | null = null): Promise<number> =>
  database.run(sql`
    insert into partners (book_id, id, version, name, is_customer, is_supplier, ico, country_id, payment_terms,
                          is_active, search_text, created_at, updated_at)
    values (${book}, ${newId()}, 1, ${title}, true, true, ${ico},
            (select id from countries where code = ${country}), 14, true, '', ${before}, ${before})`)

async function addLayer(remaining: number): Promise<string> {
  const id = newId()
  await withoutReferences([
    [
      `insert into stock_lots (book_id, id, document_id, item_id, warehouse_id, received_on, posted_at, line_order,
                               received_quantity, remaining_quantity, received_value, remaining_value, unit_price,
                               created_at, updated_at)
       values ($1, $2, $2, $2, $2, '2026-01-01', $4, 1, 5, $3, 0, 0, 0, $4, $4)`,
      [book, id, remaining, before],
    ],
  ])
  return id
}

/** Two lines of 0.12 at other rates, the second with what it showed when both had 21 %. */
async function addOrder(status: string): Promise<string> {
  const [id, changedAt] = [newId(), '2026-11-16T17:40:00Z']
  const lines = [
    { rate: 12, vat: 0.01 },
    { rate: 21, vat: 0.02 },
  ]
  await withoutReferences([
    [
      `insert into orders (book_id, id, version, number, status, partner_id, order_date, currency, total_excl_vat,
                           total_vat, total_incl_vat, total_deposit, origin, search_text, created_at, updated_at)
       values ($1, $2, 3, $2::uuid::text, $5, $1, '2026-01-01', 'CZK', 0.24, 0.04, 0.28, 0, 'api', '', $3, $4)`,
      [book, id, before, changedAt, status],
    ],
    ...lines.map(({ rate, vat }, index): [string, unknown[]] => [
      `insert into order_lines (book_id, id, order_id, sort_order, item_id, quantity, unit_price, vat_rate_pct, excl_vat,
                                vat, incl_vat, deposit_pieces, deposit_total, price_source, created_at, updated_at)
       values ($1, $2, $3, $4, $1, 1, 0.12, $5, 0.12, $6, 0.12 + $6::numeric, 0, 0, 'manual', $7, $7)`,
      [book, newId(), id, index + 1, rate, vat, before],
    ]),
  ])
  return id
}

async function addBook(): Promise<void> {
  const tenant = newId()
  await database.run(sql`
    insert into tenants (id, slug, name, vertical, country_code, time_zone, unit_system, is_vat_payer, modules,
                         rate_per_min, max_keys, max_webhook_endpoints, max_partners, storage_mb,
                         events_retention_days, created_at, updated_at)
    values (${tenant}, 'hops', 'Hops', 'brewery', 'CZ', 'Europe/Prague', 'metric', true, '{api}',
            600, 10, 10, 100, 100, 30, ${before}, ${before})`)
  await database.run(sql`
    insert into books (id, tenant_id, is_live, created_at) values (${book}, ${tenant}, true, ${before})`)
}

let [invoice, whole, strange, open, used, draft, confirmed] = ['', '', '', '', '', '', '']

beforeAll(async () => {
  old = await oldDatabase(firstNew)
  database = old.database
  await addBook()
  invoice = await addInvoice([
    { description: 'Sud', quantity: 2 },
    { description: 'Láhev', quantity: 5 },
    { description: 'Sud', quantity: 3 },
  ])
  const back = [
    { description: 'Láhev', quantity: -5 },
    { description: 'Sud', quantity: -2 },
    { description: 'Sud', quantity: -3 },
  ]
  whole = await addInvoice(back, { original: invoice })
  strange = await addInvoice([{ description: 'Jiné', quantity: -1 }], { original: invoice, status: 'cancelled' })
  await addPartner('A', '02611309')
  await addPartner('B', '2611309')
  await addPartner('C', '02611309 ', 'CZ')
  await addPartner('D', '2 611 309', 'SK')
  await addPartner('E', '')
  await addPartner('F', null)
  open = await addLayer(5)
  used = await addLayer(0)
  draft = await addOrder('draft')
  confirmed = await addOrder('confirmed')
  migrated = await migrate(database)
})

afterAll(() => old.drop())

const linesOf = (invoiceId: string): Promise<{ id: string; original_line_id: string | null }[]> =>
  database.many(sql`
    select id, original_line_id
      from invoice_lines
     where book_id = ${book} and invoice_id = ${invoiceId}
     order by sort_order`)

test('credit notes find the lines they take back, and are due no more', async () => {
  expect(migrated).toContain('0017_invoice_money')
  const [keg, bottle, other] = await linesOf(invoice)
  expect((await linesOf(whole)).map(line => line.original_line_id)).toEqual([bottle!.id, keg!.id, other!.id])
  expect((await linesOf(strange)).map(line => line.original_line_id)).toEqual([null])
  const rows = await database.many(sql`
    select document_type, due_date, amount_credited::text, is_credited, reason, is_due_date_given, symbol_year
      from invoices
     where book_id = ${book}
     order by created_at, id`)
  const asItWas = { amount_credited: '0', is_credited: false, reason: null, is_due_date_given: true, symbol_year: null }
  expect(rows).toEqual([
    { document_type: 'invoice', due_date: '2026-01-15', ...asItWas },
    { document_type: 'credit_note', due_date: null, ...asItWas },
    { document_type: 'credit_note', due_date: null, ...asItWas },
  ])
  expect(await verify(database, creditInvariants)).toEqual([])
})

const keys = async () =>
  (
    await database.many<{ name: string; ico_key: string | null; ico_twin: number }>(sql`
      select name, ico_key, ico_twin from partners where book_id = ${book} order by name`)
  ).map(row => `${row.name} ${row.ico_key} ${row.ico_twin}`)

test('the migration takes two spellings of one number, and the database refuses a third', async () => {
  const kept = ['A CZ 02611309 0', 'B CZ 02611309 1', 'C CZ 02611309 2', 'D SK 02611309 0', 'E null 0', 'F null 0']
  expect(await keys()).toEqual(kept)
  await expect(addPartner('G', '002611309')).rejects.toThrow('partners_ico_key_unique')
  // What the older version changes beside the number leaves the three as they are.
  await database.run(sql`update partners set ico = ico, version = 2, name = name where book_id = ${book}`)
  expect(await keys()).toEqual(kept)
  await database.run(sql`update partners set ico = '25097563' where book_id = ${book} and name = 'B'`)
  expect((await keys())[1]).toBe('B CZ 25097563 0')
})

test('layers that were there, and those the older version still writes, have their day and tell whether they are open', async () => {
  const layers = () =>
    database.many(sql`select id, is_open, updated_on::text as day from stock_lots where book_id = ${book} order by id`)
  expect(await layers()).toEqual([
    { id: open, is_open: true, day: before.slice(0, 10) },
    { id: used, is_open: false, day: before.slice(0, 10) },
  ])
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString()
  await database.run(sql`
    update stock_lots
       set remaining_quantity = 5 - remaining_quantity, updated_at = ${tomorrow}
     where book_id = ${book}`)
  expect(await layers()).toEqual([
    { id: open, is_open: false, day: tomorrow.slice(0, 10) },
    { id: used, is_open: true, day: tomorrow.slice(0, 10) },
  ])
})

test('the lines of a draft that was changed add up to its VAT again, under another version; a sealed order stays', async () => {
  const linesOfOrder = (id: string) =>
    database.many(sql`
      select o.version, l.vat::text, l.incl_vat::text
        from orders o
        join order_lines l on l.book_id = o.book_id and l.order_id = o.id
       where o.book_id = ${book} and o.id = ${id}
       order by l.sort_order`)
  expect(await linesOfOrder(draft)).toEqual([
    { version: 4, vat: '0.01', incl_vat: '0.13' },
    { version: 4, vat: '0.03', incl_vat: '0.15' },
  ])
  expect(await linesOfOrder(confirmed)).toEqual([
    { version: 3, vat: '0.01', incl_vat: '0.13' },
    { version: 3, vat: '0.02', incl_vat: '0.14' },
  ])
})
