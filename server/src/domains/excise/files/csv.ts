/** Parts of an excise report as CSV for a Czech spreadsheet. Pure. */
import type { ExciseDay } from '../movements/schema.ts'
import type { MovementRow } from '../movements/store.ts'
import { columns } from '../reports/rules.ts'
import type { ExciseReport } from '../reports/schema.ts'

type Cell = string | { number: string }

const number = (text: string): Cell => ({ number: text })

/** What a spreadsheet would take for a formula begins with a quote. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

const cellText = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell.number.replace('.', ',')
  const text = harmless(cell)
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineText = (row: Cell[]): string => `${row.map(cellText).join(';')}\r\n`

/** A kind of file: how it begins, and its rows as they come. */
export interface CsvTable<Row> {
  head: string
  text(rows: readonly Row[]): string
}

/** With a mark of its encoding, semicolons and the ends of lines that spreadsheets expect. */
const csvTable = <Row>(head: string[], cellsOf: (row: Row) => Cell[]): CsvTable<Row> => ({
  head: `\ufeff${lineText(head)}`,
  text: rows => rows.map(row => lineText(cellsOf(row))).join(''),
})

const figureHeads = [
  'Počáteční stav (hl)',
  'Vyrobeno (hl)',
  'Přijato (hl)',
  'Vydáno (hl)',
  'Ztráty (hl)',
  'Konečný stav (hl)',
]

export const linesTable = csvTable<ExciseReport['lines'][number]>(
  ['Stupeň (% EPM)', ...figureHeads, 'Sazba (Kč)', 'Daň (Kč)'],
  line => [number(line.plato), ...columns.map(column => number(line[column])), number(line.rate), number(line.tax)],
)

export const daysTable = csvTable<ExciseDay>(['Den', 'Stupeň (% EPM)', ...figureHeads], day => [
  day.date,
  number(day.plato),
  ...columns.map(column => number(day[column])),
])

const columnWords: Record<MovementRow['column_name'], string> = {
  produced: 'vyrobeno',
  received: 'přijato',
  released: 'vydáno',
  losses: 'ztráty',
  internal: 'vnitřní',
}

export const movementsTable = csvTable<MovementRow>(
  [
    'Den',
    'Doklad',
    'Účel',
    'Sklad',
    'Partner',
    'Kód položky',
    'Položka',
    'Šarže',
    'Stupeň (% EPM)',
    'Množství',
    'Jednotka',
    'Objem (hl)',
    'Sloupec',
  ],
  row => [
    row.date,
    row.document_number,
    row.movement_purpose ?? '',
    row.warehouse_name,
    row.partner_name ?? '',
    row.item_code ?? '',
    row.item_name ?? '',
    row.lot_number ?? '',
    number(String(row.plato)),
    row.quantity === null ? '' : number(row.quantity),
    row.unit_symbol ?? '',
    number(row.hl),
    columnWords[row.column_name],
  ],
)
