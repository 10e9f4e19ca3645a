/** What the cash desk uses of deposits. */
import type { Use } from '../../kernel/uses.ts'
import { amountOfDeposit } from '../core/index.ts'

export const posUses: readonly Use[] = [
  // A balance stays when it is back at nothing, so there is one wherever a piece ever moved.
  { of: amountOfDeposit, by: 'a packaging movement', table: 'packaging_balances', column: 'deposit_id' },
]
