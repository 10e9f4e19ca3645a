/** Packaging returns: list, detail, by own reference, create, cancel. */
import { Type } from 'typebox'
import type { ProblemRow } from '../../../../contract/problems.ts'
import { DateText, ExternalRefText, OnConflict, Shape, SomeOf, Uuid } from '../../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../../db/sql.ts'
import type { WriteContext } from '../../../../kernel/context.ts'
import { documentList, documentReads, kindOf } from '../../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../../kernel/endpoint.ts'
import { carriesReference } from '../../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../../kernel/filters.ts'
import { createOnce } from '../../../../kernel/record.ts'
import { containing } from '../../../../lib/search-text.ts'
import { changedLevels, type LevelRow } from '../../../stock/index.ts'
import { addReturn } from './actions.ts'
import { returnActions } from './cancelling.ts'
import { returns } from './document.ts'
import { returnEffects } from './effects.ts'
import { PackagingReturn, ReturnCreate, returnStatuses } from './schema.ts'

const filters = Shape({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
  status: Type.Optional(SomeOf(returnStatuses)),
  partner_id: Type.Optional(Uuid),
  warehouse_id: Type.Optional(Uuid),
  cash_desk_id: Type.Optional(Uuid),
  session_id: Type.Optional(Uuid),
  pos_sale_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Of the packaging.' })),
  date_from: Type.Optional(DateText),
  date_to: Type.Optional(DateText),
  external_ref: Type.Optional(ExternalRefText),
})

const holds = (bookId: string, itemId: string): Sql => sql`r.id = any (array(
  select return_id
    from packaging_return_lines
   where book_id = ${bookId} and item_id = ${itemId})) ${unprepared}`

const list = documentList(returns, {
  description: 'Without lines.',
  filters,
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    status: isAnyOf(sql`r.status`),
    partner_id: is(sql`r.partner_id`),
    warehouse_id: is(sql`r.warehouse_id`),
    cash_desk_id: is(sql`r.cash_desk_id`),
    session_id: is(sql`r.session_id`),
    pos_sale_id: is(sql`r.pos_sale_id`),
    item_id: id => holds(bookId, id),
    ...betweenDays(sql`r.date`),
    external_ref: text => carriesReference(bookId, 'packaging_return', text),
  }),
})

function placeFaults({ warehouse_id, cash_desk_id }: Record<string, unknown>): ProblemRow[] {
  if ((warehouse_id === undefined) !== (cash_desk_id === undefined)) return []
  const message = 'Exactly one of warehouse_id, cash_desk_id must be sent.'
  return [{ field: 'warehouse_id', code: 'exactly_one_of', message }]
}

const create = defineEndpoint({
  id: 'packagingReturns.create',
  method: 'POST',
  path: '/packaging-returns',
  summary: 'Create a packaging return',
  description:
    'Receives the empties at no price and takes them off the balance; with `refund` their deposit is paid out. ' +
    'Needs finance:write with a refund, and pos:write at a cash desk.',
  access: returns.access.write,
  query: Shape({ on_conflict: OnConflict }),
  body: ReturnCreate,
  bodyErrors: placeFaults,
  returns: { status: 201, schema: PackagingReturn, etag: true },
  errors: [
    'external_ref_conflict',
    'no_lines',
    'system_warehouse',
    'conflict',
    'account_required',
    'payment_method_not_supported',
    'invalid_amount',
    'payment_amount_mismatch',
    'packaging_return_exceeds_balance',
    'inventory_locked',
    'excise_reported',
  ],
  emits: [
    'goods_receipt.created',
    'goods_receipt.confirmed',
    'cashflow.created',
    'cashflow.paid',
    'stock_level.changed',
  ],
  effects: returnEffects,
  async handle({ body, query }, ctx: WriteContext) {
    const levels: LevelRow[] = []
    const make = async () => {
      const made = await addReturn(ctx, body)
      levels.push(...made.levels)
      return made.row
    }
    const kind = { ...kindOf(returns), family: 'packaging_return' }
    const reply = await createOnce(ctx, kind, { ref: body.external_ref, onConflict: query.on_conflict, make })
    return { ...reply, effects: { ...changedLevels(ctx, levels), balances: reply.body.balances ?? [] } }
  },
})

export const returnEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(returns),
  ...returnActions.endpoints,
]
