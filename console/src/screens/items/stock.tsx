/** How much of an item lies where, and for whom it is kept. */
import type { StockLevel, StockReservation } from '@cellarbook/sdk'
import { Name } from '../../patterns/name.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function StockOfItem({ itemId }: { itemId: string }) {
  return (
    <div className="stack">
      <Levels itemId={itemId} />
      <Reservations itemId={itemId} />
    </div>
  )
}

function Levels({ itemId }: { itemId: string }) {
  const { stock: words } = useWords('items')
  const { quantity, decimal } = useFormat()
  return (
    <RelatedList<StockLevel>
      label={words.levels}
      path="/stock-levels"
      query={{ item_id: itemId }}
      keyOf={level => level.warehouse.id}
      open={level => `/stock?item_id=${itemId}&at=${itemId}.${level.warehouse.id}`}
      empty={words.empty}
      columns={[
        { key: 'warehouse', label: words.warehouse, card: 'title', cell: level => level.warehouse.name },
        {
          key: 'quantity',
          label: words.onHand,
          isNumber: true,
          card: 'amount',
          cell: level => quantity(level.quantity, level.unit.symbol),
        },
        { key: 'reserved', label: words.reserved, isNumber: true, cell: level => quantity(level.reserved_quantity) },
        {
          key: 'free',
          label: words.free,
          isNumber: true,
          cell: level => <strong>{quantity(level.available_quantity)}</strong>,
        },
        { key: 'value', label: words.value, isNumber: true, card: 'none', cell: level => decimal(level.value, 2) },
      ]}
    />
  )
}

function Reservations({ itemId }: { itemId: string }) {
  const { stock: words } = useWords('items')
  const { quantity, day } = useFormat()
  return (
    <section className="stack-close">
      <h2>{words.reservations}</h2>
      <RelatedList<StockReservation>
        label={words.reservations}
        path="/stock-levels/reservations"
        query={{ item_id: itemId }}
        keyOf={reservation => reservation.id}
        open={reservation => `/orders/${reservation.order_id}`}
        empty={words.noReservations}
        columns={[
          {
            key: 'order',
            label: words.order,
            card: 'title',
            cell: ({ order_id }) => <Name kind="order" id={order_id} />,
          },
          { key: 'warehouse', label: words.warehouse, cell: ({ warehouse }) => warehouse.name },
          { key: 'delivery', label: words.delivery, cell: ({ delivery_date }) => day(delivery_date) },
          { key: 'wanted', label: words.wanted, isNumber: true, cell: row => quantity(row.wanted_quantity) },
          {
            key: 'issued',
            label: words.issued,
            isNumber: true,
            card: 'none',
            cell: row => quantity(row.issued_quantity),
          },
          {
            key: 'reserved',
            label: words.reserved,
            isNumber: true,
            card: 'amount',
            cell: row => quantity(row.reserved_quantity, row.unit.symbol),
          },
        ]}
      />
    </section>
  )
}
