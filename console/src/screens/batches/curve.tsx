/** Gravity, temperature and pH over time, with the phases behind them. */
import type { Batch, Report } from '@cellarbook/sdk'
import { useRecord } from '../../data/queries.ts'
import { LinesPlot } from '../../kit/lines-plot.tsx'
import type { PlotSeries, PlotTone } from '../../kit/plot-shapes.ts'
import { Region } from '../../patterns/region.tsx'
import { currentTime, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { plotted, symbols } from './axes.ts'

const tones: readonly PlotTone[] = ['accent', 'news', 'good']

export function Curve({ batch }: { batch: Batch }) {
  const { curve: words } = useWords('batches')
  const { states } = useWords('records')
  const { instant, quantity } = useFormat()
  const series = useSeries(batch.id)
  const until = batch.phases.findLast(({ ended_at }) => ended_at !== null)?.ended_at
  const isOpen = batch.phases.some(({ ended_at }) => ended_at === null)
  return (
    <Region title={words.title}>
      {series?.length === 0 && <p className="quiet">{words.empty}</p>}
      {series && series.length > 0 && (
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
          until={isOpen ? new Date(currentTime()).toISOString() : (until ?? batch.created_at)}
          showValue={(value, { key }) => quantity(value, symbols[key as (typeof plotted)[number]])}
          showAt={instant}
        />
      )}
    </Region>
  )
}

/**
 * Those that were ever measured; the service gives every reading, or of many what a screen can show. Undefined until it has
 * answered: nothing measured is something else than not known yet.
 */
function useSeries(batchId: string): PlotSeries[] | undefined {
  const { readings } = useWords('batches')
  const report = useRecord<Report>('/reports/batch_measurements', { batch_id: batchId }).data?.body
  return (
    report &&
    plotted.flatMap((axis, index) => {
      const found = report.series.find(({ key }) => key === axis)
      return found ? [{ key: axis, label: readings.axes[axis], tone: tones[index]!, points: found.points }] : []
    })
  )
}
