/** Cash-flow documents: list, detail, create, actions. */
import { Type } from 'typebox'
import { DateText, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { sql, unprepared } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { is } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { addCashflow, cashflowActions } from './actions.ts'
import { cashflows } from './document.ts'
import { CashflowCreate, cashflowStatuses, cashflowTypes } from './schema.ts'

const filters = Shape({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the description.' }),
  ),
  type: Type.Optional(OneOf(cashflowTypes)),
  status: Type.Optional(OneOf(cashflowStatuses)),
  partner_id: Type.Optional(Uuid),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
})

export const cashflowEndpoints: readonly Endpoint[] = [
  documentList(cashflows, {
    filters,
    rules: () => ({
      search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
      type: is(sql`r.type`),
      status: is(sql`r.status`),
      partner_id: is(sql`r.partner_id`),
      date_from: day => sql`r.date >= ${day}::date`,
      date_to: day => sql`r.date <= ${day}::date`,
    }),
  }),
  documentCreate(cashflows, {
    description: 'Confirmed at once unless `status` says otherwise.',
    body: CashflowCreate,
    errors: ['invalid_amount', 'currency_not_supported'],
    run: addCashflow,
  }),
  ...documentReads(cashflows),
  ...cashflowActions.endpoints,
]
