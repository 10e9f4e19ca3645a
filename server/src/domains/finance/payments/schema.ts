/** The body of `mark_paid`, the same for every document that is paid. */
import { Type } from 'typebox'
import { DateText, Decimal, Nullable, Shape, type Static, Uuid } from '../../../contract/schema.ts'

export const PaymentBody = Shape(
  {
    paid_at: DateText,
    account_id: Type.Optional(
      Nullable(
        Type.Unsafe<string>({
          ...Uuid,
          description: 'By default the default account of the payment method and currency.',
        }),
      ),
    ),
    amount: Type.Optional(
      Type.Unsafe<string>({
        ...Decimal,
        description: 'By default the remaining amount, rounded to whole crowns for a cash account in CZK.',
      }),
    ),
  },
  // The name it has in types generated from openapi.json.
  { title: 'InvoiceMarkPaid' },
)
export type PaymentBody = Static<typeof PaymentBody>
