/** Lines of a document, typed row by row: Enter in the last field of the last row begins the next one. */
import { type ReactNode, useRef } from 'react'
import { begunLines } from '../format/begun-lines.ts'
import { fieldId } from '../format/field-paths.ts'
import { Button } from '../kit/button.tsx'
import { useWords } from '../words/use-words.ts'
import { focusBeside, focusRow, moved, RowTools, type RowToolsProps } from './row-tools.tsx'
import './line-grid.css'

export interface GridColumn<Line> {
  key: string
  label: string
  /** Wide cells take the room that is left. */
  isWide?: boolean
  isNumber?: boolean
  /** `index` is its place among the lines that are sent. */
  cell: (line: Line, at: { index: number; change: (part: Partial<Line>) => void; next: () => void }) => ReactNode
}

interface LineGridProps<Line> {
  label: string
  lines: readonly Line[]
  columns: readonly GridColumn<Line>[]
  blank: () => Line
  keyOf: (line: Line) => string
  /** Given how the lines change: others may have changed since this row was drawn. */
  onChange: (change: (lines: readonly Line[]) => Line[]) => void
  /** The order means something. */
  isMovable?: boolean
  /** How many of the first ones cannot be removed. */
  kept?: number
  /** One column, named by what stands around the grid. */
  isBare?: boolean
  /** Of the lines in the body: what is said of all of them leads here. */
  path?: string
}

export function LineGrid<Line extends object>(props: LineGridProps<Line>) {
  const { label, lines, columns, blank, keyOf, onChange, isMovable = false, kept = 0, isBare = false, path } = props
  const { form } = useWords('frame')
  const box = useRef<HTMLDivElement>(null)
  const sent = begunLines(lines, blank())
  /** One that nobody began is not sent: nothing that is said of a line is about it. */
  const placeOf = (line: Line, index: number) => (sent.includes(line) ? sent.indexOf(line) : lines.length + index)
  const change = (index: number, part: Partial<Line>) =>
    onChange(all => all.map((line, at) => (at === index ? { ...line, ...part } : line)))
  const remove = (index: number) => {
    focusBeside(box.current, index)
    onChange(all => all.filter((_, at) => at !== index))
  }
  const move = (index: number, by: -1 | 1) => {
    onChange(all => moved(all, index, by))
    focusRow(box.current, index + by, by === 1 ? 'down' : 'up')
  }
  const add = () => {
    onChange(all => [...all, blank()])
    focusRow(box.current, Number.POSITIVE_INFINITY, 'first field')
  }
  const next = (index: number) => (index === lines.length - 1 ? add() : focusRow(box.current, index + 1, 'first field'))
  const toolsOf = (index: number): RowToolsProps => ({
    index,
    count: lines.length,
    onMove: isMovable ? by => move(index, by) : undefined,
    onRemove: index < kept ? undefined : () => remove(index),
  })
  return (
    <div className="stack-close" ref={box} data-rows {...(path && { id: fieldId(path), 'data-label': label })}>
      {lines.length > 0 && (
        <div className="grid-box">
          <table className={isBare ? 'grid grid-bare' : 'grid'} aria-label={label}>
            <GridHead columns={columns} remove={form.removeLine} />
            <tbody>
              {lines.map((line, index) => (
                <tr key={keyOf(line)} data-row>
                  {columns.map(({ key, label: head, cell, isWide }) => (
                    <td key={key} data-label={head} className={isWide ? 'grid-wide' : undefined}>
                      {cell(line, {
                        index: placeOf(line, index),
                        change: part => change(index, part),
                        next: () => next(index),
                      })}
                    </td>
                  ))}
                  <td className="grid-end">
                    <RowTools {...toolsOf(index)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div>
        <Button data-add onClick={add}>
          {form.addLine}
        </Button>
      </div>
    </div>
  )
}

function GridHead<Line>({ columns, remove }: { columns: readonly GridColumn<Line>[]; remove: string }) {
  return (
    <thead>
      <tr>
        {columns.map(({ key, label, isNumber }) => (
          <th key={key} scope="col" className={isNumber ? 'number' : undefined}>
            {label}
          </th>
        ))}
        <th scope="col">
          <span className="unseen">{remove}</span>
        </th>
      </tr>
    </thead>
  )
}
