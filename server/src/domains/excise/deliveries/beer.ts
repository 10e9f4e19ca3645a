/** What a delivery note says of the beer it hands over (Act 353/2003, section 87a). */
import type { RecordContext } from '../../../kernel/context.ts'
import type { Day } from '../../../lib/days.ts'
import { monthOf } from '../months.ts'
import { findRate } from '../reports/calculation.ts'
import { listBeerOfDocument } from './store.ts'

export interface DeliveredBeer {
  plato: number
  hl: string
  /** Of the month of the document; null where the settings have none. */
  rate: string | null
}

/** Nothing for an account without excise. */
export async function listDeliveredBeer(
  { db, account: { book, tenant } }: Pick<RecordContext, 'db' | 'account'>,
  { id, date }: { id: string; date: Day },
): Promise<DeliveredBeer[]> {
  if (!tenant.modules.includes('excise')) return []
  const beers = await listBeerOfDocument(db, book.id, id)
  if (beers.length === 0) return []
  const rate = (await findRate(db, book.id, monthOf(date)))?.rate ?? null
  return beers.map(beer => ({ ...beer, rate }))
}
