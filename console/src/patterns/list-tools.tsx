/** Columns, CSV and saved views of a list. */

import { Menu as Base } from '@base-ui/react/menu'
import { currentBook } from '../data/book.ts'
import { get } from '../data/client.ts'
import type { Page } from '../data/queries.ts'
import { toCsv } from '../format/csv.ts'
import { Button } from '../kit/button.tsx'
import { Menu } from '../kit/menu.tsx'
import { toast } from '../kit/toast.tsx'
import { currentLanguage } from '../words/language.ts'
import { useWords } from '../words/use-words.ts'
import type { ListColumn } from './list-screen.tsx'
import { SaveView } from './saved-views.tsx'
import type { Params } from './search-params.ts'

interface ListToolsProps<Row> {
  title: string
  path: string
  query: Params
  columns: readonly ListColumn<Row>[]
  shownColumns: readonly ListColumn<Row>[]
  setShownColumns: (columns: ListColumn<Row>[]) => void
}

export function ListTools<Row>(props: ListToolsProps<Row>) {
  const { list: words } = useWords('frame')
  const { columns, shownColumns, setShownColumns } = props
  const toggle = (key: string, isShown: boolean) =>
    setShownColumns(columns.filter(column => (column.key === key ? isShown : shownColumns.includes(column))))
  return (
    <div className="list-tools">
      <Menu button={words.columns}>
        {columns.map(({ key, label }) => (
          <Base.CheckboxItem
            key={key}
            className="menu-item"
            checked={shownColumns.some(column => column.key === key)}
            onCheckedChange={isShown => toggle(key, isShown)}
          >
            {label}
          </Base.CheckboxItem>
        ))}
      </Menu>
      <Button onClick={() => saveCsv(props).catch(error => toast(String(error.message), 'bad'))}>{words.csv}</Button>
      <SaveView />
    </div>
  )
}

/** Walks all pages of the filter, so the file has more than the screen. */
async function saveCsv<Row>({ title, path, query, columns }: ListToolsProps<Row>): Promise<void> {
  const rows: Row[] = []
  const book = currentBook()
  for (let cursor: string | undefined, isMore = true; isMore; ) {
    const { body } = await get<Page<Row>>(path, { query: { ...query, limit: 200, cursor }, book })
    rows.push(...body.data)
    cursor = body.next_cursor ?? undefined
    isMore = body.has_more && cursor !== undefined
  }
  saveRows(title, columns, rows)
}

export function saveRows<Row>(title: string, columns: readonly ListColumn<Row>[], rows: readonly Row[]): void {
  const told = columns.filter(column => column.csv)
  const lines = rows.map(row => told.map(column => column.csv!(row)))
  const text = toCsv(told, lines, currentLanguage())
  download(`${title}.csv`, new Blob([text], { type: 'text/csv' }))
}

export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
