/** Returnable packaging: its ledger, who holds what, what comes back. */
import type { RecordFacts } from '../../../kernel/domain.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { Invariant } from '../../../kernel/verify.ts'
import { adjustmentEndpoints } from './adjustments/endpoints.ts'
import { balancesList } from './balances/endpoints.ts'
import { movementsList } from './movements/endpoints.ts'
import { ledgerInvariants } from './movements/invariants.ts'
import { returnPdf } from './papers/endpoints.ts'
import { returnEndpoints } from './returns/endpoints.ts'
import { returnInvariants } from './returns/invariants.ts'
import { statementEndpoints } from './statements/endpoints.ts'

const family = 'packaging_return'

export const packagingRecords: readonly RecordFacts[] = [
  {
    object: 'packaging_return',
    path: '/packaging-returns',
    table: 'packaging_returns',
    family,
    series: [{ kind: 'packaging_return', prefix: 'VO', place: 12 }],
  },
  { object: 'packaging_adjustment', path: '/packaging-adjustments', table: 'packaging_adjustments', family },
]

export const packagingEndpoints: readonly Endpoint[] = [
  balancesList,
  movementsList,
  ...statementEndpoints,
  ...returnEndpoints,
  returnPdf,
  ...adjustmentEndpoints,
]

export const packagingInvariants: readonly Invariant[] = [...ledgerInvariants, ...returnInvariants]
