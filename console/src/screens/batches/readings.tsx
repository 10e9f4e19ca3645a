/** What was measured: the curve, a form for one hand, and every reading. */
import type { Batch, Measurement } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { patch } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { later } from '../../kit/later.tsx'
import { toast } from '../../kit/toast.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { RelatedList } from '../../patterns/related-list.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type Axis, axes, symbols } from './axes.ts'
import './batches.css'

/** Plots are the largest part of the screen, and below its head. */
const Curve = later(async () => (await import('./curve.tsx')).Curve)
const MeasureForm = later(async () => (await import('./measure-form.tsx')).MeasureForm)

export function Readings({ batch }: { batch: Batch }) {
  const mayMeasure = useRights().has('brewery:write') && batch.phase !== 'cancelled'
  return (
    <div className="readings">
      <Curve batch={batch} />
      {mayMeasure && <MeasureForm batch={batch} />}
      <Taken batch={batch} mayChange={mayMeasure} />
    </div>
  )
}

function Taken({ batch, mayChange }: { batch: Batch; mayChange: boolean }) {
  const { readings: words } = useWords('batches')
  const { states } = useWords('records')
  const { quantity } = useFormat()
  const columnOf = (axis: Axis) => ({
    key: axis,
    label: words.axes[axis],
    isNumber: true,
    card: 'none' as const,
    cell: (row: Measurement) => row[axis] && quantity(row[axis], symbols[axis]),
  })
  return (
    <RelatedList<Measurement>
      label={words.all}
      path={`/batches/${batch.id}/measurements`}
      keyOf={row => row.id}
      empty={words.empty}
      columns={[
        { key: 'at', label: words.at, card: 'wide', cell: row => <TakenAt row={row} /> },
        ...axes.slice(0, 3).map(columnOf),
        { key: 'others', label: words.others, card: 'none', cell: row => <Values row={row} of={axes.slice(3)} /> },
        { key: 'phase', label: words.phase, card: 'none', cell: row => states.batch[row.phase] },
        { key: 'note', label: words.note, card: 'wide', cell: row => row.note },
        { key: 'valid', label: words.validity, cell: row => <Validity row={row} mayChange={mayChange} /> },
      ]}
    />
  )
}

/** On a card the values stand below the time, in one line. */
function TakenAt({ row }: { row: Measurement }) {
  const { instant } = useFormat()
  return (
    <>
      {instant(row.measured_at)}
      <strong className="readings-card">
        <Values row={row} of={axes} />
      </strong>
    </>
  )
}

function Values({ row, of }: { row: Measurement; of: readonly Axis[] }) {
  const { quantity } = useFormat()
  const shown = (axis: Axis) => (axis === 'ph' ? `pH ${quantity(row.ph!)}` : quantity(row[axis]!, symbols[axis]))
  return of
    .filter(axis => row[axis] !== null)
    .map(shown)
    .join(' · ')
}

/** An outlier is marked, never deleted. */
function Validity({ row, mayChange }: { row: Measurement; mayChange: boolean }) {
  const { readings: words } = useWords('batches')
  const marking = useMutation({
    mutationFn: () =>
      patch(`/batches/${row.batch_id}/measurements/${row.id}`, {
        body: { is_valid: !row.is_valid },
        idempotencyKey: newId(),
      }),
    onSuccess: () => void refresh(currentBook(), ['/batches', '/reports']),
    onError: error => toast(<ProblemAlert error={error} />, 'bad'),
  })
  return (
    <span className="row">
      {!row.is_valid && <span className="quiet">{words.outlier}</span>}
      {mayChange && (
        <Button look="plain" isOff={marking.isPending} onClick={() => marking.mutate()}>
          {row.is_valid ? words.mark : words.unmark}
        </Button>
      )}
    </span>
  )
}
