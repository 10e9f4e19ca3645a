/** The wire shape of the payment code; files have none. */
import { Type } from 'typebox'
import { Shape } from '../../../contract/schema.ts'

export const PaymentCode = Shape({
  object: Type.Literal('payment_code'),
  spayd: Type.String({ description: 'Short Payment Descriptor 1.0, the content of a Czech payment QR code.' }),
  svg: Type.String({ description: 'The same as a QR code in SVG.' }),
  livemode: Type.Boolean(),
})
