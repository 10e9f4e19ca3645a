/** The lines of a stored receipt or issue. */
import type { StockLine } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import type { Column } from '../../kit/table.tsx'
import { StoredLines } from '../../patterns/stored-lines.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankLine, bodyOfLine, draftOfLine, type LineDraft } from './draft.ts'
import { familyOf, type StockDocument } from './family.ts'

const LineFields = later(async () => (await import('./line-fields.tsx')).LineFields)

export function DocumentLines({ document, etag }: { document: StockDocument; etag: string | undefined }) {
  const { lines: words } = useWords('documents')
  const mayWrite = useRights().has('stock:write')
  useEffect(LineFields.preload, [])
  return (
    <StoredLines<StockLine, LineDraft>
      label={words.label}
      path={`${familyOf(document).path}/${document.id}`}
      etag={etag}
      lines={document.lines}
      columns={useColumns(document)}
      isOpen={mayWrite && document.status === 'draft'}
      isKept
      blank={blankLine}
      draftOf={draftOfLine}
      bodyOf={bodyOfLine(document.object)}
      fields={(line, change, isNew) => <LineFields document={document} line={line} change={change} isNew={isNew} />}
    />
  )
}

function useColumns(document: StockDocument): readonly Column<StockLine>[] {
  const { lines: words, ...all } = useWords('documents')
  const { quantity, decimal, day } = useFormat()
  const isReceipt = document.object === 'goods_receipt'
  const isValued = isReceipt || useRights().has('finance:read')
  const price: Column<StockLine> = {
    key: 'price',
    label: isReceipt ? words.price : words.cost,
    isNumber: true,
    card: 'none',
    cell: ({ unit_price }) => unit_price && decimal(unit_price, 2),
  }
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
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'amount',
      cell: line => quantity(line.quantity, line.unit.symbol),
    },
    { key: 'lot', label: words.lot, cell: line => <LotOfLine line={line} document={document} /> },
    { key: 'expiry', label: words.expiry, cell: ({ expiry_date }) => day(expiry_date) },
    {
      key: 'moved',
      label: all[document.object].handled,
      isNumber: true,
      cell: ({ issued_quantity, quantity: wanted }) =>
        issued_quantity !== null && issued_quantity !== wanted && <strong>{quantity(issued_quantity)}</strong>,
    },
    ...(isValued ? [price] : []),
    { key: 'notes', label: words.notes, card: 'wide', cell: ({ notes }) => notes },
  ]
}

/** A posted receipt line is itself the lot; an issue line may name the one it takes. */
function LotOfLine({ line, document }: { line: StockLine; document: StockDocument }) {
  const { lot: words } = useWords('documents')
  const id = document.object === 'goods_receipt' && document.status === 'confirmed' ? line.id : line.lot_id
  const name = line.lot_number ?? (id ? words.unnamed : '')
  return id ? <Link to={`/lots/${id}`}>{name}</Link> : name
}
