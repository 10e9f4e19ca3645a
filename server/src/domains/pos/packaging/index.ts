/** Returnable packaging: its ledger, who holds what, what comes back. */
import type { Endpoint } from '../../../kernel/endpoint.ts'
import type { Invariant } from '../../../kernel/verify.ts'
import { balancesList } from './balances/endpoints.ts'
import { movementsList } from './movements/endpoints.ts'
import { ledgerInvariants } from './movements/invariants.ts'

export const packagingEndpoints: readonly Endpoint[] = [balancesList, movementsList]

export const packagingInvariants: readonly Invariant[] = [...ledgerInvariants]
