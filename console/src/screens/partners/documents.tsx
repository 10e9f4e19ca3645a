/** Orders and invoices of a partner. */
import type { InvoiceListItem, OrderListItem } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function OrdersOfPartner({ partnerId }: { partnerId: string }) {
  const { sections, orders: words } = useWords('partners')
  const { day, money } = useFormat()
  return (
    <RelatedList<OrderListItem>
      label={sections.orders}
      path="/orders"
      query={{ partner_id: partnerId }}
      keyOf={order => order.id}
      open={order => `/orders/${order.id}`}
      empty={words.empty}
      columns={[
        { key: 'number', label: words.number, card: 'title', cell: order => order.number },
        { key: 'state', label: words.state, cell: order => <State of="order" value={order.status} /> },
        { key: 'ordered', label: words.ordered, card: 'none', cell: order => day(order.order_date) },
        { key: 'delivery', label: words.delivery, cell: order => day(order.delivery_date) },
        {
          key: 'total',
          label: words.total,
          isNumber: true,
          card: 'amount',
          cell: order => money(order.totals.incl_vat, order.currency),
        },
      ]}
    />
  )
}

export function InvoicesOfPartner({ partnerId }: { partnerId: string }) {
  const { sections, invoices: words } = useWords('partners')
  const { day, money } = useFormat()
  return (
    <RelatedList<InvoiceListItem>
      label={sections.invoices}
      path="/invoices"
      query={{ partner_id: partnerId }}
      keyOf={invoice => invoice.id}
      open={invoice => `/invoices/${invoice.id}`}
      empty={words.empty}
      tools={<InvoiceLinks partnerId={partnerId} />}
      columns={[
        { key: 'number', label: words.number, card: 'title', cell: invoice => invoice.number ?? words.draft },
        { key: 'state', label: words.state, cell: invoice => <State of="invoice" value={invoice.status} /> },
        { key: 'issued', label: words.issued, card: 'none', cell: invoice => day(invoice.issue_date) },
        { key: 'due', label: words.due, cell: invoice => day(invoice.due_date) },
        {
          key: 'remaining',
          label: words.remaining,
          isNumber: true,
          card: 'none',
          cell: invoice => money(invoice.amount_remaining, invoice.currency),
        },
        {
          key: 'total',
          label: words.total,
          isNumber: true,
          card: 'amount',
          cell: invoice => money(invoice.totals.incl_vat, invoice.currency),
        },
      ]}
    />
  )
}

/** To the lists themselves, where they can be filtered, marked and saved. */
function InvoiceLinks({ partnerId }: { partnerId: string }) {
  const { invoices: words } = useWords('partners')
  const isFinance = useRights().has('finance:read')
  return (
    <>
      <Link to={`/invoices?partner_id=${partnerId}`}>{words.all}</Link>
      {isFinance && <Link to={`/received-invoices?partner_id=${partnerId}`}>{words.received}</Link>}
    </>
  )
}
