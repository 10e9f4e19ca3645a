/** Sales: orders, invoices, the papers of both. */
import { defineDomain } from '../../kernel/domain.ts'
import { salesFollower } from './followers.ts'
import { salesInvariants } from './invariants.ts'
import { invoices } from './invoices/document.ts'
import { invoiceEndpoints } from './invoices/endpoints.ts'
import { creditInvariants } from './invoices/invariants.ts'
import { invoiceSums } from './invoices/sums.ts'
import { invoiceWorkflow } from './invoices/workflow.ts'
import { orders } from './orders/document.ts'
import { orderEndpoints } from './orders/endpoints.ts'
import { touchOrder } from './orders/store.ts'
import { orderWorkflow } from './orders/workflow.ts'
import { paperEndpoints } from './papers/endpoints.ts'
import { salesSeals } from './seals.ts'
import { salesSearches } from './search.ts'
import { salesUses } from './uses.ts'

export const sales = defineDomain({
  name: 'sales',
  after: ['core', 'finance', 'stock', 'excise'],
  records: [
    {
      object: 'order',
      path: '/orders',
      table: 'orders',
      carriesFiles: true,
      family: 'order',
      series: [{ kind: 'order', prefix: 'OBJ', place: 2 }],
    },
    {
      object: 'invoice',
      path: '/invoices',
      table: 'invoices',
      carriesFiles: true,
      family: 'invoice',
      series: [
        { kind: 'invoice', prefix: 'FV', place: 7 },
        { kind: 'credit_note', prefix: 'DOB', place: 8 },
      ],
    },
  ],
  tables: { orders: 'record', order_lines: 'part', invoices: 'record', invoice_lines: 'part' },
  searches: salesSearches,
  endpoints: [...orderEndpoints, ...invoiceEndpoints, invoiceSums, ...paperEndpoints],
  workflows: [orderWorkflow, invoiceWorkflow],
  documents: [orders, invoices],
  invariants: [...salesInvariants, ...creditInvariants, ...salesSeals],
  uses: salesUses,
  follower: salesFollower,
  touch: { order: (ctx, id) => touchOrder(ctx.tx, { bookId: ctx.account.book.id, now: ctx.now }, id) },
  // Orders and invoices name each other.
})

export { changeInvoice } from './invoices/actions.ts'
export { type DepositCredits, depositCredits } from './invoices/deposit-credits.ts'
export { invoiceTable } from './invoices/store.ts'
export { invoiceActions } from './invoices/transitions.ts'
export { addOrder } from './orders/creating.ts'
export type { OrderCreate } from './orders/schema.ts'
export { type Order, orderTable } from './orders/store.ts'
export { orderActions } from './orders/transitions.ts'
export { crossesBorder, footerOf, partyBlock } from './papers/parties.ts'
