/** Rows of a list that belong to a record, as a section of its screen. */
import type { ReactNode } from 'react'
import type { Query } from '../data/client.ts'
import { useList } from '../data/queries.ts'
import { Skeleton } from '../kit/facts.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import { ListEnd } from './list-end.tsx'
import { ListProblem, withLink } from './list-rows.tsx'

interface RelatedListProps<Row> {
  /** The name of the table. */
  label: string
  path: string
  query?: Query
  columns: readonly Column<Row>[]
  keyOf: (row: Row, index: number) => string
  /** The screen of a row; its first cell is a link to it. */
  open?: (row: Row) => string
  /** Said when there is none. */
  empty: string
  /** Above the rows, such as a button that adds one. */
  tools?: ReactNode
}

export function RelatedList<Row>(props: RelatedListProps<Row>) {
  return (
    <section aria-label={props.label} className="stack">
      {props.tools && <div className="row">{props.tools}</div>}
      <Rows {...props} />
    </section>
  )
}

function Rows<Row>({ label, path, query, columns, keyOf, open, empty }: RelatedListProps<Row>) {
  const { loading } = useWords('frame')
  const list = useList<Row>(path, query)
  if (list.isError) return <ListProblem error={list.error} />
  if (list.isPending) return <Skeleton label={loading} />
  const rows = list.data.pages.flatMap(page => page.body.data)
  if (rows.length === 0) return <p className="empty quiet">{empty}</p>
  const shown = open ? withLink(columns, open) : columns
  return (
    <>
      <Table label={label} columns={shown} rows={rows} keyOf={keyOf} isStale={list.isPlaceholderData} />
      <ListEnd count={rows.length} list={list} />
    </>
  )
}
