/** A list from one declaration: search, filters, columns, rows, paging, CSV. Its state is the address. */
import { type ReactNode, useState } from 'react'
import { useMayOpen } from '../data/forms.ts'
import { useList } from '../data/queries.ts'
import { isNoRight } from '../data/refusal.ts'
import { Skeleton } from '../kit/facts.tsx'
import { later } from '../kit/later.tsx'
import { Link } from '../kit/link.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { useWords } from '../words/use-words.ts'
import type { Bulk } from './list-bulk.tsx'
import { ListEmpty, ListEnd } from './list-end.tsx'
import { type Filter, Filters, filterNames } from './list-filters.tsx'
import { useRowKeys } from './list-keys.ts'
import { type MarkedRows, useMarks } from './list-marks.ts'
import { ListProblem, withLink } from './list-rows.tsx'
import { ListTools, saveRows } from './list-tools.tsx'
import { Screen } from './screen.tsx'
import { type Params, useParams } from './search-params.ts'

const BulkBar = later(async () => (await import('./list-bulk.tsx')).BulkBar)

export interface ListColumn<Row> extends Column<Row> {
  /** What CSV has in it; the text of the cell by itself unless given. */
  csv?: (row: Row) => string
  /** Shown only when chosen under "Columns". */
  isHidden?: boolean
}

export interface ListScreenProps<Row> {
  /** The heading, which is also the name of the table. */
  title: string
  /** The collection, such as `/orders`. */
  path: string
  /** Parameters that always apply. */
  fixed?: Params
  columns: readonly ListColumn<Row>[]
  filters?: readonly Filter[]
  hasSearch?: boolean
  keyOf: (row: Row) => string
  /** The screen of a row; its first cell is a link to it. */
  open?: (row: Row) => string
  /** Shown to those who may open its form. */
  create?: { label: string; to: string }
  /** When there is no record at all. */
  empty: { title: string; text?: string }
  /** Rows can be marked, and these actions run over the marked ones. */
  bulk?: Bulk<Row>
  /** Beside "New …", above the rows, or under them. */
  actions?: ReactNode
  above?: ReactNode
  below?: ReactNode
}

/** A filter the service no longer knows is dropped, so an old link still opens. */
const knownParams = (params: Params, filters: readonly Filter[]): Params => {
  const names = new Set(['search', 'sort', ...filterNames(filters)])
  return Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)))
}

export function ListScreen<Row>({ create: wanted, ...props }: ListScreenProps<Row>) {
  const { title, path, fixed = {}, filters = [], hasSearch = true, actions, bulk } = props
  const mayWrite = useMayOpen(wanted?.to ?? '')
  const create = mayWrite ? wanted : undefined
  const params = knownParams(useParams(), filters)
  const query = { ...fixed, ...params }
  const list = useList<Row>(path, query)
  const [shownColumns, setShownColumns] = useState(() => props.columns.filter(column => !column.isHidden))
  const rows = list.data?.pages.flatMap(page => page.body.data) ?? []
  const nameOf = bulk?.nameOf ?? props.keyOf
  const marks = useMarks({ rows, keyOf: props.keyOf, nameOf })
  const at = useRowKeys({ rows, open: props.open, create: create?.to, marks: bulk && marks })
  if (list.error && isNoRight(list.error)) {
    return (
      <Screen title={title}>
        <ListProblem error={list.error} />
      </Screen>
    )
  }
  const tools = { title, path, query, columns: props.columns, shownColumns, setShownColumns }
  return (
    <Screen
      title={title}
      actions={
        <div className="row">
          {actions}
          {create && (
            <Link to={create.to} look="main">
              {create.label}
            </Link>
          )}
        </div>
      }
    >
      <Filters filters={filters} hasSearch={hasSearch} tools={<ListTools {...tools} />} />
      {props.above}
      {list.isError && <ListProblem error={list.error} />}
      <Rows
        {...props}
        {...(create && { create })}
        rows={rows}
        list={list}
        columns={shownColumns}
        at={at}
        marks={bulk && marks}
        isFiltered={Object.keys(params).length > 0}
      />
      {bulk && (
        <MarkedBar {...props} bulk={mayWrite ? bulk : { ...bulk, actions: [] }} marks={marks} shown={rows.length} />
      )}
      {props.below}
    </Screen>
  )
}

interface MarkedBarProps<Row> extends ListScreenProps<Row> {
  bulk: Bulk<Row>
  marks: MarkedRows<Row>
  shown: number
}

const allowedOf = (row: unknown): readonly string[] =>
  (row as { allowed_actions?: readonly string[] }).allowed_actions ?? []

function MarkedBar<Row>({ bulk, marks, shown, title, path, columns, keyOf, open }: MarkedBarProps<Row>) {
  const marked = marks.marked.map(row => ({
    path: `${path}/${keyOf(row)}`,
    name: bulk.nameOf(row),
    allowed: allowedOf(row),
    ...(open && { to: open(row) }),
  }))
  return (
    <BulkBar
      object={bulk.object}
      actions={bulk.actions}
      marked={marked}
      shown={shown}
      onMarkAll={() => marks.markAll(true)}
      onClear={marks.clear}
      onExport={() => saveRows(title, columns, marks.marked)}
    />
  )
}

interface RowsProps<Row> extends ListScreenProps<Row> {
  rows: readonly Row[]
  list: ReturnType<typeof useList<Row>>
  at: number
  marks: MarkedRows<Row> | undefined
  isFiltered: boolean
}

function Rows<Row>(props: RowsProps<Row>) {
  const { rows, list, title, columns, keyOf, open, at, marks, isFiltered, empty, create } = props
  const { loading } = useWords('frame')
  if (list.isPending) return <Skeleton label={loading} />
  if (list.isError && rows.length === 0) return null
  if (rows.length === 0) return <ListEmpty isFiltered={isFiltered} empty={empty} create={create} />
  return (
    <>
      <Table
        label={title}
        columns={open ? withLink(columns, open) : columns}
        rows={rows}
        keyOf={keyOf}
        at={at}
        isStale={list.isPlaceholderData}
        isList
        {...(marks && { marks })}
      />
      <ListEnd count={rows.length} list={list} />
    </>
  )
}
