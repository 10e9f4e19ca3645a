/** One batch: where it is, what was measured, what went in and what came out. */
import type { Batch } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { later } from '../../kit/later.tsx'
import { useEditing } from '../../patterns/editing.tsx'
import { FileButton } from '../../patterns/file-button.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useWords } from '../../words/use-words.ts'
import { BatchFacts } from './facts.tsx'
import { HeldBack } from './held-back.tsx'
import './panels.ts'
import { phases } from './phases.ts'
import { Readings } from './readings.tsx'

const EditBatch = later(async () => (await import('./edit.tsx')).EditBatch)
const Materials = later(async () => (await import('./materials.tsx')).Materials)
const Volumes = later(async () => (await import('./volumes.tsx')).Volumes)
const Costs = later(async () => (await import('./costs.tsx')).Costs)
const Products = later(async () => (await import('./products.tsx')).Products)

export function BatchRecord() {
  const id = useRouteId()
  const { sections: words, sheet } = useWords('batches')
  const rights = useRights()
  const editing = useEditing<Batch>(batch => rights.has('brewery:write') && batch.phase !== 'cancelled')
  const seesStock = rights.has('stock:read')
  return (
    <RecordScreen<Batch>
      path={`/batches/${id}`}
      stages={phases}
      mainActions={['advance_phase', 'create_material_issue', 'receive_production']}
      tools={batch => (
        <>
          {editing.button(batch)}
          {seesStock && (
            <FileButton path={`/batches/${id}/pdf`} how="open">
              {sheet}
            </FileButton>
          )}
        </>
      )}
      overview={batch => (
        <>
          <HeldBack batch={batch} />
          <BatchFacts batch={batch} />
        </>
      )}
      sections={(batch, { etag }) => [
        {
          key: 'readings',
          label: words.readings,
          content: editing.isOpen ? (
            <EditBatch batch={batch} etag={etag} onDone={editing.close} />
          ) : (
            <Readings batch={batch} />
          ),
        },
        ...(seesStock ? [{ key: 'materials', label: words.materials, content: <Materials batch={batch} /> }] : []),
        { key: 'volumes', label: words.volumes, content: <Volumes batch={batch} /> },
        ...(seesStock
          ? [
              { key: 'products', label: words.products, content: <Products batch={batch} /> },
              { key: 'costs', label: words.costs, content: <Costs batch={batch} /> },
            ]
          : []),
      ]}
    />
  )
}
