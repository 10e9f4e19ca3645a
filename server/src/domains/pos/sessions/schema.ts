/** The wire shapes of cash desk sessions. */
import { Type } from 'typebox'
import {
  Decimal,
  DecimalWithin,
  described,
  InstantText,
  Money,
  Nullable,
  OneOf,
  Shape,
  type Static,
  Text,
  Uuid,
} from '../../../contract/schema.ts'
import { envelope } from '../../../kernel/document.ts'
import { NamedRef } from '../../stock/index.ts'

export const sessionStatuses = ['open', 'closed'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

const Denomination = Shape({
  value: DecimalWithin({ above: '0', places: 2 }),
  count: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
})
export type Denomination = Static<typeof Denomination>

const counted = (description: string) => Nullable(described<string>(Decimal, description))

export const Session = Shape({
  object: Type.Literal('cash_desk_session'),
  id: Uuid,
  number: Type.String(),
  status: OneOf(sessionStatuses),
  cash_desk: NamedRef,
  currency: Type.String({ description: 'ISO 4217.' }),
  opened_at: InstantText,
  closed_at: Nullable(InstantText),
  opening_float: Decimal,
  expected_float: counted('What should have been in the drawer; null for the first session of a desk.'),
  float_difference: counted('`opening_float` less `expected_float`. It is shown, and posted by `explain_float` alone.'),
  float_explained: Type.Boolean(),
  expected_cash: counted('What should have been in the drawer at the end; null while it is open, as all from here on.'),
  counted_cash: counted('What was in it.'),
  difference: counted('`counted_cash` less `expected_cash`. It was posted when the session was closed.'),
  withdrawn: counted('What was taken out of it at the end.'),
  closing_float: counted('What stayed in it.'),
  denominations: Nullable(Type.Array(Denomination)),
  notes: Nullable(Type.String()),
  ...envelope,
})
export type Session = Static<typeof Session>

const Notes = Type.Optional(Nullable(Text(0, 4000)))

export const SessionCreate = Shape({
  cash_desk_id: Type.Optional(Uuid),
  shop_id: Type.Optional(described<string>(Uuid, 'Instead of the desk, where the shop has one.')),
  opening_float: described<string>(Money, 'What is in the drawer.'),
  notes: Notes,
})
export type SessionCreate = Static<typeof SessionCreate>

const OtherAccount = Type.Optional(
  Nullable(described<string>(Uuid, 'The other account of a transfer: active, in the same currency.')),
)

export const CashBody = Shape({ amount: Decimal, description: Text(1, 500), account_id: OtherAccount })
export type CashBody = Static<typeof CashBody>

export const ExplainBody = Shape({
  description: Type.Optional(Nullable(Text(1, 500))),
  account_id: OtherAccount,
})

export const CloseBody = Shape({
  counted_cash: DecimalWithin({ least: '0' }, 'What is in the drawer.'),
  denominations: Type.Optional(
    Nullable(Type.Array(Denomination, { maxItems: 50, description: 'Coins and notes; together `counted_cash`.' })),
  ),
  withdraw: Type.Optional(
    Nullable(
      Shape(
        { amount: Decimal, account_id: OtherAccount, description: Type.Optional(Nullable(Text(1, 500))) },
        { description: 'Taken out of the drawer after the count.' },
      ),
    ),
  ),
  notes: Notes,
})
export type CloseBody = Static<typeof CloseBody>
