/** What a partner got and gave back in some days, and what all of them did. */
import { type ProblemRow, validationFailed } from '../../../../contract/problems.ts'
import { rowBecause } from '../../../../contract/reasons.ts'
import { sql } from '../../../../db/sql.ts'
import type { RecordContext } from '../../../../kernel/context.ts'
import { type Decimal, decimal, money, moneyText, plain, sum } from '../../../../lib/decimal.ts'
import type { Partner } from '../../../core/index.ts'
import { listMovements } from '../movements/store.ts'
import { movementView } from '../movements/view.ts'
import type { PackagingStatement, PackagingSummary } from './schema.ts'
import { listSums, type MovedSums, type Period } from './store.ts'

/** The first day is not after the last. */
export function periodOf({ date_from, date_to }: { date_from: string; date_to: string }): Period {
  const message = 'Must not be before date_from.'
  const row: ProblemRow = { ...rowBecause({ field: 'date_to' }, 'ends_before_start'), message }
  if (date_to < date_from) throw validationFailed([row])
  return { from: date_from, to: date_to }
}

const namesOf = (row: MovedSums) => ({
  deposit: { id: row.deposit_id, code: row.deposit_code, name: row.deposit_name },
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
})

const netOf = ({ dispatched, returned, adjusted }: MovedSums): Decimal =>
  decimal(dispatched).minus(returned).plus(adjusted)

const movedOf = ({ dispatched, returned, adjusted }: MovedSums) => ({ dispatched, returned, adjusted })

export async function statementOf(
  { db, account }: RecordContext,
  partner: Pick<Partner, 'id' | 'name'>,
  { period, currency }: { period: Period; currency: string },
): Promise<PackagingStatement> {
  const { id: bookId, isLive } = account.book
  const condition = sql`m.partner_id = ${partner.id} and d.currency = ${currency}`
  const sums = await listSums(db, bookId, { period, condition })
  const depositIds = sums.map(({ deposit_id }) => deposit_id)
  const movements = await listMovements(
    db,
    bookId,
    sql`r.partner_id = ${partner.id} and r.date between ${period.from} and ${period.to}
        and r.deposit_id = any (${depositIds}::uuid[])`,
  )
  const byDate = movements.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const rows = sums.map(row => {
    const closing = decimal(row.opening).plus(netOf(row))
    return { row, closing, total: closing.times(row.deposit_amount) }
  })
  return {
    object: 'packaging_statement',
    partner: { id: partner.id, name: partner.name },
    date_from: period.from,
    date_to: period.to,
    rows: rows.map(({ row, closing, total }) => ({
      ...namesOf(row),
      deposit_amount: moneyText(row.deposit_amount),
      opening_pieces: row.opening,
      ...movedOf(row),
      closing_pieces: plain(closing),
      closing_total: money(total),
    })),
    movements: byDate.map(movement => movementView(movement, isLive)),
    totals: {
      opening_total: money(sum(rows.map(({ row }) => decimal(row.opening).times(row.deposit_amount)))),
      closing_total: money(sum(rows.map(({ total }) => total))),
    },
    currency,
    livemode: isLive,
  }
}

/** Over all partners, and those nobody knows. */
export async function summaryOf({ db, account }: RecordContext, period: Period): Promise<PackagingSummary[]> {
  const condition = sql`m.date >= ${period.from}`
  const sums = await listSums(db, account.book.id, { period, condition })
  return sums.map(row => ({
    object: 'packaging_summary',
    ...namesOf(row),
    ...movedOf(row),
    net: plain(netOf(row)),
    net_total: money(netOf(row).times(row.deposit_amount)),
    currency: row.currency,
    livemode: account.book.isLive,
  }))
}
