/** Rules both formats share: the words of a line, how many there may be, in which currency. */
import { isCurrency } from '../lib/currencies.ts'
import { decimal } from '../lib/decimal.ts'
import { limits } from './limits.ts'
import { Unreadable } from './model.ts'
import { cut } from './values.ts'

/** Up to this much in the document's currency a difference is made good by a line, above it only written down. */
export const largestCorrection = decimal(1)

/** The first text that is there; a line without any is still a line. */
export const lineDescription = (texts: readonly string[], number: number): string =>
  cut(texts.find(text => text !== '') ?? '', 500) || `Polozka ${number}`

export function checkLineCount(count: number): void {
  if (count > limits.lines) throw new Unreadable('file_too_large', `The invoice has more than ${limits.lines} lines.`)
}

export function checkCurrency(currency: string, uuid: string): void {
  if (isCurrency(currency)) return
  const detail = currency === '' ? 'The invoice names no currency.' : `The currency ${cut(currency, 10)} is not known.`
  throw new Unreadable('currency_not_supported', detail, uuid)
}
