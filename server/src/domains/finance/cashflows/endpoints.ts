/** Cash-flow documents: list, detail, create, actions. */
import { Type } from 'typebox'
import { DateText, described, OneOf, Shape, SomeOf, type Static, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import { documentCreate, documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { type FilterRules, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { addCashflow, cashflowActions } from './actions.ts'
import { cashflows } from './document.ts'
import { CashflowCreate, cashflowStatuses, cashflowTypes } from './schema.ts'

export const cashflowFilters = Shape({
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or the description.' }),
  ),
  type: Type.Optional(OneOf(cashflowTypes)),
  status: Type.Optional(SomeOf(cashflowStatuses)),
  partner_id: Type.Optional(Uuid),
  account_id: Type.Optional(described<string>(Uuid, 'Those paid into or out of this finance account.')),
  source_id: Type.Optional(
    described<string>(Uuid, 'Those that record payments of this document, such as an invoice: its id in `source`.'),
  ),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
})

/** A document of its own has payments that stand; one that records a payment of another document is that payment. */
const isPaidThrough = (accountId: string): Sql => sql`exists (
  select 1
    from payments y
   where y.book_id = r.book_id and y.account_id = ${accountId} and (y.id = r.payment_id or (
     y.document_id = r.id and y.reverses_id is null and not exists (
       select 1 from payments back where back.book_id = y.book_id and back.reverses_id = y.id))))`

export const cashflowRules: FilterRules<Static<typeof cashflowFilters>> = {
  search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
  type: is(sql`r.type`),
  status: isAnyOf(sql`r.status`),
  partner_id: is(sql`r.partner_id`),
  account_id: isPaidThrough,
  source_id: is(sql`r.source_id`),
  date_from: day => sql`r.date >= ${day}::date`,
  date_to: day => sql`r.date <= ${day}::date`,
}

export const cashflowEndpoints: readonly Endpoint[] = [
  documentList(cashflows, { filters: cashflowFilters, rules: () => cashflowRules }),
  documentCreate(cashflows, {
    description: 'Confirmed at once unless `status` says otherwise.',
    body: CashflowCreate,
    errors: ['invalid_amount', 'currency_not_supported'],
    run: addCashflow,
  }),
  ...documentReads(cashflows),
  ...cashflowActions.endpoints,
]
