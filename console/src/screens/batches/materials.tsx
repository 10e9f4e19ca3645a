/** What a batch needs by its recipe, what it got, and what is missing. */
import type { Batch, BatchMaterial, StockIssueListItem } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge, State } from '../../kit/state.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { ListProblem } from '../../patterns/list-rows.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Materials({ batch }: { batch: Batch }) {
  const { materials: words, sections } = useWords('batches')
  const { loading } = useWords('frame')
  const { data, error } = useRecord<{ data: BatchMaterial[] }>(`/batches/${batch.id}/materials`)
  const columns = useColumns()
  if (error) return <ListProblem error={error} />
  if (!data) return <Skeleton label={loading} />
  return (
    <div className="stack">
      {data.body.data.length === 0 ? (
        <p className="empty quiet">{words.empty}</p>
      ) : (
        <Table
          label={sections.materials}
          rows={data.body.data}
          keyOf={({ item, phase }) => `${item.id} ${phase}`}
          columns={columns}
        />
      )}
      <Issues batch={batch} />
    </div>
  )
}

/** A draft is made for the warehouse: who brews finds it here, to confirm it. */
function Issues({ batch }: { batch: Batch }) {
  const { materials: words } = useWords('batches')
  const { screens } = useWords('frame')
  const { day } = useFormat()
  return (
    <section className="stack-close">
      <h2>{screens.issues}</h2>
      <RelatedList<StockIssueListItem>
        label={screens.issues}
        path="/stock-issues"
        query={{ batch_id: batch.id }}
        keyOf={issue => issue.id}
        open={issue => `/issues/${issue.id}`}
        empty={words.noIssues}
        columns={[
          { key: 'number', label: words.number, card: 'title', cell: issue => issue.number },
          { key: 'state', label: words.state, cell: issue => <State of="stock_issue" value={issue.status} /> },
          { key: 'date', label: words.date, cell: issue => day(issue.date) },
        ]}
      />
    </section>
  )
}

function useColumns(): readonly Column<BatchMaterial>[] {
  const { materials: words, phases } = useWords('batches')
  const { quantity } = useFormat()
  const of = (key: 'planned' | 'drafted' | 'issued' | 'available') => ({
    key,
    label: words[key],
    isNumber: true,
    cell: (row: BatchMaterial) => (
      <>
        <span className="card-label">{words[key]} </span>
        {quantity(row[`${key}_quantity`], row.unit.symbol)}
      </>
    ),
  })
  return [
    {
      key: 'item',
      label: words.item,
      card: 'wide',
      cell: ({ item }) => <Link to={`/items/${item.id}`}>{item.name}</Link>,
    },
    { key: 'phase', label: words.phase, card: 'none', cell: ({ phase }) => phase && phases[phase] },
    of('planned'),
    { ...of('drafted'), card: 'none' },
    of('issued'),
    { ...of('available'), card: 'none' },
    {
      key: 'missing',
      label: words.missing,
      isNumber: true,
      cell: row =>
        !isZero(row.missing_quantity) && (
          <>
            <span className="card-label">{words.missing} </span>
            <Badge tone="bad">{quantity(row.missing_quantity, row.unit.symbol)}</Badge>
          </>
        ),
    },
  ]
}
