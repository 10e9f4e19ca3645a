/** The wire shapes of inventory counts. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  InstantText,
  Nullable,
  OneOf,
  Patch,
  Shape,
  type Static,
  Text,
  UnitInput,
  UnitRef,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { ItemRef, NamedRef } from '../documents/schema.ts'

export const countStatuses = ['draft', 'running', 'closed', 'cancelled'] as const

export const CountLine = Shape({
  object: Type.Literal('inventory_count_line'),
  id: Uuid,
  item: ItemRef,
  lot_id: Nullable(Uuid),
  lot_number: Nullable(described<string>(Type.String(), 'The label of the layer, where only that is counted.')),
  expiry_date: Nullable(described<string>(DateText, 'Of the layer, where only that is counted.')),
  expected_quantity: Nullable(
    Type.Unsafe<string>({ ...Decimal, description: 'In stock at the end of the day of the count.' }),
  ),
  counted_quantity: Nullable(Decimal),
  difference: Nullable(Type.Unsafe<string>({ ...Decimal, description: 'counted_quantity - expected_quantity.' })),
  unit: UnitRef,
  cost_missing: Type.Boolean({ description: 'A surplus of an item that never had a cost: posted at 0.' }),
  created_at: InstantText,
})
export type CountLine = Static<typeof CountLine>

const fields = {
  object: Type.Literal('inventory_count'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(countStatuses),
  date: DateText,
  warehouse: NamedRef,
  scope: OneOf(['all', 'listed']),
  item_ids: Type.Array(Uuid),
  stock_issue_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The shortages.' })),
  goods_receipt_id: Nullable(Type.Unsafe<string>({ ...Uuid, description: 'The surpluses.' })),
  notes: Nullable(Type.String()),
}

export const CountListed = Shape({ ...fields, ...envelope })
export type CountListed = Static<typeof CountListed>
export const Count = Shape({ ...fields, lines: Type.Array(CountLine), ...envelope })
export type Count = Static<typeof Count>

export const CountCreate = Shape({
  warehouse_id: Uuid,
  date: Type.Optional(
    Type.Unsafe<string>({ ...DateText, description: 'The day whose stock is counted: today by default, never later.' }),
  ),
  scope: Type.Optional(
    Type.Unsafe<'all' | 'listed'>({
      ...OneOf(['all', 'listed']),
      description: '`listed` starts with the item_ids; a line may add another item.',
    }),
  ),
  item_ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })),
  notes: Type.Optional(Nullable(Text(0, 4000))),
})
export type CountCreate = Static<typeof CountCreate>

const counted = DecimalWithin({ least: '0' }, "In the item's unit.")

export const CountLineCreate = Shape({
  item_id: Uuid,
  lot_id: Type.Optional(Nullable(Type.Unsafe<string>({ ...Uuid, description: 'Counts only this layer.' }))),
  counted_quantity: counted,
  unit: UnitInput,
})
export type CountLineCreate = Static<typeof CountLineCreate>

export const CountLinePatch = Patch(Shape({ counted_quantity: Nullable(counted), unit: UnitInput }))
export type CountLinePatch = Static<typeof CountLinePatch>
