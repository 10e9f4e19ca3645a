/** What brewing gives a book: what it says of its brewery. */
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { breweryTable, newBrewery } from './brewery-store.ts'

/** A book made beside an older node may be completed twice. */
export async function startBrewery(tx: Tx, book: NewBook): Promise<void> {
  if (await breweryTable.findWhere(tx, book.bookId, sql`true`)) return
  await breweryTable.save(tx, book, [newBrewery()])
}
