/** What is posted carries a seal: a change behind the service's back is named, and older books are sealed once. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrate.ts'
import { raw, type Sql, sql } from '../../src/db/sql.ts'
import { invariants } from '../../src/domains/index.ts'
import { verify } from '../../src/kernel/verify.ts'
import { counter } from '../support/counter.ts'
import { salesBook } from '../support/sales.ts'
import { useService } from '../support/service.ts'

const service = useService({ alone: true })

const today = '2026-11-16'

/** One posted document of each kind. */
async function postedDocuments() {
  const book = await salesBook(service)
  const receipt = (await book.received(book.keg, '10', '50', { unit: 'pcs', partner_id: book.pub })).body
  const order = await book.confirmed([book.line('2')], { warehouse_id: book.main })
  const issue = (await book.issued(book.keg, '1', { unit: 'pcs', partner_id: book.pub })).body
  const invoice = await book.issuedInvoice([{ description: 'Sud', unit_price: '100', ...book.line('3') }])
  const paid = await book.run(`/invoices/${invoice.id}`, 'mark_paid', { paid_at: today, amount: '10.00' })
  expect(paid.status, paid.text).toBe(200)
  const { data: cashflows } = (await book.api.get('/cashflows')).body
  const draft = await book.api.post('/received-invoices', {
    partner_id: book.pub,
    supplier_invoice_number: '77',
    issue_date: today,
    lines: [{ description: 'Slad', amount: '100.00', vat_rate_pct: '21' }],
  })
  const received = await book.act(`/received-invoices/${draft.body.id}`, 'confirm')
  return { book, receipt, order, issue, invoice, cashflow: cashflows[0], received: received.body }
}

const broken = async (asked = invariants) =>
  (await verify(service.database, asked)).flatMap(({ invariant, rows }) =>
    rows.map(row => `${invariant} ${row.id ?? row.book_id}`),
  )
const ofSeals = invariants.filter(({ id }) => id.endsWith('.keep_what_they_said'))

/** Changes one column behind the service's back, looks, and puts it back. */
async function tamper(table: string, column: string, where: Sql, change: Sql): Promise<string[]> {
  const [row] = await service.database.many<{ value: string }>(
    sql`select ${raw(column)}::text as value from ${raw(table)} where ${where}`,
  )
  const set = (value: Sql) =>
    service.database.run(sql`update ${raw(table)} set ${raw(column)} = ${value} where ${where}`)
  await set(change)
  const found = await broken(ofSeals)
  const type =
    column === 'parties' ? sql`json` : column.startsWith('total') || column === 'amount' ? sql`numeric` : sql`text`
  await set(sql`${row!.value}::${type}`)
  return found
}

test('verify names the document whose content was changed, whatever was changed of it', async () => {
  const { order, receipt, issue, invoice, cashflow, received } = await postedDocuments()
  expect(await broken()).toEqual([])
  const other = sql`'Jinak'`
  const changes: [table: string, column: string, where: Sql, change: Sql, named: string][] = [
    ['orders', 'partner_name', sql`id = ${order.id}`, other, `orders.keep_what_they_said ${order.id}`],
    ['order_lines', 'item_name', sql`order_id = ${order.id}`, other, `orders.keep_what_they_said ${order.id}`],
    ['stock_documents', 'notes', sql`id = ${receipt.id}`, other, `stock_documents.keep_what_they_said ${receipt.id}`],
    [
      'stock_lines',
      'unit_symbol',
      sql`document_id = ${issue.id}`,
      other,
      `stock_documents.keep_what_they_said ${issue.id}`,
    ],
    ['invoices', 'customer_order_ref', sql`id = ${invoice.id}`, other, `invoices.keep_what_they_said ${invoice.id}`],
    [
      'invoice_lines',
      'description',
      sql`invoice_id = ${invoice.id}`,
      other,
      `invoices.keep_what_they_said ${invoice.id}`,
    ],
    [
      'document_seals',
      'parties',
      sql`document_id = ${invoice.id}`,
      sql`'{}'::json`,
      `invoices.keep_what_they_said ${invoice.id}`,
    ],
    [
      'received_invoice_lines',
      'description',
      sql`received_invoice_id = ${received.id}`,
      other,
      `received_invoices.keep_what_they_said ${received.id}`,
    ],
    ['cashflows', 'description', sql`id = ${cashflow.id}`, other, `cashflows.keep_what_they_said ${cashflow.id}`],
  ]
  for (const [table, column, where, change, named] of changes) {
    expect(await tamper(table, column, where, change), `${table}.${column}`).toContain(named)
  }
  expect(await broken()).toEqual([])
})

