/** GET /reports/cashflow: what the documents of a filter come to. */
import { Type } from 'typebox'
import { DataOf, Decimal, described, Shape } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf } from '../../../kernel/filters.ts'
import { cashflowFilters, cashflowRules } from './endpoints.ts'
import { sumCashflows } from './store.ts'

const CashflowSum = Shape({
  object: Type.Literal('cashflow_sum'),
  currency: Type.String({ description: 'ISO 4217.' }),
  income: described<string>(Decimal, 'Of documents by which money comes in.'),
  expense: described<string>(Decimal, 'Of documents by which money goes out.'),
  difference: described<string>(Decimal, 'Income less expense.'),
  paid: described<string>(Decimal, 'What of the difference has been paid so far.'),
  count: Type.Integer({ description: 'Of documents.' }),
})

export const cashflowSums = defineEndpoint({
  id: 'reports.cashflow',
  method: 'GET',
  path: '/reports/cashflow',
  summary: 'Show what cash-flow documents come to',
  description: 'The confirmed ones of the same filter as that of the list, by currency.',
  access: { scopes: ['finance:read'] },
  query: cashflowFilters,
  returns: { status: 200, schema: DataOf(CashflowSum) },
  errors: [],
  async handle({ query }, { caller, db }) {
    const sums = await sumCashflows(db, caller.book.id, conditionsOf(query, cashflowRules))
    return { body: { data: sums.map(sum => ({ object: 'cashflow_sum' as const, ...sum })) } }
  },
})
