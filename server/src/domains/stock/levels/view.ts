/** Stock levels as the wire shows them. */

import { Type } from 'typebox'
import { Decimal, InstantText, Shape, type Static, UnitRef } from '../../../contract/schema.ts'
import { decimal, moneyText, plain } from '../../../lib/decimal.ts'
import { unitOf } from '../../core/index.ts'
import { ItemRef, NamedRef } from '../documents/schema.ts'
import type { LevelRow, NamedRow } from './store.ts'

export const StockLevel = Shape({
  object: Type.Literal('stock_level'),
  item: ItemRef,
  warehouse: NamedRef,
  quantity: Type.Unsafe<string>({ ...Decimal, description: "On hand, in the item's unit." }),
  reserved_quantity: Type.Unsafe<string>({ ...Decimal, description: 'Held for orders; 0 on a past day.' }),
  available_quantity: Type.Unsafe<string>({ ...Decimal, description: 'quantity - reserved_quantity.' }),
  value: Type.Unsafe<string>({ ...Decimal, description: 'The FIFO cost of the quantity.' }),
  unit: UnitRef,
  livemode: Type.Boolean(),
  updated_at: InstantText,
})
export type StockLevel = Static<typeof StockLevel>

/** Item, warehouse and unit of any stock row. */
export const namesOf = (row: NamedRow) => ({
  item: { id: row.item_id, code: row.item_code, name: row.item_name },
  warehouse: { id: row.warehouse_id, name: row.warehouse_name },
  unit: unitOf(row),
})

export const levelView = (level: LevelRow, livemode: boolean): StockLevel => ({
  object: 'stock_level',
  ...namesOf(level),
  quantity: level.quantity,
  reserved_quantity: level.reserved_quantity,
  available_quantity: plain(decimal(level.quantity).minus(level.reserved_quantity)),
  value: moneyText(level.value),
  livemode,
  updated_at: level.updated_at,
})
