/** The wire shapes of what invoices come to, issued and received alike. */
import { Type } from 'typebox'
import { DateText, Decimal, described, Nullable, Shape } from '../../../contract/schema.ts'

/** Of one currency; different ones are never added up. */
export const summedFields = {
  currency: Type.String({ description: 'ISO 4217. Different currencies are never added up.' }),
  count: Type.Integer({ description: 'Of the documents that the amounts are the sum of.' }),
  excl_vat: Decimal,
  vat: Decimal,
  incl_vat: Decimal,
  remaining: described<string>(Decimal, 'What is still to be paid: the sum of their `amount_remaining`.'),
  draft_count: Type.Integer({ description: 'Of drafts. They are in none of the amounts.' }),
  cancelled_count: Type.Integer({ description: 'Of cancelled documents. They are in none of the amounts.' }),
}

export const summedPeriod = {
  date_from: Nullable(described<string>(DateText, 'The first day of issue that was asked for, or the default.')),
  date_to: Nullable(described<string>(DateText, 'The last one.')),
}

export const summedDays = {
  date_from: Type.Optional(
    described<string>(
      DateText,
      'The first day of issue; by default the first of the month eleven months before `date_to`. At most three years. ' +
        'Where only open documents are asked for, there is neither a default nor a limit.',
    ),
  ),
  date_to: Type.Optional(described<string>(DateText, 'The last day of issue; by default today.')),
}

export const summedBy =
  'By the day of issue, as the list is filtered. Drafts and cancelled documents are in none of the amounts, but are ' +
  'counted beside them.'

export const SumsOf = <Fields extends Parameters<typeof Shape>[0]>(fields: Fields) =>
  Shape({ ...summedPeriod, data: Type.Array(Shape({ ...fields }), { description: 'One for each currency.' }) })
