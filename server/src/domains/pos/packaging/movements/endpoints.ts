/** GET /packaging-balances/movements: the ledger of packaging. */
import { Type } from 'typebox'
import { DateText, OneOf, Shape, Uuid } from '../../../../contract/schema.ts'
import { sql } from '../../../../db/sql.ts'
import { betweenDays, conditionsOf, is } from '../../../../kernel/filters.ts'
import { defineList } from '../../../../kernel/list.ts'
import { readPackaging } from '../access.ts'
import { movementKinds, PackagingMovement } from './schema.ts'
import { pageMovements } from './store.ts'
import { movementView } from './view.ts'

export const movementsList = defineList({
  id: 'packagingBalances.movements',
  path: '/packaging-balances/movements',
  summary: 'List the movements of returnable packaging',
  description: 'Rows are only ever added: what is undone has a reversal. A balance is their sum.',
  access: readPackaging,
  filters: Shape({
    partner_id: Type.Optional(Uuid),
    item_id: Type.Optional(Uuid),
    deposit_id: Type.Optional(Uuid),
    kind: Type.Optional(OneOf(movementKinds)),
    date_from: Type.Optional(DateText),
    date_to: Type.Optional(DateText),
  }),
  record: PackagingMovement,
  since: 'created',
  select: (ctx, { filters, where }, page) => {
    const asked = conditionsOf(filters, {
      partner_id: is(sql`r.partner_id`),
      item_id: is(sql`r.item_id`),
      deposit_id: is(sql`r.deposit_id`),
      kind: is(sql`r.kind`),
      ...betweenDays(sql`r.date`),
    })
    return pageMovements(ctx.db, { bookId: ctx.account.book.id, where: [...where, ...asked] }, page)
  },
  view: (row, ctx) => movementView(row, ctx.account.book.isLive),
})
