/** A plain table: it is named, its numbers stand to the right, and in a narrow place its rows become cards. */
import type { ReactNode } from 'react'
import './table.css'
import './table-cards.css'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Its place on a card: `title` and `amount` first, `wide` over the whole width, `tools` last, `none` left out. */
  card?: 'title' | 'amount' | 'wide' | 'tools' | 'none'
}

/** Rows that can be marked, each by a box of its own, all of them by one in the head. */
export interface Marks<Row> {
  isMarked: (row: Row) => boolean
  mark: (row: Row, isMarked: boolean) => void
  markAll: (areMarked: boolean) => void
  /** How many are. */
  count: number
  labelOf: (row: Row) => string
  labelOfAll: string
}

interface TableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  /** The row keyboard users are at. */
  at?: number
  isStale?: boolean
  foot?: ReactNode
  marks?: Marks<Row>
  /** Each row leads to its record: in a place that is not wide it need not show everything. */
  isList?: boolean
}

const numberClass = (isNumber: boolean | undefined) => (isNumber ? 'number' : undefined)

/** A day is as long, with spaces that do not break. */
const longestWhole = 12

/** Cells may break anywhere, so that ids fit; short words need not, and a day never. */
function wordsClass(content: ReactNode): string | undefined {
  if (typeof content !== 'string' || content.split(/[ \n]+/).some(word => word.length > longestWhole)) return undefined
  return content.includes('\u00a0') ? 'whole' : 'short-words'
}

/** Of a list with more, a place that is not wide shows those that a card has. */
const manyColumns = 5

export function Table<Row>({ label, columns, rows, keyOf, at, isStale = false, foot, marks, isList }: TableProps<Row>) {
  const many = isList && columns.length > manyColumns ? ' table-many' : ''
  const look = `table table-cards${many}${isStale ? ' table-stale' : ''}${marks ? ' table-marks' : ''}`
  return (
    <div className="table-box">
      <table className={look} aria-label={label}>
        <thead>
          <tr>
            {marks && <MarkAll marks={marks} most={rows.length} />}
            {columns.map(({ key, label: head, isNumber, card }) => (
              <th key={key} scope="col" className={numberClass(isNumber)} data-card={card}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              data-at={at === index || undefined}
              data-marked={marks?.isMarked(row) || undefined}
            >
              {marks && <MarkOne marks={marks} row={row} />}
              {placed(columns, row).map(cell => (
                <Cell key={cell.column.key} {...cell} />
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

interface Placed<Row> {
  column: Column<Row>
  content: ReactNode
  /** Of a card: in its right half, beside the one before or alone. */
  side?: 'end' | 'alone'
}

const isNothing = (content: ReactNode): boolean =>
  content === null || content === undefined || content === false || content === ''

/** Two and two in a line of a card, without those that say nothing; a number without another stands to the right. */
function placed<Row>(columns: readonly Column<Row>[], row: Row): Placed<Row>[] {
  const cells: Placed<Row>[] = columns.map(column => ({ column, content: column.cell(row) }))
  let before: Placed<Row> | undefined
  const end = () => {
    if (before?.column.isNumber) before.side = 'alone'
    before = undefined
  }
  for (const cell of cells) {
    if (cell.column.card === 'wide') end()
    if (cell.column.card || isNothing(cell.content)) continue
    if (before) cell.side = 'end'
    before = before ? undefined : cell
  }
  end()
  return cells
}

function Cell<Row>({ column: { isNumber, card }, content, side }: Placed<Row>) {
  return (
    <td className={numberClass(isNumber) ?? wordsClass(content)} data-card={card} data-side={side}>
      {content}
    </td>
  )
}

function MarkAll<Row>({ marks, most }: { marks: Marks<Row>; most: number }) {
  const isSome = marks.count > 0 && marks.count < most
  return (
    <th scope="col" className="mark">
      <label>
        <input
          type="checkbox"
          aria-label={marks.labelOfAll}
          checked={marks.count > 0 && !isSome}
          ref={box => {
            if (box) box.indeterminate = isSome
          }}
          onChange={event => marks.markAll(event.target.checked)}
        />
      </label>
    </th>
  )
}

function MarkOne<Row>({ marks, row }: { marks: Marks<Row>; row: Row }) {
  return (
    <td className="mark">
      <label>
        <input
          type="checkbox"
          aria-label={marks.labelOf(row)}
          checked={marks.isMarked(row)}
          onChange={event => marks.mark(row, event.target.checked)}
        />
      </label>
    </td>
  )
}
