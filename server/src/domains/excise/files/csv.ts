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

/** Rows of one piece: a month may have a hundred thousand, and whoever writes them lets others in between. */
const rowsOfPiece = 500

/** With a mark of its encoding, semicolons and the ends of lines that spreadsheets expect. */
function* csvOf<Row>(head: string[], rows: readonly Row[], cellsOf: (row: Row) => Cell[]): Generator<string> {
  yield `\ufeff${lineText(head)}`
  for (let start = 0; start < rows.length; start += rowsOfPiece) {
    const piece = rows.slice(start, start + rowsOfPiece)
    yield piece.map(row => lineText(cellsOf(row))).join('')
  }
}

const figureHeads = [
  'Počáteční stav (hl)',
  'Vyrobeno (hl)',
  'Přijato (hl)',
  'Vydáno (hl)',
  'Ztráty (hl)',
  'Konečný stav (hl)',
]

export const linesCsv = ({ lines }: Pick<ExciseReport, 'lines'>): Generator<string> =>
  csvOf(['Stupeň (% EPM)', ...figureHeads, 'Sazba (Kč)', 'Daň (Kč)'], lines, line => [
    number(line.plato),
    ...columns.map(column => number(line[column])),
    number(line.rate),
    number(line.tax),
  ])

export const daysCsv = (days: readonly ExciseDay[]): Generator<string> =>
  csvOf(['Den', 'Stupeň (% EPM)', ...figureHeads], days, day => [
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

export const movementsCsv = (movements: readonly MovementRow[]): Generator<string> =>
  csvOf(
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
    movements,
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
