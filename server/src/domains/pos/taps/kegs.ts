/** What could be tapped at a desk: full kegs that lie free in its warehouse. */
import { Type } from 'typebox'
import { Decimal, described, InstantText, Shape, type Static, UnitRef, Uuid } from '../../../contract/schema.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { defineList } from '../../../kernel/list.ts'
import { ofPath } from '../../../kernel/record.ts'
import { unitOf } from '../../core/index.ts'
import { ItemRef } from '../../stock/index.ts'
import { type Desk, findDesk } from '../desks/store.ts'
import { kegTaps } from './document.ts'
import { tapsAt } from './drawing.ts'
import { type FreeKeg, isFreeAt, listFreeKegs } from './kegs-store.ts'

const TappableKeg = Shape({
  object: Type.Literal('tappable_keg'),
  id: described<string>(Uuid, 'That of the item.'),
  item: described<Static<typeof ItemRef>>(ItemRef, 'The keg.'),
  base_item: described<Static<typeof ItemRef>>(ItemRef, 'The beer in it.'),
  quantity: described<string>(Decimal, 'What one of them holds.'),
  unit: described<UnitRef>(UnitRef, "The beer's."),
  available_quantity: described<string>(Decimal, 'How many of them lie free in the warehouse of the desk.'),
  livemode: Type.Boolean(),
  updated_at: described<string>(InstantText, 'Of the item; stock changes without it.'),
})
type TappableKeg = Static<typeof TappableKeg>

const list = defineList<object, TappableKeg, FreeKeg, Desk>({
  id: 'cashDesks.kegs.list',
  path: '/cash-desks/{id}/kegs',
  summary: 'List the kegs that could be tapped at a cash desk',
  description:
    'Packaged products of five litres or more that lie free in the warehouse of the desk; with `taps_of` in that of ' +
    'the other desk. Tap one with POST /cash-desks/{id}/taps.',
  access: kegTaps.access.read,
  filters: Shape({}),
  record: TappableKeg,
  parent: ofPath<Desk, unknown>({ find: findDesk }),
  select(ctx, { parent, where }, page) {
    const bookId = ctx.account.book.id
    return listFreeKegs(ctx.db, { bookId, where: [...where, ...isFreeAt(bookId, tapsAt(parent))] }, page)
  },
  view: (keg, ctx) => ({
    object: 'tappable_keg',
    id: keg.id,
    item: { id: keg.id, code: keg.code, name: keg.name },
    base_item: { id: keg.base_item_id, code: keg.base_item_code, name: keg.base_item_name },
    quantity: keg.base_item_quantity,
    unit: unitOf(keg),
    available_quantity: keg.available_quantity,
    livemode: ctx.account.book.isLive,
    updated_at: keg.updated_at,
  }),
})

export const tappableKegEndpoints: readonly Endpoint[] = [list]
