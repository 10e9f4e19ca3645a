/** One order. */
import type { Order } from '@cellarbook/sdk'
import { useMayOpen } from '../../data/forms.ts'
import { Facts } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { Name } from '../../patterns/name.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Totals } from '../../patterns/totals.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { OrderLines } from './lines.tsx'
import { stages } from './stages.ts'

const EditOrder = later(async () => (await import('./edit.tsx')).EditOrder)

export function OrderRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const mayWrite = useMayOpen('/orders/new')
  const editing = useEditing<Order>(order => mayWrite && order.status === 'draft')
  return (
    <RecordScreen<Order>
      path={`/orders/${id}`}
      stages={stages}
      mainActions={['confirm', 'create_invoice', 'create_stock_issue', 'ship', 'deliver']}
      tools={editing.button}
      overview={order => <OrderFacts order={order} />}
      sections={(order, answer) => [
        {
          key: 'lines',
          label: words.lines,
          content: editing.isOpen ? (
            <EditOrder order={order} etag={answer.etag} onDone={editing.close} />
          ) : (
            <div className="stack">
              <OrderLines order={order} etag={answer.etag} />
              <Totals totals={order.totals} currency={order.currency} />
            </div>
          ),
        },
        { key: 'related', label: words.related, content: <RelatedToOrder order={order} /> },
      ]}
    />
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { facts } = useWords('orders')
  const { day } = useFormat()
  const { values } = useWords('fields')
  const nameOf = (value: string | null) =>
    value && ((values as Record<string, string>)[value] ?? value.replaceAll('_', ' '))
  return (
    <div className="panel">
      <Facts
        facts={[
          [
            facts.partner,
            <Link key="partner" to={`/partners/${order.partner.id}`}>
              {order.partner.name ?? '–'}
            </Link>,
          ],
          [facts.ordered, day(order.order_date)],
          [facts.delivery, day(order.delivery_date)],
          [facts.warehouse, order.warehouse_id && <Name kind="warehouse" id={order.warehouse_id} />],
          [facts.payment, nameOf(order.payment_method)],
          [facts.origin, nameOf(order.origin)],
          [facts.reference, order.external_ref && `${order.external_ref.system}: ${order.external_ref.id}`],
          [facts.notes, order.notes],
          [facts.internalNotes, order.internal_notes],
        ]}
      />
    </div>
  )
}

function RelatedToOrder({ order }: { order: Order }) {
  return (
    <Related
      records={[
        { object: 'partner', id: order.partner.id, name: order.partner.name },
        { object: 'stock_issue', id: order.stock_issue_id, state: order.stock_issue_status },
        { object: 'invoice', id: order.invoice_id },
        { object: 'cashflow', id: order.cashflow_id },
      ]}
    />
  )
}
