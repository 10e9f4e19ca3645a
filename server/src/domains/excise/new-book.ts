/** What excise gives a book: the rates of the act. */
import type { Tx } from '../../db/pool.ts'
import { sql } from '../../db/sql.ts'
import type { NewBook } from '../../kernel/domain.ts'
import { newId } from '../../lib/ids.ts'
import { rateTable } from './rates/store.ts'

/** Act 353/2003, section 85: crowns for a hectolitre and each whole per cent of original extract. */
const rates: readonly [category: string, name: string, rate: string, maxAnnualHl: string | null][] = [
  ['base', 'Základní sazba', '32', null],
  ['small_10k', 'Malý pivovar do 10 000 hl', '16', '10000'],
  ['small_50k', 'Malý pivovar do 50 000 hl', '19.2', '50000'],
  ['small_100k', 'Malý pivovar do 100 000 hl', '22.4', '100000'],
  ['small_150k', 'Malý pivovar do 150 000 hl', '25.6', '150000'],
  ['small_200k', 'Malý pivovar do 200 000 hl', '28.8', '200000'],
]

/** A book made beside an older node may be completed twice. */
export async function startExcise(tx: Tx, book: NewBook): Promise<void> {
  if (await rateTable.findWhere(tx, book.bookId, sql`true limit 1`)) return
  await rateTable.save(
    tx,
    book,
    rates.map(([category, name, rate, max_annual_hl]) => ({
      id: newId(),
      category,
      valid_from: '2010-01-01',
      name,
      rate,
      max_annual_hl,
      is_active: true,
    })),
  )
}
