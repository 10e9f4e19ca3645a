/** PURE: the shapes of a plot. Numbers are for pixels only; what is read out is the text of the service. */
import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

export type PlotTone = 'accent' | 'good' | 'warn' | 'bad' | 'news'

export interface PlotSeries {
  key: string
  label: string
  tone: PlotTone
  points: readonly { at: string; value: string }[]
}

interface Bar {
  key: string
  tone: PlotTone
  x: number
  y: number
  width: number
  height: number
}

export interface Drawn {
  /** What the uppermost line stands for. */
  top: string
  lines: number[]
  /** The middle of each step. */
  steps: number[]
  areas: { key: string; tone: PlotTone; area: string; line: string }[]
  bars: Bar[]
}

export const plotWidth = 480
export const plotHeight = 120
const gap = 2

const heightsOf = ({ points }: PlotSeries): number[] => points.map(({ value }) => Math.max(0, Number(value)))

export function drawPlot(kind: 'area' | 'bars', series: readonly PlotSeries[]): Drawn {
  const count = series[0]?.points.length ?? 0
  const sums = Array.from({ length: count }, (_, index) =>
    series.reduce((sum, one) => sum + (heightsOf(one)[index] ?? 0), 0),
  )
  const most = Math.max(1, ...(kind === 'bars' ? sums : series.flatMap(heightsOf)))
  const y = scaleLinear().domain([0, most]).nice(4).range([plotHeight, 4])
  const width = plotWidth / Math.max(1, count)
  const steps = Array.from({ length: count }, (_, index) => (index + 0.5) * width)
  return {
    top: String(y.domain()[1]),
    lines: y.ticks(4).map(tick => y(tick)),
    steps,
    areas: kind === 'area' ? series.map(one => areaOf(one, { y, steps })) : [],
    bars: kind === 'bars' ? barsOf(series, { y, width }) : [],
  }
}

function areaOf(series: PlotSeries, { y, steps }: { y: (value: number) => number; steps: readonly number[] }) {
  const heights = heightsOf(series)
  const x = (_: number, index: number): number => steps[index] ?? 0
  return {
    key: series.key,
    tone: series.tone,
    area: area<number>(x, plotHeight, value => y(value))(heights) ?? '',
    line: line<number>(x, value => y(value))(heights) ?? '',
  }
}

/** One upon another. */
function barsOf(series: readonly PlotSeries[], { y, width }: { y: (value: number) => number; width: number }): Bar[] {
  const below: number[] = []
  return series.flatMap(one =>
    heightsOf(one).map((value, index) => {
      const from = below[index] ?? 0
      below[index] = from + value
      return {
        key: `${one.key} ${one.points[index]?.at}`,
        tone: one.tone,
        x: index * width + gap / 2,
        y: y(from + value),
        width: Math.max(1, width - gap),
        height: y(from) - y(from + value),
      }
    }),
  )
}
