/** Problems of partners, documents with lines, payments, amounts and currencies. */
import { Type } from 'typebox'
import { Decimal, described, Shape } from '../schema.ts'
import { defineProblem, existingId, reasonMembers } from './define.ts'

export const salesFinanceProblems = {
  duplicate_ico: defineProblem({
    status: 409,
    title: 'Business id already used',
    explanation:
      'Another partner of the same country has this ico, and a business id belongs to one partner only. A partner ' +
      "without a country counts as one of the account's country.",
    cure: 'Use the partner in existing_id (its name is in existingName), or correct the ico or the country.',
    members: Shape({
      existingName: Type.String({ description: 'Name of the partner that has the ico' }),
      existing_id: existingId,
    }),
  }),
  account_required: defineProblem({
    status: 422,
    title: 'Finance account missing',
    explanation: 'There is no default finance account for the payment method of the document, and none was sent.',
    cure: 'Send account_id from GET /finance-accounts, or set a default account in the application settings.',
  }),
  currency_not_supported: defineProblem({
    status: 422,
    title: 'Currency not supported',
    explanation:
      'The currency is not a known ISO 4217 code, or no active finance account or cash desk of the account uses it.',
    cure: 'Send a supported currency, or open a finance account in that currency in the application.',
  }),
  invalid_amount: defineProblem({
    status: 422,
    title: 'Invalid amount',
    explanation: 'The amount of money is zero, negative or has more than 2 decimal places.',
    cure: 'Send an amount greater than 0 with at most 2 decimal places, as a string.',
  }),
  missing_exchange_rate: defineProblem({
    status: 422,
    title: 'Exchange rate missing',
    explanation:
      'The document is in a foreign currency and has no exchange rate, so its value in the books is unknown.',
    cure: 'Set exchange_rate on the document with a PATCH, then run the action again.',
  }),
  no_lines: defineProblem({
    status: 422,
    title: 'Document without lines',
    explanation: 'The document has no lines, so it cannot be confirmed, issued, sold or imported.',
    cure: 'Add at least one line, then send the request again.',
    members: Shape(reasonMembers),
  }),
  overpay: defineProblem({
    status: 422,
    title: 'Payment exceeds the remaining amount',
    explanation:
      'The payment is higher than the remaining amount of the document, or more would leave the drawer than is in it.',
    cure: 'Send at most amount_remaining; a payment without amount pays exactly the rest.',
    members: Shape({ ...reasonMembers, amount_remaining: described<string>(Decimal, 'The most that can be sent') }),
  }),
}
