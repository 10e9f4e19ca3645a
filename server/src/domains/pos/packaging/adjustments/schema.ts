/** The wire shapes of packaging adjustments. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  InstantText,
  Nullable,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../../../stock/index.ts'
import { DepositRef, PackagingBalance } from '../balances/schema.ts'

const adjustmentFields = {
  object: Type.Literal('packaging_adjustment'),
  id: Uuid,
  date: DateText,
  partner: NamedRef,
  reason: Type.String(),
  external_ref: Nullable(ExternalRef),
}

const instants = { livemode: Type.Boolean(), created_at: InstantText, updated_at: InstantText }

export const AdjustmentLine = Shape({
  object: Type.Literal('packaging_adjustment_line'),
  id: described<string>(Uuid, 'Of its movement.'),
  deposit: DepositRef,
  item: ItemRef,
  pieces: described<string>(Decimal, 'Signed.'),
  deposit_amount: described<string>(Decimal, 'Of one piece.'),
})

export const AdjustmentListed = Shape({ ...adjustmentFields, ...instants })
export type AdjustmentListed = Static<typeof AdjustmentListed>

export const PackagingAdjustment = Shape({
  ...adjustmentFields,
  ...instants,
  lines: Type.Array(AdjustmentLine),
  balances: Type.Array(PackagingBalance, { description: 'What is held of its deposits now.' }),
})
export type PackagingAdjustment = Static<typeof PackagingAdjustment>

export const AdjustmentCreate = Shape({
  partner_id: Uuid,
  date: Type.Optional(described<string>(DateText, 'Today by default, and not later.')),
  reason: Text(1, 500),
  lines: Type.Array(
    Shape({
      deposit_id: described<string>(Uuid, 'From GET /deposits, in use or not.'),
      pieces: DecimalWithin(
        { places: 0 },
        'Whole and not zero: above it they are with the partner, below not any more.',
      ),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  external_ref: Type.Optional(ExternalRef),
})
export type AdjustmentCreate = Static<typeof AdjustmentCreate>
