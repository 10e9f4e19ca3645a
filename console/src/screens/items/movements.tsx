/** Documents that brought an item in or took it out. */
import type { GoodsReceiptListItem, StockIssueListItem } from '@cellarbook/sdk'
import { State } from '../../kit/state.tsx'
import type { Column } from '../../kit/table.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type Movement = Pick<
  GoodsReceiptListItem | StockIssueListItem,
  'object' | 'id' | 'number' | 'status' | 'date' | 'warehouse' | 'partner'
>

export function MovementsOfItem({ itemId }: { itemId: string }) {
  const { movements: words } = useWords('items')
  const columns = useColumns()
  const shared = { query: { item_id: itemId }, columns, keyOf: (row: Movement) => row.id }
  return (
    <div className="stack">
      <h2>{words.receipts}</h2>
      <RelatedList<Movement>
        {...shared}
        label={words.receipts}
        path="/goods-receipts"
        open={({ id }) => `/receipts/${id}`}
        empty={words.noReceipts}
      />
      <h2>{words.issues}</h2>
      <RelatedList<Movement>
        {...shared}
        label={words.issues}
        path="/stock-issues"
        open={({ id }) => `/issues/${id}`}
        empty={words.noIssues}
      />
    </div>
  )
}

function useColumns(): readonly Column<Movement>[] {
  const { movements: words } = useWords('items')
  const { day } = useFormat()
  return [
    { key: 'number', label: words.number, card: 'title', cell: ({ number }) => number },
    { key: 'state', label: words.state, card: 'amount', cell: row => <State of={row.object} value={row.status} /> },
    { key: 'date', label: words.date, cell: ({ date }) => day(date) },
    { key: 'warehouse', label: words.warehouse, cell: ({ warehouse }) => warehouse.name },
    { key: 'partner', label: words.partner, card: 'wide', cell: ({ partner }) => partner?.name },
  ]
}
