/** A packaging return in words. Pure. */
import { decimal } from '../../../../lib/decimal.ts'
import { looksOf, withValues } from '../../../../printing/looks.ts'
import type { Paper, Table } from '../../../../printing/paper.ts'
import { dayText, type Language, moneyText, numberText } from '../../../../printing/words.ts'
import { crossesBorder, footerOf, partyBlock } from '../../../sales/index.ts'
import type { PackagingReturn, ReturnLine } from '../returns/store.ts'
import type { PaperParties } from './store.ts'
import { amountText, wordsOf } from './words.ts'

export interface ReturnFacts extends PaperParties {
  row: PackagingReturn
  lines: readonly ReturnLine[]
  isLive: boolean
}

export function returnPaper(facts: ReturnFacts, language: Language): Paper {
  const { row, supplier, customer } = facts
  const words = wordsOf(language)
  const style = { language, showsCountry: crossesBorder(supplier, customer) }
  return {
    language,
    ...looksOf(facts),
    title: words.packagingReturn,
    number: row.number,
    subtitle: null,
    mark: row.status === 'cancelled' ? words.cancelled : null,
    parties: [
      partyBlock(supplier, words.supplier, style),
      ...(customer ? [partyBlock({ ...customer, name: row.partner_name! }, words.receivedFrom, style)] : []),
    ],
    facts: [
      withValues([
        { label: words.date, value: dayText(row.date, language), isStrong: true },
        { label: words.warehouse, value: row.warehouse_name },
      ]),
      withValues([
        { label: words.cashDesk, value: row.cash_desk_name },
        { label: words.paidOut, value: row.refund_method && words.methods[row.refund_method] },
      ]),
    ],
    lead: null,
    lines: linesTable(facts, language),
    remarks: row.refund_method === null ? [words.notPaid] : [],
    deposits: null,
    recapitulation: null,
    totals: totalsOf(facts, language),
    code: null,
    notes: row.notes ? [row.notes] : [],
    signatures: [words.handedOver, words.takenOver],
    footer: footerOf(supplier, facts.isLive, language),
    author: supplier.name,
    changedAt: row.updated_at,
  }
}

function linesTable({ lines }: ReturnFacts, language: Language): Table {
  const words = wordsOf(language)
  return {
    columns: [
      { title: words.code, width: 80, align: 'left' },
      { title: words.packaging, align: 'left' },
      { title: words.pieces, width: 60, align: 'right' },
      { title: words.depositEach, width: 90, align: 'right' },
      { title: words.total, width: 90, align: 'right' },
    ],
    rows: lines.map(line => [
      line.deposit_code,
      line.deposit_name,
      numberText(line.pieces, language),
      moneyText(decimal(line.deposit_amount), language),
      moneyText(decimal(line.total), language),
    ]),
  }
}

export function totalsOf({ row }: Pick<ReturnFacts, 'row'>, language: Language): Paper['totals'] {
  const words = wordsOf(language)
  const amount = (text: string) => amountText(text, row.currency, language)
  const deposit = { label: words.depositTotal, value: amount(row.total_deposit) }
  if (row.refund_amount === null) return [{ ...deposit, isStrong: true }]
  const rounding = decimal(row.total_rounding).eq(0)
    ? []
    : [{ label: words.rounding, value: amount(row.total_rounding) }]
  return [deposit, ...rounding, { label: words.toPay, value: amount(row.refund_amount), isStrong: true }]
}
