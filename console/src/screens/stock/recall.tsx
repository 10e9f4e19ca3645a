/** Everyone who has to be told when a lot comes back: on paper with room to say when they were. */
import type { StockLotTrace } from '@cellarbook/sdk'
import { type Column, Table } from '../../kit/table.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { TraceStep } from './branches.ts'

export function RecallList({ trace }: { trace: StockLotTrace }) {
  const { trace: words, lots } = useWords('stock')
  const { lot, went_to, partners } = trace
  const rows = went_to.filter(({ partner }) => partner !== null)
  const columns = useColumns()
  return (
    <Region title={words.recall}>
      {partners.length === 0 ? (
        <p className="quiet">{words.nobody}</p>
      ) : (
        <>
          <p className="quiet">{words.recallText(`${lot.lot_number ?? lots.unnamed}, ${lot.item.name}`)}</p>
          <Table
            label={words.recall}
            rows={rows}
            keyOf={({ lot_id, document }) => `${lot_id} ${document.id}`}
            columns={columns}
          />
        </>
      )}
    </Region>
  )
}

function useColumns(): readonly Column<TraceStep>[] {
  const { trace: words } = useWords('stock')
  const { quantity, day } = useFormat()
  return [
    { key: 'partner', label: words.partner, card: 'title', cell: ({ partner }) => partner?.name },
    { key: 'item', label: words.item, card: 'wide', cell: ({ item }) => item.name },
    { key: 'lot', label: words.lot, cell: ({ lot_number }) => lot_number },
    { key: 'document', label: words.documents, cell: ({ document }) => document.number },
    { key: 'date', label: words.date, cell: ({ document }) => day(document.date) },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'amount',
      cell: step => quantity(step.quantity, step.unit.symbol),
    },
    { key: 'told', label: words.contact, card: 'none', cell: () => <span className="told" /> },
  ]
}
