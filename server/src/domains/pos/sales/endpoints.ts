/** Sales over the counter: list, detail, by own reference, create, actions. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import {
  DateText,
  ExternalRefText,
  OnConflict,
  OneOf,
  Shape,
  SomeOf,
  type Static,
  Uuid,
} from '../../../contract/schema.ts'
import { type Sql, sql, unprepared } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentList, documentReads } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint, type Reply } from '../../../kernel/endpoint.ts'
import { carriesReference, resolveReference } from '../../../kernel/external-refs.ts'
import { betweenDays, is, isAnyOf } from '../../../kernel/filters.ts'
import { containing } from '../../../lib/search-text.ts'
import { paymentMethods } from '../../finance/index.ts'
import { saleErrors } from './body-errors.ts'
import { addSale, type MadeSale } from './creating.ts'
import { sales } from './document.ts'
import { effectsOf, nothingMoved, type SaleEffects, saleEffects } from './effects.ts'
import { SaleCreate, SaleDetail, saleKinds, saleStatuses } from './schema.ts'
import { saleTable } from './store.ts'
import { saleActions } from './transitions.ts'
import { settlingEvents } from './workflow.ts'

const filters = Shape({
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Part of the number.' })),
  status: Type.Optional(SomeOf(saleStatuses)),
  kind: Type.Optional(OneOf(saleKinds)),
  cash_desk_id: Type.Optional(Uuid),
  shop_id: Type.Optional(Uuid),
  session_id: Type.Optional(Uuid),
  partner_id: Type.Optional(Uuid),
  item_id: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'Sales with a line of this item.' })),
  event_id: Type.Optional(Uuid),
  payment_method: Type.Optional(OneOf(paymentMethods)),
  offline: Type.Optional(Type.Boolean()),
  date_from: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'The first sold day.' })),
  date_to: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'The last sold day.' })),
  external_ref: Type.Optional(ExternalRefText),
})

const salesWith = (bookId: string, table: Sql, condition: Sql): Sql => sql`r.id = any (array(
  select sale_id
    from ${table}
   where book_id = ${bookId} and ${condition})) ${unprepared}`

const list = documentList(sales, {
  description: 'Without lines. There are no events of sales: read what changed by `updated_since`.',
  filters,
  rules: bookId => ({
    search: words => sql`r.search_text like ${containing(words)} ${unprepared}`,
    status: isAnyOf(sql`r.status`),
    kind: is(sql`r.kind`),
    cash_desk_id: is(sql`r.cash_desk_id`),
    shop_id: is(sql`r.shop_id`),
    session_id: is(sql`r.session_id`),
    partner_id: is(sql`r.partner_id`),
    item_id: id => salesWith(bookId, sql`pos_sale_lines`, sql`item_id = ${id}`),
    event_id: is(sql`r.event_id`),
    payment_method: method => sql`exists (
      select 1
        from pos_sale_payments m
       where m.book_id = r.book_id and m.sale_id = r.id and m.method = ${method}) ${unprepared}`,
    offline: isOffline => (isOffline ? sql`r.is_offline` : sql`not r.is_offline`),
    ...betweenDays(sql`r.sold_on`),
    external_ref: text => carriesReference(bookId, 'pos_sale', text),
  }),
})

/** Checks of a live sale, in their order; then what is recorded all the same. */
const errors = [
  'external_ref_conflict',
  'shop_required',
  'cash_desk_required',
  'currency_not_supported',
  'unit_not_available',
  'unit_mismatch',
  'quantity_scale',
  'no_lines',
  'conflict',
  'item_not_available_at_pos',
  'payment_method_not_supported',
  'invalid_amount',
  'payment_amount_mismatch',
  'packaging_return_exceeds_balance',
  'inventory_locked',
  'no_keg_tapped',
  'item_not_in_stock',
  'settlement_failed',
] as const

const create = defineEndpoint({
  id: 'posSales.create',
  method: 'POST',
  path: '/pos-sales',
  summary: 'Record a sale over the counter',
  description:
    'Records the sale and settles it: stock, packaging and payments are posted with it. A sale that cannot be settled ' +
    'stays recorded and is answered with 409 `settlement_failed`; send an Idempotency-Key, and `retry_settlement` later. ' +
    'Needs `stock:write` as well when stock moves.',
  access: sales.access.write,
  query: Shape({ on_conflict: OnConflict }),
  body: SaleCreate,
  bodyErrors: saleErrors,
  returns: { status: 201, schema: SaleDetail, etag: true },
  errors,
  emits: () => [...settlingEvents],
  effects: saleEffects,
  // What cannot be settled is given up, and the sale recorded all the same.
  sharing: 'never',
  async handle({ body, query }, ctx: WriteContext) {
    const taken = await resolveReference(ctx, {
      family: 'pos_sale',
      object: 'pos_sale',
      ref: body.external_ref,
      onConflict: query.on_conflict,
    })
    return taken === undefined ? replyWith(ctx, await addSale(ctx, body)) : replyExisting(ctx, taken)
  },
})

type SaleReply = Reply<Static<typeof SaleDetail>, SaleEffects>

async function replyWith(ctx: WriteContext, { row, lines, moved, refusal }: MadeSale): Promise<SaleReply> {
  return {
    ...(await sales.reply(row, ctx, lines)),
    location: locationOf('pos_sale', row.id),
    effects: await effectsOf(ctx, moved),
    ...(refusal && { refusal }),
  }
}

async function replyExisting(ctx: WriteContext, id: string): Promise<SaleReply> {
  const row = await saleTable.get(ctx.tx, ctx.account.book.id, id)
  return {
    ...(await sales.reply(row, ctx)),
    status: 200,
    location: locationOf('pos_sale', id),
    effects: await effectsOf(ctx, nothingMoved),
  }
}

export const saleEndpoints: readonly Endpoint[] = [list, create, ...documentReads(sales), ...saleActions.endpoints]
