/** One return of packaging. */
import type { PackagingReturn } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { openFile } from '../../patterns/files.ts'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { ReturnSums } from './sums.tsx'

export function ReturnRecord() {
  const id = useRouteId()
  const { record: frame } = useWords('frame')
  return (
    <RecordScreen<PackagingReturn>
      path={`/packaging-returns/${id}`}
      mainActions={['cancel']}
      tools={made => <Paper id={made.id} />}
      overview={made => <ReturnFacts made={made} />}
      sections={made => [
        { key: 'lines', label: frame.lines, content: <ReturnLines made={made} /> },
        { key: 'related', label: frame.related, content: <RelatedToReturn made={made} /> },
      ]}
    />
  )
}

function Paper({ id }: { id: string }) {
  const { record: words } = useWords('packaging')
  const { problem } = useWords('frame')
  const open = () => openFile(`/packaging-returns/${id}/pdf`).catch(() => toast(problem.unreachable, 'bad'))
  return <Button onClick={() => void open()}>{words.pdf}</Button>
}

function ReturnFacts({ made }: { made: PackagingReturn }) {
  const { columns, form, methods, unknown } = useWords('packaging')
  const { day } = useFormat()
  return (
    <div className="panel">
      <Facts
        facts={[
          [
            columns.partner,
            made.partner ? (
              <Link key="partner" to={`/partners/${made.partner.id}`}>
                {made.partner.name}
              </Link>
            ) : (
              unknown
            ),
          ],
          [columns.date, day(made.date)],
          [columns.place, made.cash_desk?.name ?? made.warehouse.name],
          [form.refund, made.refund ? methods[made.refund.method] : form.onAccount],
          [form.notes, made.notes],
        ]}
      />
    </div>
  )
}

function ReturnLines({ made }: { made: PackagingReturn }) {
  const { columns, record: words } = useWords('packaging')
  const { money, quantity } = useFormat()
  return (
    <div className="stack">
      <Table
        label={words.lines}
        rows={made.lines}
        keyOf={line => line.id}
        columns={[
          { key: 'item', label: columns.item, card: 'title', cell: ({ item }) => item.name },
          {
            key: 'pieces',
            label: columns.moved,
            isNumber: true,
            card: 'amount',
            cell: ({ pieces }) => quantity(pieces),
          },
          {
            key: 'deposit',
            label: columns.deposit,
            isNumber: true,
            cell: ({ deposit_amount }) => money(deposit_amount, made.currency),
          },
          { key: 'total', label: columns.total, isNumber: true, cell: ({ total }) => money(total, made.currency) },
        ]}
      />
      <ReturnSums data={made} />
    </div>
  )
}

/** What the person may not read is left out. */
function RelatedToReturn({ made }: { made: PackagingReturn }) {
  const rights = useRights()
  return (
    <Related
      records={[
        { object: 'pos_sale', id: rights.has('pos:read') ? made.pos_sale_id : null },
        { object: 'cash_desk_session', id: rights.has('pos:read') ? made.session_id : null },
        { object: 'goods_receipt', id: rights.has('stock:read') ? made.goods_receipt_id : null },
        { object: 'cashflow', id: rights.has('finance:read') ? made.cashflow_id : null },
      ]}
    />
  )
}
