/** The wire shapes of papers: the payment code, and files that have none. */
import { Type } from 'typebox'
import { Shape } from '../../../contract/schema.ts'
import { LanguageName } from './words.ts'

/** Bytes: their media type says the rest. */
export const FileBytes = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' })

export const PaperQuery = Shape({
  language: Type.Optional(
    Type.Unsafe<'cs' | 'en'>({ ...LanguageName, description: 'Language of the document; cs by default.' }),
  ),
})

export const PaymentCode = Shape({
  object: Type.Literal('payment_code'),
  spayd: Type.String({ description: 'Short Payment Descriptor 1.0, the content of a Czech payment QR code.' }),
  svg: Type.String({ description: 'The same as a QR code in SVG.' }),
  livemode: Type.Boolean(),
})
