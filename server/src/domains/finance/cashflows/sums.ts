/** GET /reports/cashflow: what the documents of a filter come to. */
import { Type } from 'typebox'
import { DataOf, Decimal, described, Shape, Uuid } from '../../../contract/schema.ts'
import { defineEndpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf } from '../../../kernel/filters.ts'
import { cashflowFilters, cashflowRules } from './endpoints.ts'
import { type CashflowSums, runningSums, sumCashflows } from './store.ts'

const CashflowSum = Shape({
  object: Type.Literal('cashflow_sum'),
  currency: Type.String({ description: 'ISO 4217.' }),
  income: described<string>(Decimal, 'Of documents by which money comes in.'),
  expense: described<string>(Decimal, 'Of documents by which money goes out.'),
  difference: described<string>(Decimal, 'Income less expense.'),
  paid: described<string>(Decimal, 'What of the difference has been paid so far.'),
  count: Type.Integer({ description: 'Of documents.' }),
  running: Type.Optional(
    Type.Array(Shape({ id: Uuid, difference: Decimal }), {
      description:
        'Of each document asked for by `document_ids`: the difference of all up to it, itself included, in the order they were created.',
    }),
  ),
})

const query = Shape({
  ...cashflowFilters.properties,
  document_ids: Type.Optional(
    Type.Array(Uuid, {
      maxItems: 200,
      description: 'Documents of the filter, such as a page of the list: the answer has the running sum at each.',
    }),
  ),
})

export const cashflowSums = defineEndpoint({
  id: 'reports.cashflow',
  method: 'GET',
  path: '/reports/cashflow',
  summary: 'Show what cash-flow documents come to',
  description: 'The confirmed ones of the same filter as that of the list, by currency.',
  access: { scopes: ['finance:read'] },
  query,
  returns: { status: 200, schema: DataOf(CashflowSum) },
  errors: [],
  isOfOneMoment: true,
  async handle({ query: { document_ids: ids, ...filter } }, { caller, db }) {
    const where = conditionsOf(filter, cashflowRules)
    const sums = await sumCashflows(db, caller.book.id, where)
    const reached = ids && (await runningSums(db, caller.book.id, { where, ids }))
    const runningOf = (currency: string) =>
      reached?.filter(each => each.currency === currency).map(({ id, difference }) => ({ id, difference }))
    const viewOf = (sum: CashflowSums) => {
      const running = runningOf(sum.currency)
      return { object: 'cashflow_sum' as const, ...sum, ...(running && { running }) }
    }
    return { body: { data: sums.map(viewOf) } }
  },
})
