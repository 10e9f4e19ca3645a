/** A packaging return at a cash desk in words: a slip. Pure. */
import { decimal } from '../../../../lib/decimal.ts'
import type { Slip, SlipPart } from '../../../../printing/slip.ts'
import { dayText, type Language, moneyText, numberText, space } from '../../../../printing/words.ts'
import type { Party } from '../../../core/index.ts'
import { type ReturnFacts, totalsOf } from './return-paper.ts'
import { wordsOf } from './words.ts'

export function returnSlip(facts: ReturnFacts, language: Language): Slip {
  const { row, supplier } = facts
  const words = wordsOf(language)
  const center = (text: string, rest: object = {}): SlipPart => ({ text, align: 'center', ...rest })
  return {
    language,
    title: words.packagingReturn,
    number: row.number,
    parts: [
      ...(row.status === 'cancelled' ? [center(words.cancelled, { isBold: true, size: 12 })] : []),
      center(supplier.name, { isBold: true, size: 10 }),
      ...addressOf(supplier, language).map(line => center(line)),
      'space',
      center(`${words.packagingReturn} ${row.number}`, { isBold: true }),
      center([dayText(row.date, language), row.cash_desk_name].filter(Boolean).join(' · ')),
      ...(row.partner_name === null ? [] : [center(row.partner_name)]),
      'rule',
      ...linesOf(facts, language),
      'rule',
      ...totalsOf(facts, language).map(({ label, value, isStrong }) => ({
        text: label,
        value,
        ...(isStrong && { isBold: true, size: 10 }),
      })),
      ...paidBy(facts, language),
      ...(row.notes ? ['space' as const, { text: row.notes }] : []),
      ...(facts.isLive ? [] : ['space' as const, center(words.sandbox)]),
    ],
    author: supplier.name,
    changedAt: row.updated_at,
  }
}

function addressOf({ street, zip, city, ico, dic }: Party, language: Language): string[] {
  const words = wordsOf(language)
  const place = [zip, city].filter(Boolean).join(' ')
  const numbers = [ico && `${words.ico}: ${ico}`, dic && `${words.dic}: ${dic}`].filter(Boolean).join(', ')
  return [[street, place].filter(Boolean).join(', '), numbers].filter(line => line !== '')
}

const linesOf = ({ lines }: ReturnFacts, language: Language): SlipPart[] =>
  lines.flatMap((line): SlipPart[] => [
    { text: line.deposit_name },
    {
      text: `${space.repeat(2)}${numberText(line.pieces, language)}${space}× ${moneyText(decimal(line.deposit_amount), language)}`,
      value: moneyText(decimal(line.total), language),
    },
  ])

function paidBy({ row }: ReturnFacts, language: Language): SlipPart[] {
  const words = wordsOf(language)
  return row.refund_method === null
    ? [{ text: words.notPaid }]
    : [{ text: words.paidOut, value: words.methods[row.refund_method] }]
}
