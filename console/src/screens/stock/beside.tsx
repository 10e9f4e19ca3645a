/** What a level consists of: its lots and those it is kept for. Beside the list where there is room, over it elsewhere. */
import type { StockLot, StockReservation } from '@cellarbook/sdk'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { Name } from '../../patterns/name.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Expiry } from './expiry.tsx'
import './stock.css'

const Dialog = later(async () => (await import('../../kit/dialog.tsx')).Dialog)

const room = matchMedia('(min-width: 1200px)')
const hearRoom = (hear: () => void) => {
  room.addEventListener('change', hear)
  return () => room.removeEventListener('change', hear)
}

interface Pair {
  itemId: string
  warehouseId: string
}

/** The chosen row is in the address: Back closes it. */
export function LevelBeside() {
  const { at } = useParams()
  const setParams = useSetParams()
  const hasRoom = useSyncExternalStore(hearRoom, () => room.matches)
  const [itemId, warehouseId] = at?.split('.') ?? []
  if (!itemId || !warehouseId) return null
  const close = () => setParams({ at: '' })
  const shown = { itemId, warehouseId, onClose: close }
  return hasRoom ? <Aside key={at} {...shown} /> : <Over {...shown} />
}

type ShownProps = Pair & { onClose: () => void }

function Aside({ onClose, ...pair }: ShownProps) {
  const { details: words } = useWords('stock')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <aside className="stock-beside panel stack" aria-labelledby={id}>
      <div className="spread">
        <h2 id={id} ref={heading} tabIndex={-1}>
          <Name kind="item" id={pair.itemId} />
        </h2>
        <Button look="plain" aria-label={words.close} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <Details {...pair} />
    </aside>
  )
}

function Over({ onClose, ...pair }: ShownProps) {
  const { details: words } = useWords('stock')
  return (
    <Dialog title={words.item} description={<Name kind="item" id={pair.itemId} />} onClose={onClose}>
      <Details {...pair} />
      <Button onClick={onClose}>{words.close}</Button>
    </Dialog>
  )
}

function Details({ itemId, warehouseId }: Pair) {
  const { details: words } = useWords('stock')
  const query = { item_id: itemId, warehouse_id: warehouseId }
  return (
    <>
      <p className="spread">
        <span className="quiet">
          <Name kind="warehouse" id={warehouseId} />
        </span>
        <Link to={`/items/${itemId}`}>{words.item}</Link>
      </p>
      <h3>{words.lots}</h3>
      <Lots query={query} />
      <h3>{words.reservations}</h3>
      <Reservations query={query} />
    </>
  )
}

function Lots({ query }: { query: Record<string, string> }) {
  const { details: words, lots } = useWords('stock')
  const { quantity } = useFormat()
  return (
    <RelatedList<StockLot>
      label={words.lots}
      path="/stock-levels/lots"
      query={{ ...query, sort: 'expiry_date' }}
      keyOf={({ id }) => id}
      open={({ id }) => `/lots/${id}`}
      empty={words.noLots}
      columns={[
        { key: 'lot', label: lots.lot, card: 'title', cell: ({ lot_number }) => lot_number ?? lots.unnamed },
        { key: 'expiry', label: lots.expiry, cell: ({ expiry_date }) => <Expiry day={expiry_date} /> },
        {
          key: 'left',
          label: lots.left,
          isNumber: true,
          card: 'amount',
          cell: lot => quantity(lot.quantity, lot.unit.symbol),
        },
      ]}
    />
  )
}

function Reservations({ query }: { query: Record<string, string> }) {
  const { details: words, levels } = useWords('stock')
  const { quantity, day } = useFormat()
  const mayReadOrders = useRights().has('sales:read')
  return (
    <RelatedList<StockReservation>
      label={words.reservations}
      path="/stock-levels/reservations"
      query={query}
      keyOf={({ id }) => id}
      {...(mayReadOrders && { open: ({ order_id }: StockReservation) => `/orders/${order_id}` })}
      empty={words.noReservations}
      columns={[
        {
          key: 'order',
          label: words.order,
          card: 'title',
          cell: ({ order_id }) => (mayReadOrders ? <OrderNumber id={order_id} /> : words.order),
        },
        { key: 'delivery', label: words.delivery, cell: row => day(row.delivery_date) },
        {
          key: 'reserved',
          label: levels.reserved,
          isNumber: true,
          card: 'amount',
          cell: row => quantity(row.reserved_quantity, row.unit.symbol),
        },
      ]}
    />
  )
}

const OrderNumber = ({ id }: { id: string }) => <Name kind="order" id={id} />
