/** What an import tells a person to look at before paying. */
import { Type } from 'typebox'
import { described, OneOf, Shape, type Static } from '../../../contract/schema.ts'

const warningCodes = ['supplier_name_differs', 'supplier_account_differs', 'due_before_issue'] as const

export const ImportWarning = Shape(
  {
    code: described<(typeof warningCodes)[number]>(
      OneOf(warningCodes),
      "supplier_name_differs: the supplier's number is known under a different name. " +
        'supplier_account_differs: the document asks for payment to a different account than earlier invoices of the ' +
        'supplier. due_before_issue: the document is due before it is issued. More codes may be added.',
    ),
    message: Type.String({ description: 'What was found and what to do, for people.' }),
  },
  { title: 'ImportWarning' },
)
export type ImportWarning = Static<typeof ImportWarning>

export const ImportWarnings = described<ImportWarning[]>(
  Type.Array(ImportWarning),
  'What looked odd about the imported document, so that somebody checks before paying. It never changes afterwards.',
)
