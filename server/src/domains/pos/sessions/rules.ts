/** The arithmetic of a session. Pure. */
import { type Decimal, decimal, sum, zero } from '../../../lib/decimal.ts'
import type { CashMoved } from './cash-store.ts'
import type { Denomination } from './schema.ts'
import type { Session } from './store.ts'

type Counted = Pick<Session, 'opening_float' | 'expected_float' | 'expected_cash' | 'counted_cash' | 'withdrawn'>

/** Null for the first session of a desk: nobody knows what should have been there. */
export const floatDifference = ({ opening_float, expected_float }: Counted): Decimal | null =>
  expected_float === null ? null : decimal(opening_float).minus(expected_float)

export const differenceOf = ({ expected_cash, counted_cash }: Counted): Decimal | null =>
  counted_cash === null ? null : decimal(counted_cash).minus(expected_cash!)

export const closingFloat = ({ counted_cash, withdrawn }: Counted): Decimal | null =>
  counted_cash === null ? null : decimal(counted_cash).minus(withdrawn!)

export const expectedCash = ({ opening_float }: Pick<Counted, 'opening_float'>, moved: CashMoved): Decimal =>
  sum([opening_float, ...Object.values(moved)].map(decimal))

export const worthOf = (denominations: readonly Denomination[]): Decimal =>
  denominations.reduce((total, { value, count }) => total.plus(decimal(value).times(count)), zero)
