/** The wire shapes of packaging statements and of the summary of a year. */
import { Type } from 'typebox'
import { DateText, Decimal, described, Shape, type Static } from '../../../../contract/schema.ts'
import { ItemRef, NamedRef } from '../../../stock/index.ts'
import { DepositRef } from '../balances/schema.ts'
import { PackagingMovement } from '../movements/schema.ts'

const moved = {
  dispatched: described<string>(Decimal, 'Pieces that went out, less what was reversed of them.'),
  returned: described<string>(Decimal, 'Pieces that came back, less what was reversed of them.'),
  adjusted: described<string>(Decimal, 'Signed.'),
}

export const StatementRow = Shape({
  deposit: DepositRef,
  item: ItemRef,
  deposit_amount: described<string>(Decimal, 'Of one piece.'),
  opening_pieces: Decimal,
  ...moved,
  closing_pieces: described<string>(Decimal, 'opening_pieces + dispatched - returned + adjusted.'),
  closing_total: Decimal,
})

export const PackagingStatement = Shape({
  object: Type.Literal('packaging_statement'),
  partner: NamedRef,
  date_from: DateText,
  date_to: DateText,
  rows: Type.Array(StatementRow),
  movements: Type.Array(PackagingMovement, { description: 'Of these days, by date.' }),
  totals: Shape({ opening_total: Decimal, closing_total: Decimal }),
  currency: Type.String({ description: 'ISO 4217.' }),
  livemode: Type.Boolean(),
})
export type PackagingStatement = Static<typeof PackagingStatement>

export const PackagingSummary = Shape({
  object: Type.Literal('packaging_summary'),
  item: ItemRef,
  deposit: DepositRef,
  ...moved,
  net: described<string>(Decimal, 'dispatched - returned + adjusted.'),
  net_total: described<string>(Decimal, 'Times the deposit.'),
  currency: Type.String(),
  livemode: Type.Boolean(),
})
export type PackagingSummary = Static<typeof PackagingSummary>

export const periodFields = {
  date_from: described<string>(DateText, 'The first day, by the date of the movement.'),
  date_to: described<string>(DateText, 'The last day.'),
}
