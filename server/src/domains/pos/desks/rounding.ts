/** Cash in coins. Pure. */
import { type Decimal, decimal, round } from '../../../lib/decimal.ts'

const fiveCents = decimal('0.05')

/** A6: to the nearest coin, half away from zero. With coins of five cents something owed is never nothing. */
export function roundCash(due: Decimal, step: Decimal): Decimal {
  const rounded = round(due.div(step), 0).times(step)
  return step.eq(fiveCents) && due.gt(0) && rounded.eq(0) ? fiveCents : rounded
}
