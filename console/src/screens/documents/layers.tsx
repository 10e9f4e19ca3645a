/** The layers an issue took from, with what each was worth. */
import type { StockAllocation, StockIssue } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Layers({ issue }: { issue: StockIssue }) {
  const { layers: words } = useWords('documents')
  const { loading } = useWords('frame')
  const taken = useRecord<{ data: StockAllocation[] }>(`/stock-issues/${issue.id}/allocations`)
  const columns = useColumns(issue)
  if (taken.isError) return <ProblemAlert error={taken.error} />
  if (!taken.data) return <Skeleton label={loading} />
  const rows = taken.data.body.data
  if (rows.length === 0) return <p className="empty quiet">{words.empty}</p>
  return (
    <Table label={words.title} rows={rows} keyOf={({ line_id, lot_id }) => `${line_id} ${lot_id}`} columns={columns} />
  )
}

function useColumns({ lines }: StockIssue): readonly Column<StockAllocation>[] {
  const { layers: words, lot } = useWords('documents')
  const { quantity, decimal } = useFormat()
  const isValued = useRights().has('finance:read')
  const lineOf = (id: string) => lines.find(line => line.id === id)
  const valued: readonly Column<StockAllocation>[] = [
    { key: 'price', label: words.price, isNumber: true, card: 'none', cell: row => decimal(row.unit_price, 2) },
    { key: 'value', label: words.value, isNumber: true, cell: row => decimal(row.value, 2) },
  ]
  return [
    { key: 'item', label: words.item, card: 'title', cell: row => lineOf(row.line_id)?.item.name },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'amount',
      cell: row => quantity(row.quantity, lineOf(row.line_id)?.unit.symbol),
    },
    {
      key: 'lot',
      label: words.lot,
      cell: row => <Link to={`/lots/${row.lot_id}`}>{row.lot_number ?? lot.unnamed}</Link>,
    },
    ...(isValued ? valued : []),
  ]
}
