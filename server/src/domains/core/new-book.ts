/** What core gives a new book: its company, the units of the system, VAT rates. */
import type { Tx } from '../../db/pool.ts'
import { upsertRows } from '../../db/upsert.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { companyTable, newCompany } from './company/store.ts'
import { insertSystemUnits, listAllUnits } from './units/store.ts'
import { vatRateTable } from './vat-rates/store.ts'

export async function startCore(tx: Tx, book: NewBook): Promise<void> {
  // Books of the first version have their units.
  if ((await listAllUnits(tx, book.bookId)).length === 0) await insertSystemUnits(tx, book)
  await upsertRows(tx, book, { table: companyTable, rows: [newCompany(book.tenant.name, book.tenant.countryCode)] })
  await upsertRows(tx, book, { table: vatRateTable, rows: vatRates() })
}

const vatRates = () =>
  [
    { code: 'CZ21', name: 'Základní sazba', rate_pct: '21' },
    { code: 'CZ12', name: 'Snížená sazba', rate_pct: '12' },
    { code: 'CZ0', name: 'Nulová sazba', rate_pct: '0' },
  ].map((rate, index) => ({ ...rate, id: newId(), is_default: index === 0, is_active: true, vat_exemption: null }))
