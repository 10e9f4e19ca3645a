/** Lots that are in stock, those to be used first at the top. */
import type { StockLot, Warehouse } from '@cellarbook/sdk'
import { type Page, useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { Name } from '../../patterns/name.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Expiry } from './expiry.tsx'
import './stock.css'

export function LotList() {
  const { screens } = useWords('frame')
  const { lots: words } = useWords('stock')
  return (
    <ListScreen<StockLot>
      title={screens.lots}
      path="/stock-levels/lots"
      fixed={{ sort: 'expiry_date' }}
      hasSearch={false}
      columns={useColumns()}
      filters={useFilters()}
      keyOf={({ id }) => id}
      open={({ id }) => `/lots/${id}`}
      empty={words.empty}
    />
  )
}

function useFilters(): readonly Filter[] {
  const { lots: words } = useWords('stock')
  return [
    { kind: 'flag', name: 'include_empty', label: words.withEmpty },
    { kind: 'text', name: 'lot_number', label: words.exactly },
    { kind: 'record', name: 'item_id', label: words.item, of: 'item' },
    { kind: 'record', name: 'warehouse_id', label: words.warehouse, of: 'warehouse' },
  ]
}

function useColumns(): readonly ListColumn<StockLot>[] {
  const { lots: words, levels } = useWords('stock')
  const { quantity, decimal, day } = useFormat()
  const isValued = useRights().has('finance:read')
  const warehouses = useRecord<Page<Warehouse>>('/warehouses').data?.body.data
  const price: ListColumn<StockLot> = {
    key: 'price',
    label: words.price,
    isNumber: true,
    card: 'none',
    cell: lot => decimal(lot.unit_price, 2),
    csv: lot => lot.unit_price,
  }
  const left = { isNumber: true, cell: (lot: StockLot) => quantity(lot.quantity, lot.unit.symbol) }
  return [
    {
      key: 'lot',
      label: words.lot,
      card: 'title',
      cell: ({ lot_number }) => lot_number ?? words.unnamed,
      csv: ({ lot_number }) => lot_number ?? '',
    },
    { key: 'item', label: words.item, card: 'wide', cell: ({ item }) => item.name, csv: ({ item }) => item.name },
    {
      key: 'expiry',
      label: words.expiry,
      cell: ({ expiry_date }) => <Expiry day={expiry_date} />,
      csv: ({ expiry_date }) => expiry_date ?? '',
    },
    {
      key: 'warehouse',
      label: words.warehouse,
      cell: ({ warehouse_id }) => <Name kind="warehouse" id={warehouse_id} />,
      csv: ({ warehouse_id }) => warehouses?.find(({ id }) => id === warehouse_id)?.name ?? warehouse_id,
    },
    {
      key: 'supplier',
      label: words.supplier,
      card: 'none',
      cell: lot => lot.supplier_name,
      csv: lot => lot.supplier_name ?? '',
    },
    {
      key: 'received',
      label: words.received,
      card: 'none',
      cell: ({ receipt }) => day(receipt.date),
      csv: ({ receipt }) => receipt.date,
    },
    { key: 'left', label: words.left, card: 'amount', ...left, csv: lot => lot.quantity },
    { key: 'unit', label: levels.unit, isHidden: true, cell: ({ unit }) => unit.code, csv: ({ unit }) => unit.code },
    ...(isValued ? [price] : []),
  ]
}
