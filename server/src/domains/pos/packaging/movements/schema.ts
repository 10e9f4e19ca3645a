/** The wire shape of packaging movements. */
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
  Uuid,
} from '../../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../../../stock/index.ts'

export const movementKinds = ['dispatch', 'sale', 'return', 'refund', 'adjustment', 'reversal'] as const
export type MovementKind = (typeof movementKinds)[number]

export const PackagingMovement = Shape({
  object: Type.Literal('packaging_movement'),
  id: Uuid,
  kind: OneOf(movementKinds),
  date: DateText,
  partner: Nullable(NamedRef),
  item: ItemRef,
  deposit_id: Uuid,
  pieces: described<string>(Decimal, 'Above zero: they went to the partner. Below: they came back.'),
  deposit_amount: described<string>(Decimal, 'Of one piece.'),
  balance_after: described<string>(Decimal, 'What was held then, in the order of posting.'),
  document: Shape({ object: Type.String(), id: Uuid, number: Nullable(Type.String()) }),
  reverses_id: Nullable(described<string>(Uuid, 'The movement this one undoes.')),
  livemode: Type.Boolean(),
  created_at: InstantText,
})
export type PackagingMovement = Static<typeof PackagingMovement>
