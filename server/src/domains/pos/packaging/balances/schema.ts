/** The wire shape of packaging balances. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  described,
  InstantText,
  Nullable,
  Shape,
  type Static,
  Uuid,
} from '../../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../../../stock/index.ts'

export const DepositRef = Shape({ id: Uuid, code: Type.String(), name: Type.String() }, { title: 'DepositRef' })

export const PackagingBalance = Shape({
  object: Type.Literal('packaging_balance'),
  id: Uuid,
  partner: Nullable(NamedRef),
  item: ItemRef,
  deposit: DepositRef,
  deposit_id: Uuid,
  pieces: described<string>(Decimal, 'Held now. Below zero only without a partner: bottles bought elsewhere.'),
  deposit_amount: described<string>(Decimal, 'Of one piece.'),
  deposit_total: described<string>(Decimal, 'Pieces times the deposit.'),
  currency: Type.String({ description: 'ISO 4217.' }),
  last_movement_on: DateText,
  livemode: Type.Boolean(),
  created_at: InstantText,
  updated_at: InstantText,
})
export type PackagingBalance = Static<typeof PackagingBalance>
