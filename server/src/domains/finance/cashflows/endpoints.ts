/** Cash-flow documents: list, detail, create, actions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { DateText, OneOf, Shape, Uuid } from '../../../contract/schema.ts'
import { plannedAnew, sql } from '../../../db/sql.ts'
import { defineActions } from '../../../kernel/actions.ts'
import type { RecordContext } from '../../../kernel/context.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet, ofPath } from '../../../kernel/record.ts'
import { containing } from '../../../lib/search-text.ts'
import { addCashflow, cancelCashflow, cashflowView, confirmCashflow, markPaid, revertPayment } from './actions.ts'
import { Cashflow, CashflowCreate, cashflowStatuses, cashflowTypes, cashflowWorkflow, openActions } from './schema.ts'
import { type CashflowRow, findCashflow, listCashflows } from './store.ts'

const read = { scopes: ['finance:read'] } as const
const write = { scopes: ['finance:write'] } as const

const shown = async (cashflow: CashflowRow, { account }: RecordContext) => ({
  body: cashflowView(cashflow, account.book.isLive),
  version: cashflow.version,
})

const cashflows = {
  id: 'cashflows',
  path: '/cashflows',
  name: 'a cash-flow document',
  object: 'cashflow',
  read,
  schema: Cashflow,
  find: findCashflow,
  show: shown,
} as const

const cashflowOfPath = ofPath(cashflows)

const list = defineList({
  id: 'cashflows.list',
  path: '/cashflows',
  summary: 'List cash-flow documents',
  access: read,
  filters: Shape({
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number or words.' })),
    type: Type.Optional(OneOf(cashflowTypes)),
    status: Type.Optional(OneOf(cashflowStatuses)),
    partner_id: Type.Optional(Uuid),
    date_from: Type.Optional(DateText),
    date_to: Type.Optional(DateText),
  }),
  record: Cashflow,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, {
      search: words => sql`r.search_text like ${containing(words)} ${plannedAnew}`,
      type: is(sql`r.type`),
      status: is(sql`r.status`),
      partner_id: is(sql`r.partner_id`),
      date_from: day => sql`r.date >= ${day}::date`,
      date_to: day => sql`r.date <= ${day}::date`,
    })
    return listCashflows(ctx.db, ctx.account.book.id, [...where, ...conditions], page)
  },
  view: (row, ctx) => cashflowView(row, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'cashflows.create',
  method: 'POST',
  path: '/cashflows',
  summary: 'Create a cash-flow document',
  description: 'Confirmed at once unless status says otherwise.',
  access: write,
  body: CashflowCreate,
  returns: { status: 201, schema: Cashflow, etag: true },
  errors: ['invalid_amount', 'currency_not_supported'],
  async handle({ body }, ctx) {
    const cashflow = await addCashflow(ctx, body)
    return { ...(await shown(cashflow, ctx)), location: locationOf('cashflow', cashflow.id) }
  },
})

export const cashflowEndpoints: readonly Endpoint[] = [
  list,
  create,
  defineGet(cashflows),
  ...defineActions({
    id: 'cashflows',
    path: '/cashflows/{id}',
    name: 'a cash-flow document',
    access: write,
    workflow: cashflowWorkflow,
    record: cashflowOfPath,
    allowed: openActions,
    returns: Cashflow,
    run: {
      confirm: async (ctx, cashflow) => shown(await confirmCashflow(ctx, cashflow), ctx),
      mark_paid: async (ctx, cashflow, body) => shown(await markPaid(ctx, cashflow, body), ctx),
      revert_payment: async (ctx, cashflow) => shown(await revertPayment(ctx, cashflow), ctx),
      cancel: async (ctx, cashflow) => shown(await cancelCashflow(ctx, cashflow), ctx),
    },
  }),
]
