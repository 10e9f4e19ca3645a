/** Lines of a document, typed row by row: Enter in the last field of the last row begins the next one. */
import type { ReactNode } from 'react'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/use-words.ts'
import './line-grid.css'

export interface GridColumn<Line> {
  key: string
  label: string
  /** Wide cells take the room that is left. */
  isWide?: boolean
  isNumber?: boolean
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
}

export function LineGrid<Line>({ label, lines, columns, blank, keyOf, onChange }: LineGridProps<Line>) {
  const { form } = useWords('frame')
  const change = (index: number, part: Partial<Line>) =>
    onChange(all => all.map((line, at) => (at === index ? { ...line, ...part } : line)))
  const remove = (index: number) => onChange(all => all.filter((_, at) => at !== index))
  const add = () => onChange(all => [...all, blank()])
  const next = (index: number) => {
    if (index === lines.length - 1) add()
    focusRow(label, index + 1)
  }
  return (
    <div className="stack-close">
      <div className="grid-box">
        <table className="grid" aria-label={label}>
          <GridHead columns={columns} remove={form.removeLine} />
          <tbody>
            {lines.map((line, index) => (
              <tr key={keyOf(line)}>
                {columns.map(({ key, label: head, cell, isWide }) => (
                  <td key={key} data-label={head} className={isWide ? 'grid-wide' : undefined}>
                    {cell(line, { index, change: part => change(index, part), next: () => next(index) })}
                  </td>
                ))}
                <td className="grid-end">
                  <Button look="plain" aria-label={`${form.removeLine} ${index + 1}`} onClick={() => remove(index)}>
                    <Icon name="trash" />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button onClick={add}>{form.addLine}</Button>
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

/** The row may not be there yet: it is drawn first. */
function focusRow(label: string, index: number): void {
  requestAnimationFrame(() => {
    const table = document.querySelector(`table[aria-label="${CSS.escape(label)}"]`)
    table?.querySelectorAll('tbody tr')[index]?.querySelector<HTMLElement>('input, select')?.focus()
  })
}