test('verify names the sale, the session and the return that were changed', async () => {
  const shop = await counter(service)
  const opened = await shop.api.post('/cash-desk-sessions', { opening_float: '100' })
  const tip = { item_id: shop.tip, quantity: '1', unit: { unit_code: 'pcs' }, unit_price: '50' }
  const sale = await shop.sold({ lines: [tip], cashier: 'Jana', ...shop.cash('50') })
  const lines = [{ deposit_id: shop.deposit, pieces: '2' }]
  const back = await shop.api.post('/packaging-returns', {
    cash_desk_id: shop.desk.id,
    lines,
    refund: { method: 'cash' },
  })
  const session = `/cash-desk-sessions/${opened.body.id}`
  expect((await shop.api.post(`${session}/actions/close`, { counted_cash: '144' })).status).toBe(200)
  expect((await shop.run(sale.id, 'refund', shop.card('50.00'))).status).toBe(200)
  expect(await broken()).toEqual([])
  const other = sql`'Jinak'`
  const changes: [table: string, column: string, where: Sql, named: string][] = [
    ['pos_sales', 'cashier', sql`id = ${sale.id}`, `pos_sales.keep_what_they_said ${sale.id}`],
    ['pos_sale_lines', 'item_name', sql`sale_id = ${sale.id}`, `pos_sales.keep_what_they_said ${sale.id}`],
    [
      'cash_desk_sessions',
      'cash_desk_name',
      sql`id = ${opened.body.id}`,
      `cash_desk_sessions.keep_what_they_said ${opened.body.id}`,
    ],
    [
      'packaging_return_lines',
      'deposit_name',
      sql`return_id = ${back.body.id}`,
      `packaging_returns.keep_what_they_said ${back.body.id}`,
    ],
  ]
  for (const [table, column, where, named] of changes) {
    expect(await tamper(table, column, where, other), `${table}.${column}`).toContain(named)
  }
  expect(await broken()).toEqual([])
})

test('a draft has no seal: reverted documents lose theirs and show the names of now', async () => {
  const { book, order, issue } = await postedDocuments()
  await book.api.patch(`/partners/${book.pub}`, { name: 'U Nového' })
  await book.api.patch(`/items/${book.keg}`, { name: 'Nový sud' })
  for (const path of [`/orders/${order.id}`, `/stock-issues/${issue.id}`]) {
    const kept = (await book.read(path)).now
    expect(kept).toMatchObject({ partner: { name: 'Hospoda' }, lines: [{ item: { name: 'Sud' } }] })
    const reverted = await book.run(path, 'revert_to_draft')
    expect(reverted.body).toMatchObject({ partner: { name: 'U Nového' }, lines: [{ item: { name: 'Nový sud' } }] })
    expect((await book.read(path)).now).toEqual(reverted.body)
  }
  expect(await broken()).toEqual([])
})

test('an edit of a confirmed order changes what was sent, and keeps the names of the other lines', async () => {
  const book = await salesBook(service)
  const order = await book.confirmed([book.line('2'), book.service()], { warehouse_id: book.main })
  await book.api.patch(`/items/${book.keg}`, { name: 'Nový sud' })
  const [, ride] = order.lines
  const reply = await book.api.patch(`/orders/${order.id}/lines/${ride.id}`, { notes: 'ráno' })
  expect(reply.status, reply.text).toBe(200)
  expect((await book.read(`/orders/${order.id}`)).now.lines[0].item.name).toBe('Sud')
})

/** The objects the migration makes, so that it can be run again on documents that are there. */
const undo = [
  'drop table document_seals',
  ...['orders', 'invoices', 'received_invoices', 'cashflows', 'stock_documents'].map(
    table => `alter table ${table} drop column partner_name`,
  ),
  ...['stock_documents', 'repacks', 'inventory_counts'].map(table => `alter table ${table} drop column warehouse_name`),
  'alter table stock_documents drop column target_name',
  ...['order_lines', 'invoice_lines', 'stock_lines', 'inventory_count_lines'].map(
    table =>
      `alter table ${table} drop column item_code, drop column item_name, drop column unit_symbol, drop column unit_decimals`,
  ),
  'alter table order_lines drop column item_volume_l',
]

test('the migration seals what was posted before, with the names of its day, and marks it so', async () => {
  const { book, invoice, issue } = await postedDocuments()
  const isdoc = async () => (await book.api.get(`/invoices/${invoice.id}/isdoc`)).text
  const before = [(await book.read(`/invoices/${invoice.id}`)).now, await isdoc()]
  const { text } = (await readMigrations()).find(({ number }) => number === 16)!
  const client = new pg.Client({ ...service.owner })
  await client.connect()
  for (const statement of undo) await client.query(statement)
  await client.query(text)
  await client.end()
  expect(await broken()).toEqual([])
  const marks = await service.database.many<{ sealed_by: string }>(sql`select distinct sealed_by from document_seals`)
  expect(marks).toEqual([{ sealed_by: 'migration' }])
  expect([(await book.read(`/invoices/${invoice.id}`)).now, await isdoc()]).toEqual(before)
  expect((await book.api.get(`/stock-issues/${issue.id}/pdf`)).status).toBe(200)
  await book.api.patch(`/partners/${book.pub}`, { name: 'U Nového' })
  expect(await isdoc()).toBe(before[1])
})
