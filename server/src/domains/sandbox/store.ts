/** SQL that empties a book. Only a sandbox is ever emptied. */
import type { Queryable, Tx } from '../../db/pool.ts'
import { raw, sql } from '../../db/sql.ts'
import { discardFilesOf } from '../files/attachments/store.ts'

/** Every table of the books but the books themselves and their keys; what refers to others comes first. */
export const bookTables = [
  'stored_answers',
  'webhook_deliveries',
  'webhook_bodies',
  'webhook_endpoints',
  'events',
  'external_refs',
  'document_seals',
  'payments',
  'inbox_submissions',
  'inbox_blocks',
  'uploads',
  'attachments',
  'received_invoice_lines',
  'received_invoices',
  'cashflows',
  'invoice_lines',
  'filed_excise_periods',
  'inventory_count_lines',
  'inventory_counts',
  'repacks',
  'stock_reservations',
  'stock_months',
  'stock_days',
  'stock_levels',
  'stock_allocations',
  'stock_lots',
  'stock_lines',
  'stock_documents',
  'order_lines',
  'invoices',
  'orders',
  'deposits',
  'discounts',
  'partner_prices',
  'price_list_entries',
  'items',
  'contacts',
  'partners',
  'price_lists',
  'finance_defaults',
  'finance_accounts',
  'number_counters',
  'number_series',
  'categories',
  'vat_rates',
  'warehouses',
  'shops',
  'units',
  'companies',
  'company_logos',
] as const

/** What integrations set up once, as they do their keys. */
const keptTables: readonly string[] = ['webhook_endpoints']

/** The log begins anew behind its last number: whoever read it before is told to sync again. */
export async function emptyBook(tx: Tx, bookId: string): Promise<void> {
  // Orders and invoices name each other.
  await tx.run(sql`update orders set status = 'draft', invoice_id = null where book_id = ${bookId}`)
  await discardFilesOf(tx, bookId)
  const emptied = bookTables.filter(table => !keptTables.includes(table))
  for (const table of emptied) await tx.run(sql`delete from ${raw(table)} where book_id = ${bookId}`)
  await tx.run(sql`update books set first_sequence = last_sequence + 1 where id = ${bookId}`)
}

export interface BookContents {
  partners: number
  items: number
  warehouses: number
}

export async function countContents(db: Queryable, bookId: string): Promise<BookContents> {
  const row = await db.maybe<Record<keyof BookContents, string>>(sql`
    select (select count(*) from partners where book_id = ${bookId}) as partners,
           (select count(*) from items where book_id = ${bookId}) as items,
           (select count(*) from warehouses where book_id = ${bookId}) as warehouses`)
  return { partners: Number(row!.partners), items: Number(row!.items), warehouses: Number(row!.warehouses) }
}
