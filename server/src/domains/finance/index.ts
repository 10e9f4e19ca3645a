/** Finance: accounts, payments, cash-flow documents, received invoices. */
import { defineDomain } from '../../kernel/domain.ts'
import { accountBalances } from './accounts/balances.ts'
import { getFinanceAccounts } from './accounts/endpoints.ts'
import { financeAccounts, financeDefaults } from './accounts/settings.ts'
import { cashflows } from './cashflows/document.ts'
import { cashflowEndpoints } from './cashflows/endpoints.ts'
import { cashflowSums } from './cashflows/sums.ts'
import { cashflowWorkflow } from './cashflows/workflow.ts'
import { financeFollower } from './followers.ts'
import { financeInvariants } from './invariants.ts'
import { startFinance } from './new-book.ts'
import { receivedInvoices } from './received-invoices/document.ts'
import { receivedInvoiceEndpoints } from './received-invoices/endpoints.ts'
import { receivedInvoiceSums } from './received-invoices/sums.ts'
import { receivedWorkflow } from './received-invoices/workflow.ts'
import { financeSeals } from './seals.ts'
import { financeSearches } from './search.ts'

export const finance = defineDomain({
  name: 'finance',
  after: ['core'],
  records: [
    {
      object: 'received_invoice',
      path: '/received-invoices',
      table: 'received_invoices',
      carriesFiles: true,
      family: 'received_invoice',
      series: [{ kind: 'received_invoice', prefix: 'FP', place: 9 }],
    },
    {
      object: 'cashflow',
      path: '/cashflows',
      table: 'cashflows',
      carriesFiles: true,
      series: [{ kind: 'cashflow', prefix: 'PD', place: 10 }],
    },
  ],
  tables: {
    finance_accounts: 'record',
    finance_defaults: 'record',
    payments: 'part',
    received_invoices: 'record',
    received_invoice_lines: 'part',
    cashflows: 'record',
  },
  searches: financeSearches,
  endpoints: [
    getFinanceAccounts,
    accountBalances,
    ...receivedInvoiceEndpoints,
    receivedInvoiceSums,
    ...cashflowEndpoints,
    cashflowSums,
  ],
  workflows: [receivedWorkflow, cashflowWorkflow],
  documents: [receivedInvoices, cashflows],
  invariants: [...financeInvariants, ...financeSeals],
  follower: financeFollower,
  newBook: startFinance,
  settings: [financeAccounts, financeDefaults],
})

export { financeAccounts } from './accounts/settings.ts'
export {
  type FinanceAccountRow,
  findDefaultAccount,
  findFinanceAccount,
  listFinanceAccounts,
  methodOf,
  type PaymentMethod,
  paymentMethods,
} from './accounts/store.ts'
export { addCashflow, cashflowActions } from './cashflows/actions.ts'
export { type PaidAtOnce, payAtOnce, takeBackPaidAtOnce } from './cashflows/at-once.ts'
export { payInvoice, takeBackInvoicePayment } from './cashflows/of-payments.ts'
export { findLastCashflowOf } from './cashflows/store.ts'
export { purposeText } from './cashflows/words.ts'
export { shownPeriod, summedPeriod } from './invoice-sums/rules.ts'
export { SumsOf, summedBy, summedDays, summedFields } from './invoice-sums/schema.ts'
export { type Summed, sumInvoices } from './invoice-sums/store.ts'
export { PaymentBody } from './payments/schema.ts'
export { findLastPayment, paidOf, sumRoundings } from './payments/store.ts'
export {
  addReceived,
  insertReceived,
  newReceived,
  noteAttachment,
  receivedActions,
} from './received-invoices/actions.ts'
export { keptRate } from './received-invoices/rules.ts'
export { findReceivedByUuid, listSupplierAccounts, type Received, receivedTable } from './received-invoices/store.ts'
export { type ImportWarning, ImportWarnings } from './received-invoices/warnings.ts'
