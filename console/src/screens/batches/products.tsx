/** What became of a batch: beer in stock, what was filled, other batches, and who got any of it. */
import type { Batch, BatchTrace, PackagingRunListItem, StockTraceStep } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { Table } from '../../kit/table.tsx'
import { ListProblem } from '../../patterns/list-rows.tsx'
import { Region } from '../../patterns/region.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function Products({ batch }: { batch: Batch }) {
  const { loading } = useWords('frame')
  const { products: words } = useWords('batches')
  const { data, error } = useRecord<BatchTrace>(`/batches/${batch.id}/trace`)
  return (
    <div className="stack">
      {error && <ListProblem error={error} />}
      {!data && !error && <Skeleton label={loading} />}
      {data && <Steps label={words.lots} steps={[...data.body.beer, ...data.body.products]} />}
      <Runs batch={batch} />
      {data && <Others trace={data.body} />}
    </div>
  )
}

function Steps({ label, steps }: { label: string; steps: readonly StockTraceStep[] }) {
  const { products: words } = useWords('batches')
  const { day, quantity } = useFormat()
  if (steps.length === 0) return <p className="quiet">{words.noLots}</p>
  return (
    <section className="stack-close">
      <h2>{label}</h2>
      <Table
        label={label}
        rows={steps}
        keyOf={step => `${step.lot_id} ${step.document.id}`}
        columns={[
          {
            key: 'lot',
            label: words.lot,
            card: 'title',
            cell: step => <Link to={`/lots/${step.lot_id}`}>{step.lot_number ?? words.noNumber}</Link>,
          },
          { key: 'item', label: words.item, card: 'wide', cell: step => step.item.name },
          { key: 'warehouse', label: words.warehouse, cell: step => step.warehouse.name },
          { key: 'document', label: words.document, card: 'none', cell: step => <DocumentLink step={step} /> },
          { key: 'date', label: words.date, card: 'none', cell: step => day(step.document.date) },
          {
            key: 'quantity',
            label: words.quantity,
            isNumber: true,
            card: 'amount',
            cell: step => quantity(step.quantity, step.unit.symbol),
          },
        ]}
      />
    </section>
  )
}

function DocumentLink({ step: { document } }: { step: StockTraceStep }) {
  const to = screenOf(document.object, document.id)
  return to ? <Link to={to}>{document.number}</Link> : document.number
}

function Runs({ batch }: { batch: Batch }) {
  const { products: words } = useWords('batches')
  const { screens } = useWords('frame')
  const { day, quantity } = useFormat()
  const rights = useRights()
  const mayFill =
    rights.has('brewery:write') &&
    rights.has('stock:write') &&
    batch.phase !== 'cancelled' &&
    batch.phase !== 'completed'
  return (
    <section className="stack-close">
      <h2>{screens.packagingRuns}</h2>
      <RelatedList<PackagingRunListItem>
        label={screens.packagingRuns}
        path="/packaging-runs"
        query={{ batch_id: batch.id }}
        keyOf={run => run.id}
        open={run => `/packaging-runs/${run.id}`}
        empty={words.noRuns}
        tools={mayFill && <Link to={`/packaging-runs/new?batch_id=${batch.id}`} look="normal" children={words.fill} />}
        columns={[
          { key: 'number', label: words.number, card: 'title', cell: run => run.number },
          { key: 'state', label: words.state, cell: run => <State of="packaging_run" value={run.status} /> },
          { key: 'date', label: words.date, cell: run => day(run.date) },
          {
            key: 'filled',
            label: words.filled,
            isNumber: true,
            card: 'amount',
            cell: run => quantity(run.filled_quantity, run.unit.symbol),
          },
        ]}
      />
    </section>
  )
}

/** Batches it was split from or blended with, and the list for a recall. */
function Others({ trace: { batches, partners } }: { trace: BatchTrace }) {
  const { products: words } = useWords('batches')
  const { quantity } = useFormat()
  return (
    <>
      {batches.length > 0 && (
        <Region title={words.batches}>
          <ul className="stack-close">
            {batches.map(({ id, number, relation, volume_l }) => (
              <li key={`${id} ${relation}`} className="row">
                <span className="quiet">{words.relations[relation]}</span>
                <Link to={`/batches/${id}`}>{number}</Link> {quantity(volume_l, 'l')}
              </li>
            ))}
          </ul>
        </Region>
      )}
      {partners.length > 0 && (
        <Region title={words.partners}>
          <ul className="row">
            {partners.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/partners/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </Region>
      )}
    </>
  )
}
