/** One lot: what it is, where it came from, where it went, and whom to call when it has to come back. */
import type { StockLot, StockLotTrace } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Name } from '../../patterns/name.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Expiry } from './expiry.tsx'
import { RecallList } from './recall.tsx'
import './stock.css'
import { TraceTree } from './trace.tsx'

export function LotRecord() {
  const { loading } = useWords('frame')
  const trace = useRecord<StockLotTrace>(`/stock-lots/${useRouteId()}/trace`)
  if (trace.data) return <Traced trace={trace.data.body} />
  return trace.isError ? <RecordProblem error={trace.error} /> : <Skeleton label={loading} />
}

function Traced({ trace }: { trace: StockLotTrace }) {
  const { trace: words, lots } = useWords('stock')
  const { lot } = trace
  return (
    <Screen
      title={`${words.lot} ${lot.lot_number ?? lots.unnamed}`}
      actions={<Button onClick={() => print()}>{words.print}</Button>}
    >
      <LotFacts lot={lot} />
      <RecallList trace={trace} />
      <div className="trace-pair">
        <TraceTree title={words.back} lot={lot} steps={trace.came_from} way="back" />
        <TraceTree title={words.on} lot={lot} steps={[...trace.became, ...trace.went_to]} way="on" />
      </div>
    </Screen>
  )
}

function LotFacts({ lot }: { lot: StockLot }) {
  const { lots: words } = useWords('stock')
  const { quantity, decimal, day } = useFormat()
  const isValued = useRights().has('finance:read')
  const { item, receipt, unit } = lot
  return (
    <div className="panel">
      <Facts
        facts={[
          [
            words.item,
            <Link key="item" to={`/items/${item.id}`}>
              {`${item.code ?? ''} ${item.name}`.trim()}
            </Link>,
          ],
          [words.warehouse, <Name key="warehouse" kind="warehouse" id={lot.warehouse_id} />],
          [words.expiry, lot.expiry_date && <Expiry key="expiry" day={lot.expiry_date} />],
          [words.left, quantity(lot.quantity, unit.symbol)],
          [words.received, `${quantity(lot.received_quantity, unit.symbol)}, ${day(receipt.date)}`],
          [
            words.receipt,
            <Link key="receipt" to={`/receipts/${receipt.id}`}>
              {receipt.code}
            </Link>,
          ],
          [words.supplier, lot.supplier_name],
          [words.price, isValued && `${decimal(lot.unit_price, 2)} / ${unit.symbol}`],
        ]}
      />
    </div>
  )
}
