/** The wire shapes of kegs on tap. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  InstantText,
  Nullable,
  OneOf,
  Shape,
  type Static,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { ItemRef, NamedRef } from '../../stock/index.ts'

export const kegStatuses = ['tapped', 'removed', 'emptied', 'returned'] as const
export type KegStatus = (typeof kegStatuses)[number]

const tap_number = Type.Integer({ minimum: 1, maximum: 99 })

const itemRef = (description: string) => described<Static<typeof ItemRef>>(ItemRef, description)
const quantity = (description: string) => described<string>(Decimal, description)

export const KegTap = Shape({
  object: Type.Literal('keg_tap'),
  id: Uuid,
  cash_desk: NamedRef,
  tap_number,
  status: OneOf(kegStatuses),
  item: itemRef('The keg.'),
  base_item: itemRef('The beer in it.'),
  unit: described<UnitRef>(UnitRef, "The beer's."),
  lot_id: described<string>(Uuid, 'The layer of beer that is the keg, in the warehouse of what is on tap.'),
  lot_number: Nullable(Type.String()),
  expiry_date: Nullable(DateText),
  quantity: quantity('What it held when it was tapped.'),
  sold_quantity: quantity('Drawn out of stock.'),
  overdrawn_quantity: quantity('Drawn beyond it, at no cost.'),
  wasted_quantity: quantity('What was left when it was emptied.'),
  remaining_quantity: quantity('What is left.'),
  total_cost: quantity('What the keg cost.'),
  remaining_cost: quantity('What the rest is worth.'),
  tapped_at: InstantText,
  ended_at: Nullable(described<string>(InstantText, 'When it was taken off the tap.')),
  repack_id: described<string>(Uuid, 'It took the keg out of stock, and put the beer on tap.'),
  stock_issue_id: Nullable(described<string>(Uuid, 'The waste of an emptied keg.')),
  ...envelope,
})

export const TapBody = Shape({
  tap_number,
  item_id: described<string>(Uuid, 'A base_product with a packaging_type and a base_item_quantity.'),
  lot_id: Type.Optional(Nullable(described<string>(Uuid, 'Takes from exactly this layer; without it FIFO decides.'))),
  tapped_at: Type.Optional(described<string>(InstantText, 'Now by default; not ahead.')),
})
export type TapBody = Static<typeof TapBody>

export const RetapBody = Shape({
  tap_number,
  cash_desk_id: Type.Optional(described<string>(Uuid, 'The desk it was at by default.')),
})
export type RetapBody = Static<typeof RetapBody>
