/** The wire shapes of packaging returns. */
import { Type } from 'typebox'
import {
  DateText,
  Decimal,
  DecimalWithin,
  described,
  ExternalRef,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../../contract/schema.ts'
import { envelope } from '../../../../kernel/document.ts'
import { paymentMethods } from '../../../finance/index.ts'
import { ItemRef, NamedRef } from '../../../stock/index.ts'
import { DepositRef, PackagingBalance } from '../balances/schema.ts'

export const returnStatuses = ['confirmed', 'cancelled'] as const
export type ReturnStatus = (typeof returnStatuses)[number]

const returnFields = {
  id: Uuid,
  number: Type.String(),
  status: OneOf(returnStatuses),
  date: DateText,
  partner: Nullable(NamedRef),
  cash_desk: Nullable(NamedRef),
  session_id: Nullable(described<string>(Uuid, 'The session that was open at the desk.')),
  warehouse: NamedRef,
  currency: Type.String(),
  totals: Shape({
    pieces: Decimal,
    deposit: described<string>(Decimal, 'Pieces times their deposits.'),
    rounding: described<string>(Decimal, 'What is paid out less the deposit: cash alone is rounded.'),
    refund: described<string>(Decimal, 'Paid out; 0.00 when the pieces only came back.'),
  }),
  refund: Nullable(
    Shape({
      method: OneOf(paymentMethods),
      amount: Decimal,
      account_id: Uuid,
      cashflow_id: Uuid,
    }),
  ),
  goods_receipt_id: Uuid,
  cashflow_id: Nullable(Uuid),
  pos_sale_id: Nullable(described<string>(Uuid, 'The sale the pieces were bought with.')),
  notes: Nullable(Type.String()),
  external_ref: Nullable(ExternalRef),
}

export const PackagingReturnLine = Shape({
  object: Type.Literal('packaging_return_line'),
  id: Uuid,
  deposit: DepositRef,
  item: ItemRef,
  pieces: Decimal,
  deposit_amount: described<string>(Decimal, 'Of one piece.'),
  total: Decimal,
})
export type PackagingReturnLine = Static<typeof PackagingReturnLine>

const head = { object: Type.Literal('packaging_return'), ...returnFields }

export const PackagingReturnListed = Shape({ ...head, ...envelope })

export const PackagingReturn = Shape({
  ...head,
  lines: Type.Array(PackagingReturnLine),
  balances: Type.Optional(
    Type.Array(PackagingBalance, { description: 'With create and cancel alone: what is held of its deposits then.' }),
  ),
  ...envelope,
})
export type PackagingReturn = Static<typeof PackagingReturn>

export const Pieces = DecimalWithin({ above: '0', places: 0 }, 'Whole.')

const maxReturned = 100

export const ReturnCreate = Shape({
  warehouse_id: Type.Optional(described<string>(Uuid, 'Where the empties go; this or cash_desk_id.')),
  cash_desk_id: Type.Optional(described<string>(Uuid, 'Where they are brought to; this or warehouse_id.')),
  partner_id: Type.Optional(
    Nullable(described<string>(Uuid, 'Required with warehouse_id. Inactive partners may still return.')),
  ),
  date: Type.Optional(described<string>(DateText, 'Today by default, and not later.')),
  lines: Type.Optional(
    Type.Array(
      Shape({
        deposit_id: described<string>(Uuid, 'From GET /deposits, in use or not; sent twice, the pieces add up.'),
        pieces: Pieces,
      }),
      { maxItems: maxReturned },
    ),
  ),
  refund: Type.Optional(
    Nullable(
      Shape(
        {
          method: OneOf(paymentMethods),
          account_id: Type.Optional(
            described<string>(Uuid, 'Not at a cash desk, which has its own. By default that of the method.'),
          ),
          amount: Type.Optional(described<string>(Decimal, 'Refused unless it is what the return comes to.')),
        },
        { description: 'Pays the deposit out. Without it only the pieces move.' },
      ),
    ),
  ),
  pos_sale_id: Type.Optional(
    Nullable(described<string>(Uuid, 'The sale the pieces were bought with; at most those that are left of it.')),
  ),
  notes: Type.Optional(Nullable(Text(0, 4000))),
  external_ref: Type.Optional(ExternalRef),
})
export type ReturnCreate = Static<typeof ReturnCreate>
