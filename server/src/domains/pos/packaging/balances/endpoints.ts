/** GET /packaging-balances: the packaging that is out. */
import { Type } from 'typebox'
import { Shape, Uuid } from '../../../../contract/schema.ts'
import { sql } from '../../../../db/sql.ts'
import { conditionsOf, is } from '../../../../kernel/filters.ts'
import { defineList } from '../../../../kernel/list.ts'
import { readPackaging } from '../access.ts'
import { PackagingBalance } from './schema.ts'
import { pageBalances } from './store.ts'
import { balanceView } from './view.ts'

export const balancesList = defineList({
  id: 'packagingBalances.list',
  path: '/packaging-balances',
  summary: 'List the returnable packaging that partners hold',
  description:
    'One row per partner and deposit that ever moved, zero included; without a partner for those nobody knows. ' +
    'The sum of GET /packaging-balances/movements.',
  access: readPackaging,
  filters: Shape({
    partner_id: Type.Optional(Uuid),
    item_id: Type.Optional(Uuid),
    deposit_id: Type.Optional(Uuid),
    is_open: Type.Optional(Type.Boolean({ description: 'Whether any pieces are out.' })),
    anonymous: Type.Optional(Type.Boolean({ description: 'Whether the row has no partner.' })),
  }),
  record: PackagingBalance,
  select: (ctx, { filters, where }, page) => {
    const asked = conditionsOf(filters, {
      partner_id: is(sql`r.partner_id`),
      item_id: is(sql`r.item_id`),
      deposit_id: is(sql`r.deposit_id`),
      is_open: isOpen => (isOpen ? sql`r.pieces <> 0` : sql`r.pieces = 0`),
      anonymous: isAnonymous => (isAnonymous ? sql`r.partner_id is null` : sql`r.partner_id is not null`),
    })
    return pageBalances(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...asked] }, page)
  },
  view: (row, ctx) => balanceView(row, ctx.account.book.isLive),
})
