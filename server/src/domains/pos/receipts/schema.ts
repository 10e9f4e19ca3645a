/** The wire shape of receipts. */
import { Type } from 'typebox'
import { OneOf, Shape, type Static, Uuid } from '../../../contract/schema.ts'
import { LanguageName, PaperQuery } from '../../../printing/files.ts'

const receiptKinds = ['simplified_tax_document', 'tax_document', 'receipt'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

/** What most printers of 80 mm write. */
export const usualWidth = 42

export const Receipt = Shape({
  object: Type.Literal('pos_receipt'),
  pos_sale_id: Uuid,
  kind: OneOf(receiptKinds),
  width: Type.Integer({ description: 'Characters of a line; no text is longer.' }),
  language: LanguageName,
  lines: Type.Array(
    Shape({
      text: Type.String(),
      align: OneOf(['left', 'center', 'right'] as const),
      is_bold: Type.Boolean(),
    }),
  ),
  livemode: Type.Boolean(),
})
export type Receipt = Static<typeof Receipt>

export const ReceiptQuery = Shape({
  width: Type.Optional(
    Type.Integer({ minimum: 24, maximum: 64, description: `Characters of a line; ${usualWidth} by default.` }),
  ),
  ...PaperQuery.properties,
})
