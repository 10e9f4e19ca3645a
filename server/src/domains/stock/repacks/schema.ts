/** The wire shapes of repacks. */
import { Type } from 'typebox'
import {
  DateText,
  ExternalRef,
  InstantText,
  mostLines,
  Nullable,
  OneOf,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  Uuid,
} from '../../../contract/schema.ts'
import { defineWorkflow } from '../../../contract/workflow.ts'
import { NamedRef } from '../documents/schema.ts'

export const repackWorkflow = defineWorkflow({
  object: 'repack',
  states: ['draft', 'confirmed', 'cancelled'],
  initial: 'draft',
  actions: {
    confirm: {
      from: ['draft'],
      to: 'confirmed',
      summary: 'Posts both documents; the cost of what goes in is shared by what comes out.',
      errors: ['inventory_locked', 'excise_reported', 'reserved_by_other', 'conflict'],
    },
    cancel: {
      from: ['confirmed'],
      to: 'cancelled',
      summary: 'Takes both documents back. Refused when something of what came out was already issued.',
      errors: ['inventory_locked', 'excise_reported', 'receipt_has_allocations'],
    },
  },
})

export const Repack = Shape({
  object: Type.Literal('repack'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(['draft', 'confirmed', 'cancelled']),
  date: DateText,
  warehouse: NamedRef,
  stock_issue_id: Type.Unsafe<string>({ ...Uuid, description: 'What goes in.' }),
  goods_receipt_id: Type.Unsafe<string>({ ...Uuid, description: 'What comes out.' }),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
  allowed_actions: Type.Array(Type.String()),
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type Repack = Static<typeof Repack>

const line = {
  item_id: Uuid,
  quantity: PositiveQuantity,
  unit: UnitInput,
  notes: Type.Optional(Nullable(Text(0, 2000))),
}

export const RepackCreate = Shape({
  warehouse_id: Uuid,
  date: Type.Optional(DateText),
  from: Type.Array(Shape({ ...line, lot_id: Type.Optional(Nullable(Uuid)) }), { minItems: 1, maxItems: mostLines }),
  to: Type.Array(
    Shape({
      ...line,
      lot_number: Type.Optional(Nullable(Text(0, 120))),
      expiry_date: Type.Optional(Nullable(DateText)),
    }),
    { minItems: 1, maxItems: mostLines },
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
})
export type RepackCreate = Static<typeof RepackCreate>
