/** A month as the books say it now. */
import { problem } from '../../../contract/problems.ts'
import { because } from '../../../contract/reasons.ts'
import type { Queryable } from '../../../db/pool.ts'
import type { Account } from '../../../kernel/account.ts'
import { decimal, plain } from '../../../lib/decimal.ts'
import { getBrewery } from '../../brewery/index.ts'
import { firstDayOf, type Month, monthBefore } from '../months.ts'
import {
  countOpenDocuments,
  listInProduction,
  listMoved,
  listStockBefore,
  mayHaveMoved,
  type Stock,
  sumProduced,
} from '../movements/store.ts'
import { rateOn } from '../rates/rules.ts'
import { type ExciseRate, listCategories, listRates } from '../rates/store.ts'
import { isSameLines, type ReportLine, reportLines, totalsOf } from './rules.ts'
import { findFiledLines, findReportOf, listReportLines, type Report } from './store.ts'

/** What a calculation says of a report, beside its lines. */
export type ReportFacts = Pick<
  Report,
  | 'category_code'
  | 'category_name'
  | 'category_max_annual_hl'
  | 'opening_hl'
  | 'produced_hl'
  | 'received_hl'
  | 'released_hl'
  | 'losses_hl'
  | 'closing_hl'
  | 'tax'
  | 'tax_payable'
  | 'produced_ytd_hl'
  | 'in_production'
  | 'open_documents'
>

export interface Calculation {
  facts: ReportFacts
  lines: ReportLine[]
}

/** The rate that holds in the month. */
export async function findRate(db: Queryable, bookId: string, month: Month): Promise<ExciseRate | undefined> {
  const [rates, categories] = await Promise.all([listRates(db, bookId), listCategories(db, bookId)])
  return rateOn({ rates, categories }, firstDayOf(month))
}

export async function getRate(db: Queryable, bookId: string, month: Month): Promise<ExciseRate> {
  const rate = await findRate(db, bookId, month)
  if (!rate) throw problem('conflict', because('no_excise_rate', { month }))
  return rate
}

/** What a month begins with: what the one before was filed with, else what was there. */
export async function listOpening(db: Queryable, bookId: string, month: Month): Promise<Stock[]> {
  const filed = await findFiledLines(db, bookId, monthBefore(month))
  if (!filed) return listStockBefore(db, bookId, month)
  return filed.map(({ plato, closing_hl }) => ({ plato, hl: closing_hl })).filter(({ hl }) => hl !== '0')
}

/** The lines alone. What moved is added up, unless it is known. */
async function calculateLines(
  db: Queryable,
  { bookId, month, known }: { bookId: string; month: Month; known?: readonly ReportLine[] | undefined },
): Promise<{ rate: ExciseRate; lines: ReportLine[] }> {
  const rate = await getRate(db, bookId, month)
  const opening = await listOpening(db, bookId, month)
  const moved = known ?? (await listMoved(db, bookId, month))
  return { rate, lines: reportLines(opening, moved, rate.rate) }
}

/** Whether a fresh calculation would differ from the lines. What moved is added up only where it can have changed. */
export async function isStale(db: Queryable, bookId: string, { id, period, calculated_at }: Report): Promise<boolean> {
  const kept = await listReportLines(db, bookId, id)
  const hasMoved = await mayHaveMoved(db, bookId, { month: period, since: calculated_at })
  const { lines } = await calculateLines(db, { bookId, month: period, known: hasMoved ? undefined : kept })
  return !isSameLines(lines, kept)
}

/** Since January, up to the month before; what that was filed with stands. */
async function producedBefore(db: Queryable, bookId: string, month: Month): Promise<string> {
  if (month.endsWith('-01')) return '0'
  const before = await findReportOf(db, bookId, monthBefore(month))
  return before?.status === 'filed' ? before.produced_ytd_hl : sumProduced(db, bookId, monthBefore(month))
}

export async function calculate(db: Queryable, { book, tenant }: Account, month: Month): Promise<Calculation> {
  const { rate, lines } = await calculateLines(db, { bookId: book.id, month })
  const { excise_rounding } = await getBrewery(db, book.id)
  const totals = totalsOf(lines, excise_rounding)
  return {
    lines,
    facts: {
      category_code: rate.category,
      category_name: rate.name,
      category_max_annual_hl: rate.max_annual_hl,
      ...totals,
      produced_ytd_hl: plain(decimal(totals.produced_hl).plus(await producedBefore(db, book.id, month))),
      in_production: await listInProduction(db, book.id, { month, timeZone: tenant.timeZone }),
      open_documents: await countOpenDocuments(db, book.id, month),
    },
  }
}
