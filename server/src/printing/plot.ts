/** A plot on a page: curves over time between two axes. Pure. */
import { scaleOf } from '../lib/decimal.ts'
import type { Curve, Plot } from './paper.ts'
import {
  breakLines,
  colors,
  contentWidth,
  type Mark,
  type Measure,
  margin,
  put,
  type Sheet,
  textMarks,
} from './sheet.ts'
import { type Language, numberText } from './words.ts'

/** The frame of the curves, with room for figures at its sides. */
const frame = { x: margin + 34, width: contentWidth - 68, height: 150 }
/** Above the frame stands what the curves are, and what began when. */
const above = 28
const below = 18
export const plotHeight = above + frame.height + below + 10

/** Lines across the frame, at round values of both axes. */
const intervals = 5
const size = 6.5

/** Told apart in black and white, too. */
const strokes = [
  { color: '#9a5b00', thickness: 1.1 },
  { color: '#1f5f99', thickness: 1.1, dash: 3 },
] as const

/** With more points than that the line says it all. */
const dotted = 60

export function setPlot(sheet: Sheet, plot: Plot, language: Language): void {
  const top = sheet.y + above
  const axes = plot.curves.map(axisOf)
  const placeX = (at: number) => frame.x + ((at - plot.from) / Math.max(1, plot.to - plot.from)) * frame.width
  put(
    sheet,
    ...gridMarks(top),
    ...plot.curves.flatMap((curve, index) => legendMarks(curve, index, sheet)),
    ...axes.flatMap((axis, index) => figureMarks(axis, { place: index, top, language }, sheet.measure)),
    ...timeMarks(plot, { top, placeX }, sheet.measure),
    ...plot.curves.flatMap((curve, index) => {
      const { least, step } = axes[index]!
      const placeY = (value: number) => top + frame.height * (1 - (value - least) / (step * intervals))
      return curveMarks(
        curve.points.map(({ at, value }) => ({ x: placeX(at), y: placeY(value) })),
        index,
      )
    }),
  )
  sheet.y += plotHeight
}

export interface Axis {
  least: number
  step: number
}

/** Round values that hold all points: from `least` in steps. */
export function axisOf({ points }: Curve): Axis {
  const values = points.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  // What hardly differs is a straight line.
  const span = Math.max(highest - lowest, 0.1)
  let power = 10 ** Math.floor(Math.log10(span / intervals))
  for (;;) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = power * factor
      const least = Math.floor(lowest / step) * step
      if (least + step * intervals >= highest) return { least, step }
    }
    power *= 10
  }
}

const gridMarks = (top: number): Mark[] =>
  Array.from({ length: intervals + 1 }, (_, index) => ({
    kind: 'rule',
    x: frame.x,
    y: top + (frame.height * index) / intervals,
    width: frame.width,
    color: colors.line,
  }))

/** What each curve is, with a piece of it; the second to the right, as its axis. */
function legendMarks({ label }: Curve, index: number, { y, measure }: Sheet): Mark[] {
  const width = frame.width / 2 - 30
  const [text] = breakLines(label, { width, size: 8 }, measure) as [string]
  const wide = measure(text, 'regular', 8)
  const x = index === 0 ? frame.x : frame.x + frame.width - wide - 24
  const points = [
    { x, y: y + 5 },
    { x: x + 18, y: y + 5 },
  ]
  return [
    { kind: 'line', points, ...strokes[index]! },
    ...textMarks([text], { x: x + 24, y, width: wide, size: 8 }, measure),
  ]
}

function figureMarks(
  { least, step }: Axis,
  { place, top, language }: { place: number; top: number; language: Language },
  measure: Measure,
): Mark[] {
  const places = scaleOf(String(Number(step.toPrecision(3))))
  const side = place === 0 ? { x: margin, align: 'right' as const } : { x: frame.x + frame.width + 4 }
  return Array.from({ length: intervals + 1 }, (_, line) => {
    const text = numberText((least + step * line).toFixed(places), language)
    const y = top + frame.height * (1 - line / intervals) - size * 0.65
    return textMarks([text], { ...side, y, width: frame.x - margin - 4, size, color: strokes[place]!.color }, measure)
  }).flat()
}

/** The time under the frame; what began, across it. A word that would stand in another one is left out. */
function timeMarks(
  { ticks, beginnings }: Plot,
  { top, placeX }: { top: number; placeX(at: number): number },
  measure: Measure,
): Mark[] {
  const end = top + frame.height
  const words = (named: Plot['ticks'], y: number, shift: number) => {
    let free = 0
    return named.flatMap(({ at, label }) => {
      const wide = measure(label, 'regular', size)
      const x = Math.min(placeX(at) - wide * shift, frame.x + frame.width - wide)
      if (x < free) return []
      free = x + wide + 4
      return textMarks([label], { x, y, width: wide, size, color: colors.faint }, measure)
    })
  }
  const upright = (x: number, from: number, to: number) => [
    { x, y: from },
    { x, y: to },
  ]
  const fine = { kind: 'line' as const, color: colors.faint, thickness: 0.4 }
  return [
    ...ticks.map(({ at }) => ({ ...fine, points: upright(placeX(at), end, end + 3) })),
    ...words(ticks, end + 5, 0.5),
    ...beginnings.map(({ at }) => ({ ...fine, points: upright(placeX(at), top, end), dash: 1.5 })),
    ...words(beginnings, top - 10, 0),
  ]
}

function curveMarks(points: { x: number; y: number }[], index: number): Mark[] {
  const { color } = strokes[index]!
  const dots = points.length > dotted ? [] : points
  return [
    { kind: 'line', points, ...strokes[index]! },
    ...dots.map(({ x, y }) => ({ kind: 'band' as const, x: x - 1.2, y: y - 1.2, width: 2.4, height: 2.4, color })),
  ]
}
