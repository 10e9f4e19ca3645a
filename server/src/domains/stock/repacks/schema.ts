/** The wire shapes of repacks. */
import { Type } from 'typebox'
import {
  DateText,
  ExternalRef,
  maxLines,
  Nullable,
  OneOf,
  PositiveQuantity,
  Shape,
  type Static,
  Text,
  UnitInput,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { NamedRef } from '../documents/schema.ts'

export const repackStatuses = ['draft', 'confirmed', 'cancelled'] as const

export const Repack = Shape({
  object: Type.Literal('repack'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(repackStatuses),
  date: DateText,
  warehouse: NamedRef,
  stock_issue_id: Type.Unsafe<string>({ ...Uuid, description: 'The inputs.' }),
  goods_receipt_id: Type.Unsafe<string>({ ...Uuid, description: 'The outputs.' }),
  keg_tap_id: Nullable(
    Type.Unsafe<string>({ ...Uuid, description: 'The keg on tap that made it, and alone takes it back.' }),
  ),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
  ...envelope,
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
  from: Type.Array(Shape({ ...line, lot_id: Type.Optional(Nullable(Uuid)) }), { minItems: 1, maxItems: maxLines }),
  to: Type.Array(
    Shape({
      ...line,
      lot_number: Type.Optional(Nullable(Text(0, 120))),
      expiry_date: Type.Optional(Nullable(DateText)),
    }),
    { minItems: 1, maxItems: maxLines },
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
})
export type RepackCreate = Static<typeof RepackCreate>
