/** Kegs on tap: those of a desk, tap one, detail, empty, remove, tap again. */
import { Type } from 'typebox'
import { locationOf } from '../../../contract/locations.ts'
import { described, Shape, SomeOf, Uuid } from '../../../contract/schema.ts'
import { sql } from '../../../db/sql.ts'
import type { WriteContext } from '../../../kernel/context.ts'
import { documentReads } from '../../../kernel/document-endpoints.ts'
import { defineEndpoint, type Endpoint } from '../../../kernel/endpoint.ts'
import { conditionsOf, isAnyOf } from '../../../kernel/filters.ts'
import { defineList } from '../../../kernel/list.ts'
import { ofPath } from '../../../kernel/record.ts'
import { changedLevels, levelEffects } from '../../stock/index.ts'
import { type Desk, findDesk } from '../desks/store.ts'
import { tapKeg } from './actions.ts'
import { kegTaps } from './document.ts'
import { tapsAt } from './drawing.ts'
import { KegTap, kegStatuses, TapBody } from './schema.ts'
import { kegTapTable } from './store.ts'
import { kegTapActions } from './transitions.ts'

const path = '/cash-desks/{id}/taps'
const deskOfPath = ofPath<Desk, unknown>({ find: findDesk })

const list = defineList({
  id: 'cashDesks.taps.list',
  path,
  summary: 'List the kegs on tap at a cash desk',
  description: 'Also those that were. A desk with `taps_of` shows the kegs of that desk.',
  access: kegTaps.access.read,
  filters: Shape({
    status: Type.Optional(SomeOf(kegStatuses)),
    item_id: Type.Optional(described<string>(Uuid, 'Of the keg, or of the beer in it.')),
  }),
  record: KegTap,
  parent: deskOfPath,
  select(ctx, { filters, parent, where }, page) {
    const conditions = conditionsOf(filters, {
      status: isAnyOf(sql`r.status`),
      item_id: id => sql`(r.item_id = ${id} or r.base_item_id = ${id})`,
    })
    const of = [sql`r.cash_desk_id = ${tapsAt(parent)}`, ...where, ...conditions]
    return kegTapTable.page(ctx.db, { bookId: ctx.account.book.id, where: of }, page)
  },
  view: (keg, ctx) => kegTaps.show(keg, ctx.account.book.isLive),
})

const create = defineEndpoint({
  id: 'cashDesks.taps.create',
  method: 'POST',
  path,
  summary: 'Tap a keg at a cash desk',
  description:
    'A repack over two warehouses: one keg leaves the warehouse of the desk, its beer lies in the warehouse of what is ' +
    'on tap, at the same value. A desk with `taps_of` taps at that desk.',
  access: kegTaps.access.write,
  body: TapBody,
  returns: { status: 201, schema: KegTap, etag: true },
  errors: ['stale_version', 'conflict', 'item_not_in_stock', 'inventory_locked', 'excise_reported'],
  emits: [
    'stock_issue.created',
    'stock_issue.confirmed',
    'goods_receipt.created',
    'goods_receipt.confirmed',
    'stock_level.changed',
  ],
  effects: levelEffects,
  record: deskOfPath,
  async handle({ record, body }, ctx: WriteContext) {
    const { keg, levels } = await tapKeg(ctx, record, body)
    const reply = await kegTaps.reply(keg, ctx)
    return { ...reply, location: locationOf('keg_tap', keg.id), effects: changedLevels(ctx, levels) }
  },
})

export const kegTapEndpoints: readonly Endpoint[] = [
  list,
  create,
  ...documentReads(kegTaps),
  ...kegTapActions.endpoints,
]
