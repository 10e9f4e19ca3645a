/** A packaging statement in words. Pure. */
import { decimal } from '../../../../lib/decimal.ts'
import type { Instant } from '../../../../lib/instants.ts'
import { looksOf } from '../../../../printing/looks.ts'
import type { Column, Paper, Table, TitledTable } from '../../../../printing/paper.ts'
import { dayText, type Language, moneyText, numberText } from '../../../../printing/words.ts'
import { crossesBorder, footerOf, partyBlock } from '../../../sales/index.ts'
import type { PackagingStatement } from '../statements/schema.ts'
import type { PaperParties } from './store.ts'
import { amountText, wordsOf } from './words.ts'

export interface StatementFacts extends PaperParties {
  statement: PackagingStatement
  madeAt: Instant
}

export function statementPaper(facts: StatementFacts, language: Language): Paper {
  const { statement, supplier, customer } = facts
  const words = wordsOf(language)
  const style = { language, showsCountry: crossesBorder(supplier, customer) }
  const { currency, totals } = statement
  return {
    language,
    ...looksOf(facts),
    title: words.statement,
    number: '',
    subtitle: null,
    mark: null,
    parties: [
      partyBlock(supplier, words.supplier, style),
      ...(customer ? [partyBlock(customer, words.customer, style)] : []),
    ],
    facts: [[{ label: words.period, value: periodText(statement, language), isStrong: true }]],
    lead: null,
    lines: rowsTable(statement, language),
    remarks: [],
    deposits: null,
    recapitulation: null,
    parts: movementsTable(statement, language),
    totals: [
      { label: words.openingTotal, value: amountText(totals.opening_total, currency, language) },
      { label: words.closingTotal, value: amountText(totals.closing_total, currency, language), isStrong: true },
    ],
    code: null,
    notes: [],
    signatures: [words.forSupplier, words.forCustomer],
    footer: footerOf(supplier, statement.livemode, language),
    author: supplier.name,
    changedAt: facts.madeAt,
  }
}

const periodText = ({ date_from, date_to }: PackagingStatement, language: Language): string =>
  `${dayText(date_from, language)} – ${dayText(date_to, language)}`

const right = (title: string, width: number): Column => ({ title, align: 'right', width })

function rowsTable({ rows }: PackagingStatement, language: Language): Table {
  const words = wordsOf(language)
  const moved = [words.opening, words.dispatched, words.returned, words.adjusted, words.closing]
  return {
    columns: [
      { title: words.packaging, align: 'left' },
      right(words.depositEach, 66),
      ...moved.map(title => right(title, 48)),
      right(words.total, 72),
    ],
    rows: rows.map(row => [
      row.deposit.name,
      moneyText(decimal(row.deposit_amount), language),
      ...[row.opening_pieces, row.dispatched, row.returned, row.adjusted, row.closing_pieces].map(pieces =>
        numberText(pieces, language),
      ),
      moneyText(decimal(row.closing_total), language),
    ]),
  }
}

function movementsTable({ movements, rows }: PackagingStatement, language: Language): TitledTable[] {
  if (movements.length === 0) return []
  const words = wordsOf(language)
  const nameOf = new Map(rows.map(({ deposit }) => [deposit.id, deposit.name]))
  const table: Table = {
    columns: [
      { title: words.day, width: 78, align: 'left' },
      { title: words.kind, width: 88, align: 'left' },
      { title: words.document, width: 96, align: 'left' },
      { title: words.packaging, align: 'left' },
      right(words.pieces, 56),
    ],
    rows: movements.map(row => [
      dayText(row.date, language),
      words.kinds[row.kind],
      row.document.number ?? '',
      nameOf.get(row.deposit_id) ?? '',
      numberText(row.pieces, language),
    ]),
  }
  return [{ title: words.movements, table }]
}
