/** A plain table: it is named, its numbers stand to the right, and in a narrow place its rows become cards. */
import type { ReactNode } from 'react'
import './table.css'

export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  isNumber?: boolean
  /** Its place on a card: `title` and `amount` stand first, `wide` takes the whole width, `none` is left out. */
  card?: 'title' | 'amount' | 'wide' | 'none'
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
}

const numberClass = (isNumber: boolean | undefined) => (isNumber ? 'number' : undefined)

export function Table<Row>({ label, columns, rows, keyOf, at, isStale = false, foot }: TableProps<Row>) {
  return (
    <div className="table-box">
      <table className={`table table-cards${isStale ? ' table-stale' : ''}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, label: head, isNumber }) => (
              <th key={key} scope="col" className={numberClass(isNumber)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)} data-at={at === index || undefined}>
              {columns.map(({ key, cell, isNumber, card }) => (
                <td key={key} className={numberClass(isNumber)} data-card={card}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}
