/** The lines of a stored order. */
import type { Order, OrderLine } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { useMayOpen } from '../../data/forms.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Column } from '../../kit/table.tsx'
import { blankPricedLine, bodyOfPricedLine, type PricedLine } from '../../patterns/priced-line.ts'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const LineFields = later(async () => (await import('../../patterns/line-fields.tsx')).LineFields)

const draftOf = (line: OrderLine): PricedLine => ({
  item_id: line.item.id,
  quantity: line.quantity,
  unit_id: line.unit.id,
  // A price that came from the cascade is asked for again; one that was agreed is kept.
  unit_price: line.price_source === 'manual' ? line.unit_price : '',
  discount_pct: line.discount_pct ?? '',
})

export function OrderLines({ order, etag }: { order: Order; etag: string | undefined }) {
  const { lines: words } = useWords('orders')
  useEffect(LineFields.preload, [])
  return (
    <StoredLines<OrderLine, PricedLine>
      label={words.label}
      path={`/orders/${order.id}`}
      etag={etag}
      lines={order.lines}
      columns={useColumns(order.currency)}
      isOpen={useMayOpen('/orders/new') && order.status === 'draft'}
      blank={blankPricedLine}
      draftOf={draftOf}
      bodyOf={bodyOfPricedLine}
      fields={(line, change) => <LineFields line={line} change={change} />}
    />
  )
}

function useColumns(currency: string): readonly Column<OrderLine>[] {
  const { lines: words } = useWords('orders')
  const { values } = useWords('fields')
  const { quantity, decimal, percent, money } = useFormat()
  const named = (value: string) => (values as Record<string, string>)[value] ?? value.replaceAll('_', ' ')
  return [
    {
      key: 'item',
      label: words.item,
      card: 'wide',
      cell: ({ item }) => (
        <>
          <Link to={`/items/${item.id}`}>{item.name}</Link> <span className="quiet small">{item.code}</span>
        </>
      ),
    },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      cell: line => quantity(line.quantity, line.unit.symbol),
    },
    { key: 'price', label: words.price, isNumber: true, card: 'none', cell: line => decimal(line.unit_price, 2) },
    { key: 'source', label: words.source, card: 'none', cell: line => named(line.price_source) },
    {
      key: 'discount',
      label: words.discount,
      isNumber: true,
      card: 'none',
      cell: line => line.discount_pct && percent(line.discount_pct),
    },
    { key: 'vat', label: words.vat, isNumber: true, card: 'none', cell: line => percent(line.vat_rate_pct) },
    {
      key: 'total',
      label: words.total,
      isNumber: true,
      cell: line => line.totals && money(line.totals.incl_vat, currency),
    },
  ]
}
