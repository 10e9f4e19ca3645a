/** Lots of an item that are in stock. */
import type { StockLot } from '@cellarbook/sdk'
import { Name } from '../../patterns/name.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function LotsOfItem({ itemId }: { itemId: string }) {
  const { lots: words, sections } = useWords('items')
  const { quantity, day, decimal } = useFormat()
  return (
    <RelatedList<StockLot>
      label={sections.lots}
      path="/stock-levels/lots"
      query={{ item_id: itemId }}
      keyOf={lot => lot.id}
      open={lot => `/lots/${lot.id}`}
      empty={words.empty}
      columns={[
        { key: 'lot', label: words.lot, card: 'title', cell: ({ lot_number }) => lot_number ?? words.noNumber },
        { key: 'expiry', label: words.expiry, cell: ({ expiry_date }) => day(expiry_date) },
        {
          key: 'warehouse',
          label: words.warehouse,
          cell: ({ warehouse_id }) => <Name kind="warehouse" id={warehouse_id} />,
        },
        { key: 'receipt', label: words.receipt, card: 'none', cell: ({ receipt }) => receipt.code },
        { key: 'received', label: words.received, card: 'none', cell: ({ receipt }) => day(receipt.date) },
        { key: 'supplier', label: words.supplier, card: 'none', cell: lot => lot.supplier_name },
        { key: 'price', label: words.price, isNumber: true, card: 'none', cell: lot => decimal(lot.unit_price, 2) },
        {
          key: 'quantity',
          label: words.quantity,
          isNumber: true,
          card: 'amount',
          cell: lot => quantity(lot.quantity, lot.unit.symbol),
        },
      ]}
    />
  )
}
