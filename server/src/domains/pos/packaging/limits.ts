/** How much packaging is paid for without knowing whose it was. */
import { problem } from '../../../contract/problems.ts'
import { type Decimal, moneyText } from '../../../lib/decimal.ts'
import type { Desk } from '../desks/store.ts'

/** `total` is the deposit of everything somebody unknown brings at once. */
export function refuseAnonymousLimit(
  { anonymous_return_limit: limit }: Pick<Desk, 'anonymous_return_limit'>,
  total: Decimal,
): void {
  if (total.gt(limit)) throw problem('packaging_return_exceeds_balance', { limit: moneyText(limit) })
}
