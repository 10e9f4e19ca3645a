/** A plot: an area or stacked bars over time. Pointer and arrow keys read values; every plot can be shown as a table. */
import { type KeyboardEvent, useState } from 'react'
import { type Drawn, drawPlot, type PlotSeries, plotHeight, plotWidth } from './plot-shapes.ts'
import './plot.css'
import { Table } from './table.tsx'

interface PlotProps {
  label: string
  /** Where it has a name of its own, such as "Show as table". */
  words: { table: string; plot: string; step: string }
  kind: 'area' | 'bars'
  series: readonly PlotSeries[]
  showValue: (value: string, series: PlotSeries) => string
  showAt: (at: string) => string
}

export function Plot(props: PlotProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className="plot" aria-label={props.label}>
      {isTable ? <PlotTable {...props} /> : <Picture {...props} />}
      <button type="button" className="plot-switch" onClick={() => setTable(!isTable)}>
        {isTable ? props.words.plot : props.words.table}
      </button>
    </figure>
  )
}

function PlotTable({ label, words, series, showAt, showValue }: PlotProps) {
  const steps = series[0]?.points ?? []
  return (
    <Table
      label={label}
      rows={steps.map((_, index) => index)}
      keyOf={index => String(index)}
      columns={[
        { key: 'at', label: words.step, card: 'title', cell: index => showAt(steps[index]?.at ?? '') },
        ...series.map(one => ({
          key: one.key,
          label: one.label,
          isNumber: true,
          cell: (index: number) => showValue(one.points[index]?.value ?? '0', one),
        })),
      ]}
    />
  )
}

function Picture({ label, kind, series, showAt, showValue }: PlotProps) {
  const steps = series[0]?.points ?? []
  const [at, setAt] = useState(steps.length - 1)
  const drawn = drawPlot(kind, series)
  const read = (index: number): string =>
    `${showAt(steps[index]?.at ?? '')}: ${series.map(one => `${one.label} ${showValue(one.points[index]?.value ?? '0', one)}`).join(', ')}`
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(steps.length - 1, next)))
  }
  const first = series[0]
  return (
    <>
      <p className="plot-top quiet small">{first && showValue(drawn.top, first)}</p>
      <div
        className="plot-picture"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={at}
        aria-valuetext={read(at)}
        onKeyDown={move}
        onPointerMove={event => {
          const { left, width } = event.currentTarget.getBoundingClientRect()
          setAt(Math.min(steps.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * steps.length))))
        }}
      >
        <Shapes drawn={drawn} at={at} />
      </div>
      <div className="spread small quiet">
        <span>{showAt(steps[0]?.at ?? '')}</span>
        <span>{showAt(steps.at(-1)?.at ?? '')}</span>
      </div>
      <p className="small plot-read">{read(at)}</p>
    </>
  )
}

function Shapes({ drawn, at }: { drawn: Drawn; at: number }) {
  return (
    <svg viewBox={`0 0 ${plotWidth} ${plotHeight}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {drawn.lines.map(y => (
        <line key={y} x1={0} x2={plotWidth} y1={y} y2={y} className="plot-line" />
      ))}
      {drawn.areas.map(({ key, tone, area, line }) => (
        <g key={key}>
          <path d={area} className={`plot-area plot-${tone}`} />
          <path d={line} className={`plot-edge plot-${tone}`} />
        </g>
      ))}
      {drawn.bars.map(({ key, tone, x, y, width, height }) => (
        <rect key={key} {...{ x, y, width, height }} className={`plot-bar plot-${tone}`} />
      ))}
      {drawn.steps[at] !== undefined && (
        <line x1={drawn.steps[at]} x2={drawn.steps[at]} y1={0} y2={plotHeight} className="plot-at" />
      )}
    </svg>
  )
}
