/** One packaging run: what came in, what was filled, what was lost, and the lots that were made. */
import type { PackagingRun } from '@cellarbook/sdk'
import { useMayOpen } from '../../data/forms.ts'
import { useSession } from '../../data/session.ts'
import { type Fact, Facts } from '../../kit/facts.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { Name } from '../../patterns/name.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { Related } from '../../patterns/related.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { FilledOutputs } from './filled.tsx'

const EditRun = later(async () => (await import('./edit.tsx')).EditRun)

export function RunRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  const { outputs } = useWords('runs')
  const mayWrite = useMayOpen('/packaging-runs/new')
  const editing = useEditing<PackagingRun>(run => mayWrite && run.status === 'draft')
  return (
    <RecordScreen<PackagingRun>
      path={`/packaging-runs/${id}`}
      stages={['draft', 'confirmed']}
      mainActions={['confirm']}
      tools={editing.button}
      overview={run => <RunFacts run={run} />}
      sections={(run, { etag }) => [
        {
          key: 'outputs',
          label: outputs.label,
          content: editing.isOpen ? (
            <EditRun run={run} etag={etag} onDone={editing.close} />
          ) : (
            <FilledOutputs run={run} />
          ),
        },
        { key: 'related', label: words.related, content: <RelatedToRun run={run} /> },
      ]}
    />
  )
}

function RunFacts({ run }: { run: PackagingRun }) {
  const { facts, sources } = useWords('runs')
  const { day, quantity, percent, money } = useFormat()
  const { currency } = useSession().account
  const amount = (value: string | null) => value && money(value, currency)
  const litres: Fact[] = [
    [facts.released, quantity(run.released_quantity, run.unit.symbol)],
    [facts.filled, quantity(run.filled_quantity, run.unit.symbol)],
    [facts.loss, `${quantity(run.loss_quantity, run.unit.symbol)} (${percent(run.loss_pct)})`],
  ]
  return (
    <div className="panel stack">
      <Facts
        facts={[
          [facts.beer, <Link key="beer" to={`/items/${run.item.id}`} children={run.item.name} />],
          [
            facts.batch,
            run.batch_id && (
              <Link to={`/batches/${run.batch_id}`}>
                <Name kind="batch" id={run.batch_id} />
              </Link>
            ),
          ],
          [facts.source, run.batch_id && sources[run.source]],
          [facts.date, day(run.date)],
          [facts.warehouse, run.warehouse.name],
          [facts.target, run.target_warehouse.id === run.warehouse.id ? '' : run.target_warehouse.name],
          [facts.notes, run.notes],
        ]}
      />
      <Facts
        facts={[
          ...litres,
          [facts.liquid, amount(run.totals.liquid)],
          [facts.materials, amount(run.totals.materials)],
          [facts.total, amount(run.totals.total)],
        ]}
      />
    </div>
  )
}

function RelatedToRun({ run: { batch_id, documents } }: { run: PackagingRun }) {
  return (
    <Related
      records={[
        { object: 'batch', id: batch_id },
        { object: 'goods_receipt', id: documents.production_receipt_id },
        { object: 'stock_issue', id: documents.tank_release_id },
        { object: 'stock_issue', id: documents.packaging_issue_id },
        { object: 'goods_receipt', id: documents.goods_receipt_id },
      ]}
    />
  )
}
