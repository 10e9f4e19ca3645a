/** The cash desk: desks and their sessions, sales over the counter, kegs on tap, packaging that comes back. */
import { defineDomain } from '../../kernel/domain.ts'
import { fill } from '../../kernel/slots.ts'
import { depositCredits } from '../sales/index.ts'
import { returnables } from '../stock/index.ts'
import { deskEndpoints } from './desks/endpoints.ts'
import { posFollower } from './followers.ts'
import { posItemEndpoints } from './items/endpoints.ts'
import { startCashDesk } from './new-book.ts'
import { creditsOfDeposits } from './packaging/credited.ts'
import { stockReturnables } from './packaging/dispatches.ts'
import { packagingEndpoints, packagingInvariants, packagingRecords } from './packaging/index.ts'
import { returnWorkflow } from './packaging/returns/workflow.ts'
import { receiptEndpoints } from './receipts/endpoints.ts'
import { reportEndpoints } from './reports/endpoints.ts'
import { sales } from './sales/document.ts'
import { saleEndpoints } from './sales/endpoints.ts'
import { saleInvariants } from './sales/invariants.ts'
import { saleWorkflow } from './sales/workflow.ts'
import { posSeals } from './seals.ts'
import { posSearches } from './search.ts'
import { sessionEndpoints } from './sessions/endpoints.ts'
import { sessionInvariants } from './sessions/invariants.ts'
import { sessionWorkflow } from './sessions/workflow.ts'
import { cashDesks } from './settings.ts'
import { kegTapEndpoints } from './taps/endpoints.ts'
import { kegTapInvariants } from './taps/invariants.ts'
import { tappableKegEndpoints } from './taps/kegs.ts'
import { kegTapWorkflow } from './taps/workflow.ts'
import { posUses } from './uses.ts'

export const pos = defineDomain({
  name: 'pos',
  after: ['core', 'finance', 'stock', 'sales'],
  records: [
    { object: 'cash_desk', path: '/cash-desks', table: 'cash_desks' },
    {
      object: 'cash_desk_session',
      path: '/cash-desk-sessions',
      table: 'cash_desk_sessions',
      series: [{ kind: 'cash_desk_session', prefix: 'POK', place: 17 }],
    },
    {
      object: 'pos_sale',
      path: '/pos-sales',
      table: 'pos_sales',
      family: 'pos_sale',
      series: [{ kind: 'pos_sale', prefix: 'UCT', place: 11 }],
    },
    { object: 'keg_tap', path: '/keg-taps', table: 'keg_taps' },
    ...packagingRecords,
  ],
  tables: {
    cash_desks: 'record',
    cash_desk_sessions: 'record',
    cash_desk_entries: 'part',
    pos_sales: 'record',
    pos_sale_lines: 'part',
    pos_sale_returns: 'part',
    pos_sale_payments: 'part',
    pos_sale_draws: 'part',
    keg_taps: 'record',
    packaging_movements: 'part',
    packaging_balances: 'record',
    packaging_returns: 'record',
    packaging_return_lines: 'part',
    packaging_adjustments: 'record',
  },
  fills: [fill(returnables, stockReturnables), fill(depositCredits, creditsOfDeposits)],
  searches: posSearches,
  endpoints: [
    ...deskEndpoints,
    ...posItemEndpoints,
    ...sessionEndpoints,
    ...reportEndpoints,
    ...saleEndpoints,
    ...receiptEndpoints,
    ...kegTapEndpoints,
    ...tappableKegEndpoints,
    ...packagingEndpoints,
  ],
  documents: [sales],
  uses: posUses,
  newBook: startCashDesk,
  settings: [cashDesks],
  workflows: [sessionWorkflow, saleWorkflow, kegTapWorkflow, returnWorkflow],
  invariants: [...sessionInvariants, ...saleInvariants, ...kegTapInvariants, ...packagingInvariants, ...posSeals],
  follower: posFollower,
})

export { findDeskByCode } from './desks/store.ts'
export { addAdjustment } from './packaging/adjustments/actions.ts'
export { addReturn } from './packaging/returns/actions.ts'
export { addSale } from './sales/creating.ts'
export type { SaleCreate } from './sales/schema.ts'
export { saleActions } from './sales/transitions.ts'
export { openSession } from './sessions/opening.ts'
export { sessionActions } from './sessions/transitions.ts'
export { tapKeg } from './taps/actions.ts'
