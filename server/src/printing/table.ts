/** A table on pages: rows stay whole, and every page begins with the head. Pure. */
import { fitColumns, type Placed, padding, usualSize } from './columns.ts'
import type { Table } from './paper.ts'
import {
  bottom,
  breakLines,
  colors,
  hung,
  lineHeight,
  type Mark,
  type Measure,
  put,
  type Sheet,
  type Style,
  textMarks,
  turnPage,
} from './sheet.ts'

export function setTable(sheet: Sheet, table: Table): void {
  const { measure } = sheet
  const { columns, size } = fitColumns(table, measure)
  const bold: Style = { face: 'bold', size }
  const titles = columns.map(({ title }) => title)
  const [head] = rowsOf(titles, columns, { style: bold, measure }) as [Row]
  const setHead = () => {
    const { x, width } = spanOf(columns)
    put(sheet, { kind: 'band', x, y: sheet.y, width, height: head.height, color: colors.band }, ...head.marks(sheet.y))
    sheet.y += head.height
  }
  const body = table.rows.flatMap(cells => rowsOf(cells, columns, { style: { size }, measure }))
  const foot = table.foot ? rowsOf(table.foot, columns, { style: bold, measure }) : []
  // A head at the foot of a page would stand alone.
  if (sheet.y + head.height + 2 * lineHeight(usualSize) > bottom) turnPage(sheet)
  setHead()
  for (const row of [...body, ...foot]) {
    if (sheet.y + row.height > bottom) {
      turnPage(sheet)
      setHead()
    }
    put(sheet, ...row.marks(sheet.y))
    sheet.y += row.height
    put(sheet, { kind: 'rule', ...spanOf(columns), y: sheet.y, color: colors.line })
  }
  sheet.y += 12
}

const spanOf = (columns: readonly Placed[]): { x: number; width: number } => ({
  x: columns[0]!.x,
  width: columns.reduce((sum, { width }) => sum + width, 0),
})

interface Row {
  height: number
  marks(y: number): Mark[]
}

/** What a row is set in. */
interface Letters {
  style: Style
  measure: Measure
}

/** Above and below a text. */
const air = 3

/** So many lines fit any page. */
const maxLines = 60

/** One row; of a cell with more lines than a page takes, several. */
function rowsOf(cells: readonly string[], columns: readonly Placed[], letters: Letters): Row[] {
  const texts = cells.map((cell, index) => {
    const { width, align } = columns[index]!
    return breakLines(cell, { width: width - 2 * padding, ...letters.style }, measureOf(align, letters.measure))
  })
  const lines = Math.max(...texts.map(text => text.length))
  return Array.from({ length: Math.ceil(lines / maxLines) }, (_, part) => {
    const first = part * maxLines
    const parts = texts.map(text => text.slice(first, first + maxLines))
    return {
      height: Math.min(lines - first, maxLines) * lineHeight(letters.style.size!) + 2 * air,
      marks: y =>
        parts.flatMap((text, index) => {
          const { align } = columns[index]!
          return textMarks(
            text,
            { ...textPlace(columns[index]!, y), ...letters.style },
            measureOf(align, letters.measure),
          )
        }),
    }
  })
}

/** Where the text of a cell stands in a row at that height. */
const textPlace = ({ x, width, align }: Placed, y: number) => ({
  x: x + padding,
  y: y + air,
  width: width - 2 * padding,
  align,
})

const measureOf = (align: Placed['align'], measure: Measure): Measure =>
  align === 'right' ? (text, face, size) => measure(hung(text), face, size) : measure
