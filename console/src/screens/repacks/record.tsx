/** One repack: what goes in beside what comes out, and how the cost is shared. */
import type { GoodsReceipt, Repack, StockIssue, StockLine } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Move, rehearse } from '../../data/actions.ts'
import { currentBook } from '../../data/book.ts'
import { useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Region } from '../../patterns/region.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './repacks.css'

export function RepackRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  return (
    <RecordScreen<Repack>
      path={`/repacks/${id}`}
      stages={['draft', 'confirmed']}
      mainActions={['confirm']}
      hasHistory={false}
      overview={repack => <RepackFacts repack={repack} />}
      sections={(repack, { etag }) => [
        { key: 'lines', label: words.lines, content: <Sides repack={repack} etag={etag} /> },
        {
          key: 'related',
          label: words.related,
          content: (
            <Related
              records={[
                { object: 'stock_issue', id: repack.stock_issue_id },
                { object: 'goods_receipt', id: repack.goods_receipt_id },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

function RepackFacts({ repack }: { repack: Repack }) {
  const { head } = useWords('repacks')
  const { day } = useFormat()
  return (
    <div className="panel">
      <Facts
        facts={[
          [head.warehouse_id, repack.warehouse.name],
          [head.date, day(repack.date)],
          [head.notes, repack.notes],
        ]}
      />
    </div>
  )
}

function Sides({ repack, etag }: { repack: Repack; etag: string | undefined }) {
  const words = useWords('repacks')
  const moves = useMoves(repack, etag)
  return (
    <div className="stack-close">
      <div className="sides">
        <Half title={words.input} path={`/stock-issues/${repack.stock_issue_id}`} moves={moves} />
        <Half title={words.output} path={`/goods-receipts/${repack.goods_receipt_id}`} moves={moves} />
      </div>
      {moves && <p className="quiet small">{words.split}</p>}
    </div>
  )
}

/** Of a draft the service rehearses the confirmation; a refusal is told when somebody confirms. */
function useMoves({ id, status }: Repack, etag: string | undefined): readonly Move[] | undefined {
  const path = `/repacks/${id}`
  const mayAct = useRights().has('stock:write')
  return useQuery({
    queryKey: [currentBook(), path, 'split', etag],
    queryFn: ({ signal }) => rehearse({ path, key: 'confirm', ifMatch: etag }, signal),
    enabled: mayAct && status === 'draft',
    retry: false,
    gcTime: 0,
  }).data?.body.effects?.moves
}

interface HalfProps {
  title: string
  path: string
  moves: readonly Move[] | undefined
}

function Half({ title, path, moves }: HalfProps) {
  const { loading } = useWords('frame')
  const half = useRecord<StockIssue | GoodsReceipt>(path).data?.body
  const columns = useColumns(moves)
  const to = half && `${half.object === 'stock_issue' ? '/issues' : '/receipts'}/${half.id}`
  return (
    <Region title={title} beside={to && <Link to={to}>{half.number}</Link>}>
      {half ? (
        <Table label={title} rows={half.lines} keyOf={({ id }) => id} columns={columns} />
      ) : (
        <Skeleton label={loading} />
      )}
    </Region>
  )
}

/** What is confirmed shows the cost of a unit; what is not, the value it would get. */
function useColumns(moves: readonly Move[] | undefined): readonly Column<StockLine>[] {
  const { lines: words } = useWords('repacks')
  const { quantity, decimal } = useFormat()
  const isValued = useRights().has('finance:read')
  const shownValue = ({ id, unit_price, unit }: StockLine) => {
    const value = moves?.find(({ line_id }) => line_id === id)?.value.replace(/^-/, '')
    if (value) return decimal(value, 2)
    // Beside each other the halves are narrow: their cells stand without the head of their column.
    return unit_price && `${decimal(unit_price, 2)} / ${unit.symbol}`
  }
  const label = moves ? words.value : words.unitCost
  return [
    { key: 'item', label: words.item_id, card: 'title', cell: ({ item }) => item.name },
    {
      key: 'quantity',
      label: words.quantity,
      isNumber: true,
      card: 'amount',
      cell: line => quantity(line.quantity, line.unit.symbol),
    },
    { key: 'lot', label: words.lot_number, cell: ({ lot_number }) => lot_number },
    ...(isValued ? [{ key: 'value', label, isNumber: true, cell: shownValue }] : []),
  ]
}
