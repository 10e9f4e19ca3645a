/** A table on pages: rows stay whole, and every page begins with the head. Pure. */
import type { Column, Table } from './paper.ts'
import {
  bottom,
  broken,
  colors,
  contentWidth,
  lineHeight,
  type Mark,
  type Measure,
  margin,
  put,
  type Sheet,
  type Style,
  textMarks,
  turnPage,
} from './sheet.ts'

const padding = 3
const bodyStyle: Style = { size: 7.5 }
const headStyle: Style = { face: 'bold', size: 7.5 }

interface Placed extends Column {
  x: number
  width: number
}

export function setTable(sheet: Sheet, { columns, rows }: Table): void {
  const placed = placedColumns(columns)
  const titles = columns.map(({ title }) => title)
  const [head] = rowsOf(titles, placed, headStyle, sheet) as [Row]
  const setHead = () => {
    const { x, width } = spanOf(placed)
    put(sheet, { kind: 'band', x, y: sheet.y, width, height: head.height, color: colors.band }, ...head.marks(sheet.y))
    sheet.y += head.height
  }
  // A head at the foot of a page would stand alone.
  if (sheet.y + head.height + 2 * lineHeight(7.5) > bottom) turnPage(sheet)
  setHead()
  for (const row of rows.flatMap(cells => rowsOf(cells, placed, bodyStyle, sheet))) {
    if (sheet.y + row.height > bottom) {
      turnPage(sheet)
      setHead()
    }
    put(sheet, ...row.marks(sheet.y))
    sheet.y += row.height
    put(sheet, { kind: 'rule', ...spanOf(placed), y: sheet.y, color: colors.line })
  }
  sheet.y += 12
}

/** The column without a width takes what the others leave. */
function placedColumns(columns: readonly Column[]): Placed[] {
  const fixed = columns.reduce((sum, { width = 0 }) => sum + width, 0)
  let x = margin
  return columns.map(column => {
    const width = column.width ?? contentWidth - fixed
    const placed = { ...column, x, width }
    x += width
    return placed
  })
}

const spanOf = (columns: readonly Placed[]): { x: number; width: number } => ({
  x: columns[0]!.x,
  width: columns.reduce((sum, { width }) => sum + width, 0),
})

interface Row {
  height: number
  marks(y: number): Mark[]
}

/** So many lines fit any page. */
const mostLines = 60

/** One row; of a cell with more lines than a page takes, several. */
function rowsOf(cells: readonly string[], columns: readonly Placed[], style: Style, { measure }: Sheet): Row[] {
  const texts = cells.map((cell, place) => broken(cell, columns[place]!.width - 2 * padding, style, measure))
  const lines = Math.max(...texts.map(text => text.length))
  return Array.from({ length: Math.ceil(lines / mostLines) }, (_, part) => {
    const first = part * mostLines
    const parts = texts.map(text => text.slice(first, first + mostLines))
    return {
      height: Math.min(lines - first, mostLines) * lineHeight(style.size!) + 2 * padding,
      marks: y => parts.flatMap((text, place) => cellMarks(text, columns[place]!, y, style, measure)),
    }
  })
}

function cellMarks(text: readonly string[], column: Placed, y: number, style: Style, measure: Measure): Mark[] {
  const { x, width, align } = column
  return textMarks(text, { x: x + padding, y: y + padding, width: width - 2 * padding, align }, style, measure)
}
