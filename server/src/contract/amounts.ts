/** Amounts a document may reach: decimals on the wire have at most 18 digits before the point. */
import { type Decimal, decimal } from '../lib/decimal.ts'
import { validationFailed } from './problems.ts'

const beyond = decimal(10).pow(18)

/** Lines that are each fine may add up to more than can be shown. */
export function refuseBeyond(amount: Decimal): void {
  if (amount.abs().lt(beyond)) return
  const message = 'The lines are worth more than an amount of 18 digits.'
  throw validationFailed([{ field: 'lines', code: 'not_allowed', message }])
}
