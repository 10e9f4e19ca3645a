/** The tables of an invoice in words: its lines, its packaging, its VAT. Pure. */

import { homeCurrency } from '../../../lib/currencies.ts'
import { type Decimal, decimal, plain, sum } from '../../../lib/decimal.ts'
import type { Column, Table, TitledTable } from '../../../printing/paper.ts'
import { type Language, moneyText, numberText, priceText } from '../../../printing/words.ts'
import type { VatExemption } from '../../core/index.ts'
import type { InvoiceLineRow } from '../invoices/store.ts'
import { type Amounts, type DepositFacts, depositsOf, type RateFacts } from './amounts.ts'
import { type InvoiceFacts, soldLines } from './facts.ts'
import { exemptionText, wordsOf } from './words.ts'

/** Which mark stands for which reason, in the order they come. */
type ReasonMarks = Map<VatExemption, string>

const marks = ['¹', '²', '³', '⁴'] as const

function reasonMarks(facts: InvoiceFacts): ReasonMarks {
  const reasons = soldLines(facts).flatMap(({ vat_exemption }) => vat_exemption ?? [])
  return new Map([...new Set(reasons)].map((reason, index) => [reason, marks[index]!]))
}

/** One sentence for every mark. */
export const remarksOf = (facts: InvoiceFacts, language: Language): string[] =>
  [...reasonMarks(facts)].map(([reason, mark]) => `${mark} ${exemptionText(reason, language)}`)

const rightColumn = (title: string, width: number): Column => ({ title, width, align: 'right' })

interface LineColumn extends Column {
  cell(line: InvoiceLineRow): string
}

export function linesTable(facts: InvoiceFacts, language: Language): Table {
  const words = wordsOf(language)
  const lines = soldLines(facts)
  const amount = (text: string) => moneyText(decimal(text), language)
  const percents = (text: string) => numberText(text, language)
  const reasons = reasonMarks(facts)
  const markOf = ({ vat_exemption }: InvoiceLineRow) => (vat_exemption === null ? '' : reasons.get(vat_exemption)!)
  const right = (title: string, width: number, cell: LineColumn['cell']) => ({ ...rightColumn(title, width), cell })
  const hasDiscount = lines.some(({ discount_pct }) => discount_pct !== null)
  const columns: LineColumn[] = [
    { title: words.description, align: 'left', cell: ({ description }) => description },
    right(words.quantity, 58, line => quantityText(line, language)),
    right(words.unitPrice, 58, ({ unit_price }) => priceText(unit_price, language)),
    ...(hasDiscount
      ? [right(words.discount, 42, ({ discount_pct }) => (discount_pct ? `${percents(discount_pct)}\u00a0%` : ''))]
      : []),
    ...(facts.isVatPayer
      ? [
          right(words.vatRate, 36, line => `${percents(line.vat_rate_pct)}${markOf(line)}`),
          right(words.base, 62, ({ excl_vat }) => amount(excl_vat)),
          right(words.vat, 56, ({ vat }) => amount(vat)),
        ]
      : []),
    right(words.total, 66, ({ incl_vat }) => amount(incl_vat)),
  ]
  return {
    columns: columns.map(({ cell: _, ...column }) => column),
    rows: lines.map(line => columns.map(({ cell }) => cell(line))),
  }
}

/** A long unit goes under its quantity. */
const quantityText = ({ quantity, unit_symbol }: InvoiceLineRow, language: Language): string =>
  unit_symbol === null
    ? numberText(quantity, language)
    : `${numberText(quantity, language)}${unit_symbol.length > 8 ? ' ' : '\u00a0'}${unit_symbol}`

/** Returnable packaging with its deposits: no part of the base. */
export function depositsTable(facts: InvoiceFacts, language: Language): TitledTable | null {
  const words = wordsOf(language)
  const deposits = depositsOf(facts)
  if (deposits.length === 0) return null
  const cells = ({ name, pieces, each, total }: DepositFacts): string[] => [
    name,
    numberText(plain(pieces), language),
    priceText(plain(each), language),
    moneyText(total, language),
  ]
  return {
    title: facts.isVatPayer ? `${words.deposits} (${words.outsideVat})` : words.deposits,
    table: {
      columns: [
        { title: words.packaging, align: 'left' },
        rightColumn(words.pieces, 70),
        rightColumn(words.depositEach, 80),
        rightColumn(words.total, 66),
      ],
      rows: deposits.map(cells),
      foot: [words.depositsTotal, '', '', moneyText(sum(deposits.map(({ total }) => total)), language)],
    },
  }
}

/** Base, tax and total per rate and reason; in another currency also what the tax office is told, in crowns. */
export function recapitulation(facts: InvoiceFacts, rates: readonly RateFacts[], language: Language): TitledTable {
  const words = wordsOf(language)
  const reasons = reasonMarks(facts)
  const isConverted = rates.some(({ home }) => home !== undefined)
  const cells = ({ base, vat, total }: Amounts) => [base, vat, total].map((each: Decimal) => moneyText(each, language))
  const inCurrency = (of: string) =>
    [words.base, words.vat, words.total].map(title => rightColumn(`${title} ${of}`, 76))
  const markOf = ({ exemption }: RateFacts) => (exemption === null ? '' : reasons.get(exemption)!)
  return {
    title: words.recapitulation,
    table: {
      columns: [
        rightColumn(words.rate, 50),
        ...inCurrency(facts.invoice.currency),
        ...(isConverted ? inCurrency(homeCurrency) : []),
      ],
      rows: rates.map(rate => [
        `${numberText(rate.ratePct, language)}\u00a0%${markOf(rate)}`,
        ...cells(rate),
        ...(rate.home ? cells(rate.home) : []),
      ]),
    },
  }
}
