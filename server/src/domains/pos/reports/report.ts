/** The report of a session: what was sold, how it was paid, what should be in the drawer. */
import type { RecordContext } from '../../../kernel/context.ts'
import { type Decimal, decimal, money, moneyText, sum } from '../../../lib/decimal.ts'
import { groupBy } from '../../../lib/group-by.ts'
import type { Instant } from '../../../lib/instants.ts'
import { countCash } from '../sessions/cash-store.ts'
import { closingFloat, differenceOf, expectedCash } from '../sessions/rules.ts'
import type { Session } from '../sessions/store.ts'
import type { CashDeskReport } from './schema.ts'
import {
  nameSales,
  type RateSum,
  type SoldRow,
  sumPayments,
  sumRates,
  sumReturns,
  sumSales,
  type Totals,
} from './store.ts'

/** As of an instant: now for a session that is open, its end for one that is closed. */
export async function writeReport(
  { db, account: { book } }: RecordContext,
  session: Session,
  { asOf }: { asOf: Instant },
): Promise<CashDeskReport> {
  const of = { bookId: book.id, id: session.id }
  const rows = await sumSales(db, of)
  const { unsettled_ids, ...numbers } = await nameSales(db, of)
  const returns = await sumReturns(db, of)
  return {
    object: 'cash_desk_report',
    kind: session.status === 'open' ? 'X' : 'Z',
    session_id: session.id,
    number: session.number,
    cash_desk: { id: session.cash_desk_id, name: session.cash_desk_name },
    currency: session.currency,
    opened_at: session.opened_at,
    closed_at: session.closed_at,
    as_of: asOf,
    ...numbers,
    ...soldParts(rows, unsettled_ids),
    rates: (await sumRates(db, of)).map(rateView),
    payments: (await sumPayments(db, of)).map(each => ({ ...each, amount: moneyText(each.amount) })),
    cashiers: cashiersOf(rows),
    packaging_returns: { ...returns, refund: moneyText(returns.refund) },
    cash: await cashOf(db, of, session),
    livemode: book.isLive,
  }
}

const stands = ({ status }: SoldRow): boolean => status !== 'cancelled'

function soldParts(rows: readonly SoldRow[], unsettledIds: string[]) {
  const standing = rows.filter(stands)
  return {
    sales: totalsOf(standing.filter(({ kind }) => kind === 'sale')),
    refunds: totalsOf(standing.filter(({ kind }) => kind === 'refund')),
    cancelled: countedOf(rows.filter(row => !stands(row))),
    unsettled: { ...countedOf(rows.filter(({ status }) => status === 'settlement_failed')), ids: unsettledIds },
    offline: countedOf(standing.filter(({ is_offline }) => is_offline)),
  }
}

const countOf = (rows: readonly SoldRow[]): number => rows.reduce((total, { count }) => total + count, 0)

const sumOf = (rows: readonly SoldRow[], name: Exclude<keyof Totals, 'count'>): string =>
  money(sum(rows.map(row => decimal(row[name]))))

const countedOf = (rows: readonly SoldRow[]) => ({ count: countOf(rows), payable: sumOf(rows, 'payable') })

const totalsOf = (rows: readonly SoldRow[]) => ({
  count: countOf(rows),
  excl_vat: sumOf(rows, 'excl_vat'),
  vat: sumOf(rows, 'vat'),
  incl_vat: sumOf(rows, 'incl_vat'),
  deposit: sumOf(rows, 'deposit'),
  returned: sumOf(rows, 'returned'),
  rounding: sumOf(rows, 'rounding'),
  payable: sumOf(rows, 'payable'),
})

const cashiersOf = (rows: readonly SoldRow[]) =>
  [...groupBy(rows.filter(stands), ({ cashier }) => cashier)].map(([cashier, own]) => ({ cashier, ...countedOf(own) }))

const rateView = ({ vat_rate_pct, excl_vat, vat, incl_vat }: RateSum) => ({
  vat_rate_pct,
  excl_vat: moneyText(excl_vat),
  vat: moneyText(vat),
  incl_vat: moneyText(incl_vat),
})

const orNull = (value: Decimal | null): string | null => (value === null ? null : money(value))

async function cashOf(db: RecordContext['db'], { bookId }: { bookId: string }, session: Session) {
  const moved = await countCash(db, bookId, session)
  return {
    opening_float: moneyText(session.opening_float),
    sales: moneyText(moved.sales),
    refunds: moneyText(moved.refunds),
    packaging_returns: moneyText(moved.packaging_returns),
    cash_in: moneyText(moved.cash_in),
    cash_out: moneyText(moved.cash_out),
    other: moneyText(moved.other),
    expected: money(expectedCash(session, moved)),
    counted: session.counted_cash === null ? null : moneyText(session.counted_cash),
    difference: orNull(differenceOf(session)),
    withdrawn: session.withdrawn === null ? null : moneyText(session.withdrawn),
    closing_float: orNull(closingFloat(session)),
  }
}
