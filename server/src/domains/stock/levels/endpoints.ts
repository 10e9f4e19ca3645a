/** GET /stock-levels: what is on hand, now or on a past day. */
import { Type } from 'typebox'
import { DateText, Shape, Uuid } from '../../../contract/schema.ts'
import { type Sql, sql } from '../../../db/sql.ts'
import { defineList } from '../../../kernel/list.ts'
import { listLevels, listLevelsAsOf } from './store.ts'
import { levelView, StockLevel } from './view.ts'

export const pairFilters = {
  item_id: Type.Optional(Uuid),
  warehouse_id: Type.Optional(Uuid),
}

export function pairConditions(asked: { item_id?: string; warehouse_id?: string }): Sql[] {
  const conditions: Sql[] = []
  if (asked.item_id !== undefined) conditions.push(sql`r.item_id = ${asked.item_id}`)
  if (asked.warehouse_id !== undefined) conditions.push(sql`r.warehouse_id = ${asked.warehouse_id}`)
  return conditions
}

export const stockLevelsList = defineList({
  id: 'stockLevels.list',
  path: '/stock-levels',
  summary: 'List stock on hand by item and warehouse',
  description:
    'One row per item and warehouse that ever had stock, including zero: the sum of all confirmed documents, also ' +
    'those dated after today. With `as_of`, the quantity and value at the end of that day according to all documents ' +
    'known now.',
  access: { scopes: ['stock:read'] },
  filters: Shape({
    ...pairFilters,
    as_of: Type.Optional(Type.Unsafe<string>({ ...DateText, description: 'At the end of this day.' })),
  }),
  record: StockLevel,
  select(ctx, { filters, where }, page) {
    const conditions = [...where, ...pairConditions(filters)]
    const bookId = ctx.account.book.id
    return filters.as_of === undefined
      ? listLevels(ctx.db, { bookId, where: conditions }, page)
      : listLevelsAsOf(ctx.db, { bookId, day: filters.as_of, where: conditions }, page)
  },
  view: (row, ctx) => levelView(row, ctx.account.book.isLive),
})
