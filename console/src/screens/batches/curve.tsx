/** Gravity, temperature and pH over time, with the phases behind them. */
import type { Batch, Measurement, MeasurementPoint } from '@cellarbook/sdk'
import { useQueries } from '@tanstack/react-query'
import { type Page, recordQuery, useRecord } from '../../data/queries.ts'
import { LinesPlot } from '../../kit/lines-plot.tsx'
import type { PlotSeries, PlotTone } from '../../kit/plot-shapes.ts'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { type Axis, plotted, symbols } from './axes.ts'

const tones: readonly PlotTone[] = ['accent', 'news', 'good']

/** As fine as a screen can show. */
const points = 400
/** Of readings that are plotted one by one. */
const most = 200

export function Curve({ batch }: { batch: Batch }) {
  const { curve: words, readings } = useWords('batches')
  const { states } = useWords('records')
  const { instant, quantity } = useFormat()
  const series = useSeries(batch.id)
  const until = batch.phases.findLast(({ ended_at }) => ended_at !== null)?.ended_at
  const isOpen = batch.phases.some(({ ended_at }) => ended_at === null)
  return (
    <Region title={words.title}>
      {series.length === 0 ? (
        <p className="quiet">{readings.empty}</p>
      ) : (
        <LinesPlot
          // The newest reading is the one shown, also when another comes.
          key={series.map(one => one.points.length).join(' ')}
          label={words.title}
          words={words}
          series={series}
          bands={batch.phases.map(({ phase, started_at, ended_at }) => ({
            label: states.batch[phase],
            from: started_at,
            to: ended_at,
          }))}
          until={isOpen ? new Date().toISOString() : (until ?? batch.created_at)}
          showValue={(value, { key }) => quantity(value, symbols[key as (typeof plotted)[number]])}
          showAt={instant}
        />
      )}
    </Region>
  )
}

/** Those that were ever measured: every reading while there are few, else what a screen can show of them. */
function useSeries(batchId: string): PlotSeries[] {
  const { readings } = useWords('batches')
  const few = useRecord<Page<Measurement>>(`/batches/${batchId}/measurements`, { is_valid: true, limit: most }).data
    ?.body
  const many = useQueries({
    queries: plotted.map(axis => ({
      ...recordQuery<{ data: MeasurementPoint[] }>(`/batches/${batchId}/measurement-series`, { axis, points }),
      enabled: few?.has_more === true,
    })),
  })
  return plotted.flatMap((axis, index) => {
    const gathered = many[index]?.data?.body.data.map(({ at, last }) => ({ at, value: last })) ?? []
    const found = few?.has_more ? gathered : exactly(few?.data ?? [], axis)
    if (found.length === 0) return []
    return [{ key: axis, label: readings.axes[axis], tone: tones[index]!, points: found }]
  })
}

const exactly = (taken: readonly Measurement[], axis: Axis): { at: string; value: string }[] =>
  taken
    .flatMap(row => (row[axis] === null ? [] : [{ at: row.measured_at, value: row[axis] }]))
    .sort((one, other) => (one.at < other.at ? -1 : 1))
