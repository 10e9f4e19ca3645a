/** The wire shape of the report of a session. */
import { Type } from 'typebox'
import { Decimal, described, InstantText, Nullable, OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { NamedRef } from '../../stock/index.ts'
import { deskMethods } from '../desks/store.ts'

const reportKinds = ['X', 'Z'] as const

const Count = Type.Integer({ minimum: 0 })
const counted = { count: Count, payable: Decimal }

const Totals = (description: string) =>
  Shape(
    {
      count: Count,
      excl_vat: Decimal,
      vat: Decimal,
      incl_vat: Decimal,
      deposit: Decimal,
      returned: Decimal,
      rounding: Decimal,
      payable: Decimal,
    },
    { description },
  )

export const CashDeskReport = Shape({
  object: Type.Literal('cash_desk_report'),
  kind: Type.Unsafe<(typeof reportKinds)[number]>({
    ...OneOf(reportKinds),
    description: 'X while the session is open; Z once it is closed, kept as it was made.',
  }),
  session_id: Uuid,
  number: Type.String(),
  cash_desk: NamedRef,
  currency: Type.String({ description: 'ISO 4217.' }),
  opened_at: InstantText,
  closed_at: Nullable(InstantText),
  as_of: InstantText,
  first_number: Nullable(Type.String({ description: 'Of its first sale or refund.' })),
  last_number: Nullable(Type.String()),
  sales: Totals('What is not cancelled.'),
  refunds: Totals('What is not cancelled; the amounts are negative.'),
  cancelled: Shape(counted),
  unsettled: Shape({ ...counted, ids: Type.Array(Uuid) }, { description: 'Paid, but not yet in the books.' }),
  offline: Shape(counted),
  rates: Type.Array(Shape({ vat_rate_pct: Decimal, excl_vat: Decimal, vat: Decimal, incl_vat: Decimal }), {
    description: 'Of the documents, refunds taken off; the highest rate first.',
  }),
  payments: Type.Array(Shape({ method: OneOf(deskMethods), count: Count, amount: Decimal }), {
    description: 'Refunds taken off.',
  }),
  cashiers: Type.Array(Shape({ cashier: Nullable(Type.String()), ...counted })),
  packaging_returns: Shape({ count: Count, pieces: Decimal, refund: Decimal }),
  cash: Shape(
    {
      opening_float: Decimal,
      sales: Decimal,
      refunds: Decimal,
      packaging_returns: Decimal,
      cash_in: Decimal,
      cash_out: Decimal,
      other: described<string>(Decimal, 'What else was paid into the drawer or out of it, such as an invoice.'),
      expected: Decimal,
      counted: Nullable(Decimal),
      difference: Nullable(Decimal),
      withdrawn: Nullable(Decimal),
      closing_float: Nullable(Decimal),
    },
    { description: 'Signed: from `opening_float` to `other` it adds up to `expected`.' },
  ),
  livemode: Type.Boolean(),
})
export type CashDeskReport = Static<typeof CashDeskReport>
