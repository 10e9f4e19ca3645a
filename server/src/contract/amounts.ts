/** What a document may come to: decimals on the wire have at most 18 digits before the point. */
import { type Decimal, decimal } from '../lib/decimal.ts'
import { validationFailed } from './problems.ts'

const beyond = decimal(10).pow(18)

/** Lines that are each fine may add up, by themselves or with what is there, to more than can be shown. */
export function refuseBeyond(figure: Decimal): void {
  if (figure.abs().lt(beyond)) return
  const message = 'The lines come to more than a figure of 18 digits.'
  throw validationFailed([{ field: 'lines', code: 'not_allowed', message }])
}
