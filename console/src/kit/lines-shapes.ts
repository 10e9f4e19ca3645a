/** PURE: lines over one time, each with a scale of its own, and bands behind them. Numbers are for pixels only. */
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import type { PlotSeries } from './plot-shapes.ts'

/** A stretch of time with a name; open at its end while it lasts. */
export interface Band {
  label: string
  from: string
  to: string | null
}

export interface DrawnLine {
  key: string
  path: string
  /** A stroke of no length at each reading: it stays round however the picture is stretched. */
  dots: string
  /** What the upper and the lower edge stand for. */
  top: string
  bottom: string
}

export interface DrawnLines {
  /** Every moment something was read, in order. */
  moments: string[]
  /** In percent of the width. */
  places: number[]
  bands: { label: string; left: number; width: number }[]
  lines: DrawnLine[]
}

export const lineWidth = 480
export const lineHeight = 72
const inset = 6

const momentOf = (at: string): number => Date.parse(at)

export function drawLines(series: readonly PlotSeries[], bands: readonly Band[], until: string): DrawnLines {
  const moments = [...new Set(series.flatMap(({ points }) => points.map(({ at }) => at)))].sort()
  const ends = bands.map(({ to }) => to ?? until)
  const all = [...moments, ...bands.map(({ from }) => from), ...ends].map(momentOf)
  const span = [Math.min(...all), Math.max(...all)]
  const x = scaleLinear()
    .domain(span)
    .range([inset, lineWidth - inset])
  const percent = (at: string): number => (x(momentOf(at)) / lineWidth) * 100
  return {
    moments,
    places: moments.map(percent),
    bands: bands.map(({ label, from, to }) => ({
      label,
      left: percent(from),
      width: percent(to ?? until) - percent(from),
    })),
    lines: series.map(one => drawLine(one, at => x(momentOf(at)))),
  }
}

function drawLine({ key, points }: PlotSeries, x: (at: string) => number): DrawnLine {
  const values = points.map(({ value }) => Number(value))
  const [least, most] = [Math.min(...values), Math.max(...values)]
  // One value, or always the same: in the middle.
  const room = most === least ? 1 : 0
  const y = scaleLinear()
    .domain([least - room, most + room])
    .nice(5)
    .range([lineHeight - inset, inset])
  const places = points.map(({ at, value }): [number, number] => [x(at), y(Number(value))])
  return {
    key,
    path: line()(places) ?? '',
    dots: places.map(([left, top]) => `M${left} ${top}h0`).join(''),
    top: String(y.domain()[1]),
    bottom: String(y.domain()[0]),
  }
}

/** What was known at a moment: the reading of then, or the one before. */
export const valueAt = ({ points }: PlotSeries, moment: string): string | undefined =>
  points.findLast(({ at }) => at <= moment)?.value
