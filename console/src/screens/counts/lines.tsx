/** The lines of a count. One may be written down here too, or corrected; on a phone counting has a screen of its own. */
import type { InventoryCount, InventoryCountLine } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { useRights } from '../../data/session.ts'
import { isZero } from '../../format/decimal.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Column } from '../../kit/table.tsx'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blank, bodyOf, type CountedDraft, draftOf } from './counted.ts'

const CountedFields = later(async () => (await import('./counted-fields.tsx')).CountedFields)

export function CountLines({ count, etag }: { count: InventoryCount; etag: string | undefined }) {
  const { lines: words } = useWords('counts')
  const mayWrite = useRights().has('stock:write')
  useEffect(CountedFields.preload, [])
  const isOpen = mayWrite && (count.status === 'draft' || count.status === 'running')
  return (
    <>
      {count.lines.length === 0 && <p className="quiet">{count.status === 'draft' ? words.empty : words.none}</p>}
      <StoredLines<InventoryCountLine, CountedDraft>
        label={words.label}
        path={`/inventory-counts/${count.id}`}
        etag={etag}
        lines={count.lines}
        columns={useColumns()}
        isOpen={isOpen}
        isKept
        nameOf={({ item, lot_number, unit }) => [item.name, lot_number, unit.symbol].filter(Boolean).join(' · ')}
        blank={blank}
        draftOf={draftOf}
        bodyOf={bodyOf}
        fields={(line, change, isNew) => <CountedFields count={count} line={line} change={change} isNew={isNew} />}
      />
    </>
  )
}

function useColumns(): readonly Column<InventoryCountLine>[] {
  const { lines: words } = useWords('counts')
  const { quantity, day } = useFormat()
  const shown = (amount: string | null) => amount !== null && quantity(amount)
  return [
    {
      key: 'item',
      label: words.item,
      card: 'title',
      cell: ({ item }) => (
        <>
          <Link to={`/items/${item.id}`}>{item.name}</Link> <span className="quiet small">{item.code}</span>
        </>
      ),
    },
    {
      key: 'lot',
      label: words.lot,
      cell: ({ lot_id, lot_number }) => lot_id && <Link to={`/lots/${lot_id}`}>{lot_number ?? '–'}</Link>,
    },
    { key: 'expiry', label: words.expiry, card: 'none', cell: ({ expiry_date }) => day(expiry_date) },
    {
      key: 'expected',
      label: words.expected,
      isNumber: true,
      cell: line =>
        line.expected_quantity !== null && (
          <>
            <span className="card-label">{words.expected} </span>
            {quantity(line.expected_quantity, line.unit.symbol)}
          </>
        ),
    },
    {
      key: 'counted',
      label: words.counted,
      isNumber: true,
      card: 'amount',
      cell: line => shown(line.counted_quantity),
    },
    {
      key: 'difference',
      label: words.difference,
      isNumber: true,
      cell: ({ difference }) =>
        difference !== null && (isZero(difference) ? quantity(difference) : <strong>{quantity(difference)}</strong>),
    },
  ]
}
