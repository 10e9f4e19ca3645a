/** What brewing gives a book: what it says of its brewery. */
import type { Tx } from '../../db/pool.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { breweryTable, newBrewery } from './brewery-store.ts'

export const startBrewery = (tx: Tx, book: NewBook): Promise<void> => breweryTable.save(tx, book, [newBrewery()])
