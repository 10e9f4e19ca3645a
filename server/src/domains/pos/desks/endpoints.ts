/** Cash desks: list and detail. They are set up in the account's settings. */
import { Type } from 'typebox'
import { Decimal, described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, is } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { defineGet } from '../../../kernel/record.ts'
import { moneyText } from '../../../lib/decimal.ts'
import { type Desk, deskMethods, deskTable, findDesk } from './store.ts'

const CashDesk = Shape({
  object: Type.Literal('cash_desk'),
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  shop_id: Uuid,
  warehouse_id: described<string>(Uuid, 'What is sold leaves it, empties come into it.'),
  currency: Type.String({ description: 'ISO 4217.' }),
  cash_account_id: described<string>(Uuid, 'The finance account of its drawer.'),
  card_account_id: Nullable(Uuid),
  payment_methods: Type.Array(OneOf(deskMethods)),
  sells_only_in_stock: Type.Boolean({ description: 'A live sale beyond the stock is refused.' }),
  requires_session: Type.Boolean({ description: 'Nothing is sold without an open session.' }),
  cash_rounding: described<string>(Decimal, 'The smallest coin.'),
  categories: Nullable(Type.Array(Type.String(), { description: 'The stock categories sold here; null: all.' })),
  taps_of_id: Nullable(described<string>(Uuid, 'Another desk whose taps it draws from.')),
  tap_tolerance_pct: described<string>(Decimal, 'By how much a keg may give more than it holds.'),
  anonymous_return_limit: described<string>(Decimal, 'The most deposit paid back at once to somebody unknown.'),
  open_session_id: Nullable(Uuid),
  is_active: Type.Boolean(),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
type CashDesk = Static<typeof CashDesk>

const view = (desk: Desk, livemode: boolean): CashDesk => ({
  object: 'cash_desk',
  id: desk.id,
  code: desk.code,
  name: desk.name,
  shop_id: desk.shop_id,
  warehouse_id: desk.warehouse_id,
  currency: desk.currency,
  cash_account_id: desk.cash_account_id,
  card_account_id: desk.card_account_id,
  payment_methods: desk.payment_methods,
  sells_only_in_stock: desk.sells_only_in_stock,
  requires_session: desk.requires_session,
  cash_rounding: moneyText(desk.cash_rounding),
  categories: desk.categories,
  taps_of_id: desk.taps_of_id,
  tap_tolerance_pct: desk.tap_tolerance_pct,
  anonymous_return_limit: moneyText(desk.anonymous_return_limit),
  open_session_id: desk.open_session_id,
  is_active: desk.is_active,
  livemode,
  created_at: desk.created_at,
  updated_at: desk.updated_at,
})

const access = { scopes: ['pos:read'] } as const

const list = defineList({
  id: 'cashDesks.list',
  path: '/cash-desks',
  summary: 'List cash desks',
  access,
  filters: Shape({
    shop_id: Type.Optional(Uuid),
    warehouse_id: Type.Optional(Uuid),
    is_active: Type.Optional(Type.Boolean({ description: 'Only active ones, or only inactive ones.' })),
  }),
  record: CashDesk,
  select(ctx, { filters, where }, page) {
    const conditions = conditionsOf(filters, {
      shop_id: is(sql`r.shop_id`),
      warehouse_id: is(sql`r.warehouse_id`),
      is_active: is(sql`r.is_active`),
    })
    return deskTable.page(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...conditions] }, page)
  },
  view: (desk, ctx) => view(desk, ctx.account.book.isLive),
})

const get = defineGet({
  id: 'cashDesks',
  path: '/cash-desks',
  name: 'a cash desk',
  object: 'cash_desk',
  read: access,
  schema: CashDesk,
  find: findDesk,
  show: async (desk: Desk, { account }) => ({ body: view(desk, account.book.isLive), version: desk.version }),
})

export const deskEndpoints: readonly Endpoint[] = [list, get]
