/** Invoices and credit notes of an older version: they keep what they have, and say which lines they take back. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/pool.ts'
import { sql } from '../../src/db/sql.ts'
import { creditInvariants } from '../../src/domains/sales/invoices/invariants.ts'
import { verify } from '../../src/kernel/verify.ts'
import { newId } from '../../src/lib/ids.ts'
import { type OldDatabase, oldDatabase } from '../support/old-database.ts'

/** The first migration that knows deposits and set-offs of invoices. */
const firstNew = 17
const before = '2026-01-01T00:00:00.000Z'
const book = newId()

let old: OldDatabase
let database: Database

beforeEach(async () => {
  old = await oldDatabase(firstNew)
  database = old.database
})

afterEach(() => old.drop())

interface OldLine {
  description: string
  quantity: number
}

/** As the older version wrote it; the partner and the book themselves are left out. */
async function addOld(lines: OldLine[], head: { original?: string; status?: string } = {}): Promise<string> {
  const id = newId()
  const type = head.original ? 'credit_note' : 'invoice'
  const total = lines.reduce((sum, { quantity }) => sum + quantity * 10, 0)
  const client = await database.dedicated()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into invoices (book_id, id, version, document_type, original_id, number, status, partner_id, issue_date,
                           due_date, tax_point_date, currency, total_excl_vat, total_vat, total_incl_vat,
                           variable_symbol, payment_method, issued_at, search_text, created_at, updated_at)
     values ($1, $2, 1, $3, $4, $2::uuid::text, $5, $1, '2026-01-01', '2026-01-15', '2026-01-01', 'CZK', $6, 0, $6, '202600001',
             'bank_transfer', $7, '', $7, $7)`,
    [book, id, type, head.original ?? null, head.status ?? 'issued', total, before],
  )
  for (const [index, { description, quantity }] of lines.entries()) {
    await client.query(
      `insert into invoice_lines (book_id, id, invoice_id, sort_order, description, quantity, unit_price, vat_rate_pct,
                                  excl_vat, vat, incl_vat, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, 10, 0, $7, 0, $7, $8, $8)`,
      [book, newId(), id, index + 1, description, quantity, quantity * 10, before],
    )
  }
  await client.end()
  return id
}

const linesOf = (invoiceId: string): Promise<{ id: string; original_line_id: string | null }[]> =>
  database.many(sql`
    select id, original_line_id
      from invoice_lines
     where book_id = ${book} and invoice_id = ${invoiceId}
     order by sort_order`)

test('credit notes find the lines they take back, and are due no more', async () => {
  const sold = [
    { description: 'Sud', quantity: 2 },
    { description: 'Láhev', quantity: 5 },
    { description: 'Sud', quantity: 3 },
  ]
  const invoice = await addOld(sold)
  const whole = await addOld(
    [
      { description: 'Láhev', quantity: -5 },
      { description: 'Sud', quantity: -2 },
      { description: 'Sud', quantity: -3 },
    ],
    { original: invoice },
  )
  const strange = await addOld([{ description: 'Jiné', quantity: -1 }], { original: invoice, status: 'cancelled' })
  expect(await migrate(database)).toContain('0017_invoice_money')
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
