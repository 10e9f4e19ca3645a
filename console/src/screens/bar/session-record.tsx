/** One session: its report, and what was sold in it. */
import type { CashDeskSession, PosSaleListItem } from '@cellarbook/sdk'
import { State } from '../../kit/state.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Report } from './report.tsx'

export function SessionRecord() {
  const id = useRouteId()
  const { sessions: words } = useWords('bar')
  return (
    <RecordScreen<CashDeskSession>
      path={`/cash-desk-sessions/${id}`}
      stages={['open', 'closed']}
      mainActions={['cash_in', 'cash_out']}
      // It is counted at the desk, where the drawer is.
      ownActions={['close']}
      sections={() => [
        { key: 'report', label: words.report, content: <Report sessionId={id} /> },
        { key: 'sales', label: words.sales, content: <SalesOf sessionId={id} /> },
      ]}
    />
  )
}

function SalesOf({ sessionId }: { sessionId: string }) {
  const { sales } = useWords('bar')
  const { instant, money } = useFormat()
  return (
    <RelatedList<PosSaleListItem>
      label={sales.title}
      path="/pos-sales"
      query={{ session_id: sessionId }}
      keyOf={sale => sale.id}
      open={sale => `/bar/sales/${sale.id}`}
      empty={sales.empty.title}
      columns={[
        { key: 'number', label: sales.columns.number, card: 'title', cell: sale => sale.number },
        { key: 'sold', label: sales.columns.sold, cell: sale => instant(sale.sold_at) },
        { key: 'state', label: sales.columns.state, cell: sale => <State of="pos_sale" value={sale.status} /> },
        {
          key: 'total',
          label: sales.columns.total,
          isNumber: true,
          card: 'amount',
          cell: sale => money(sale.totals.payable, sale.currency),
        },
      ]}
    />
  )
}
