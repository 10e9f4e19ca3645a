/** What a dry run of issuing shows beside the invoice: where it would be paid to. */
import { Type } from 'typebox'
import type { EffectsSpec } from '../../../contract/effects.ts'
import { Nullable, Shape, type Static } from '../../../contract/schema.ts'
import type { InvoiceParties } from '../parties/store.ts'
import type { Invoice } from './store.ts'

const PayableTo = Shape(
  {
    account_number: Nullable(Type.String({ description: 'As the bank of the country writes it.' })),
    iban: Nullable(Type.String({ description: 'Without one the paper has no payment code.' })),
    bic: Nullable(Type.String({ description: 'Of the bank.' })),
  },
  {
    description:
      'The account on the paper; null when none with a number is set for bank transfers in the currency. Absent when ' +
      'it is paid in cash or by card, and for a credit note.',
  },
)

const IssueEffects = Shape(
  { payable_to: Type.Optional(Nullable(PayableTo)) },
  { title: 'IssueEffects', description: 'What the paper of the invoice would say of its payment.' },
)
export type IssueEffects = Static<typeof IssueEffects>

export const issueEffects: EffectsSpec<IssueEffects> = { scopes: ['sales:read', 'finance:read'], schema: IssueEffects }

/** An account of which nothing is known but its name is none to pay to. */
export function effectsOfIssue(invoice: Invoice, { account }: InvoiceParties): IssueEffects {
  if (invoice.payment_method !== 'bank_transfer' || invoice.document_type !== 'invoice') return {}
  return { payable_to: account?.account_number || account?.iban ? account : null }
}
