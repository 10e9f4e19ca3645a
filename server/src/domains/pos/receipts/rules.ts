/** What a receipt is called by law, and how its lines fit a printer. Pure. */

import { homeCurrency } from '../../../lib/currencies.ts'
import { decimal } from '../../../lib/decimal.ts'
import type { SlipPart } from '../../../printing/slip.ts'
import type { Receipt, ReceiptKind } from './schema.ts'

/** Up to it a tax document may leave the customer out. */
const simplifiedUpTo = decimal(10_000)

/** The limit is in crowns: what is in another currency says all that a tax document has to. */
export function kindOf(of: { isPayer: boolean; hasVatId: boolean; payable: string; currency: string }): ReceiptKind {
  if (!of.isPayer) return 'receipt'
  const isSmall = of.currency === homeCurrency && decimal(of.payable).abs().lte(simplifiedUpTo)
  return isSmall && !of.hasVatId ? 'simplified_tax_document' : 'tax_document'
}

type Line = Receipt['lines'][number]

const lengthOf = (text: string): number => [...text].length

const wordsOf = (text: string): string[] => text.split(/[^\S\u00a0]+/u)

/** Breaks at spaces, and inside a word that is longer than the line. */
function breakAt(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of wordsOf(text).flatMap(long => piecesOf(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (lengthOf(longer) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

function piecesOf(word: string, width: number): string[] {
  const letters = [...word]
  const pieces: string[] = []
  for (let at = 0; at < letters.length; at += width) pieces.push(letters.slice(at, at + width).join(''))
  return pieces
}

const longestWord = (text: string): number => Math.max(...wordsOf(text).map(lengthOf))

/** A part as lines of so many characters; a value stands at the right end of its last line, or under it. */
export function linesOf(part: SlipPart, width: number): Line[] {
  if (part === 'space') return [{ text: '', align: 'left', is_bold: false }]
  if (part === 'rule') return [{ text: '-'.repeat(width), align: 'left', is_bold: false }]
  const { text, value, align = 'left', isBold = false } = part
  const line = (each: string, at: Line['align'] = align): Line => ({ text: each, align: at, is_bold: isBold })
  if (value === undefined)
    return text
      .split('\n')
      .flatMap(each => breakAt(each, width))
      .map(each => line(each))
  const room = width - lengthOf(value) - 1
  // No number is torn apart to make room for another one.
  if (room < Math.max(8, longestWord(text)))
    return [...breakAt(text, width).map(each => line(each)), ...breakAt(value, width).map(each => line(each, 'right'))]
  const broken = breakAt(text, room)
  const last = broken.at(-1)!
  const filled = last + ' '.repeat(width - lengthOf(last) - lengthOf(value)) + value
  return [...broken.slice(0, -1), filled].map(each => line(each))
}
