/** Several measured values over one time, one above another, with the phases behind them. */
import { type KeyboardEvent, useState } from 'react'
import {
  type Band,
  type DrawnLine,
  type DrawnLines,
  drawLines,
  lineHeight,
  lineWidth,
  valueAt,
} from './lines-shapes.ts'
import './lines-plot.css'
import './plot.css'
import type { PlotSeries } from './plot-shapes.ts'
import { Table } from './table.tsx'

interface LinesPlotProps {
  label: string
  words: { table: string; plot: string; step: string }
  series: readonly PlotSeries[]
  bands: readonly Band[]
  /** Where a band that has no end is cut. */
  until: string
  showValue: (value: string, series: PlotSeries) => string
  showAt: (at: string) => string
}

export function LinesPlot(props: LinesPlotProps) {
  const [isTable, setTable] = useState(false)
  const drawn = drawLines(props.series, props.bands, props.until)
  return (
    <figure className="plot" aria-label={props.label}>
      {isTable ? <LinesTable {...props} drawn={drawn} /> : <Picture {...props} drawn={drawn} />}
      <button type="button" className="plot-switch" onClick={() => setTable(!isTable)}>
        {isTable ? props.words.plot : props.words.table}
      </button>
    </figure>
  )
}

type DrawnProps = LinesPlotProps & { drawn: DrawnLines }

function LinesTable({ label, words, series, showAt, showValue, drawn }: DrawnProps) {
  const exact = (one: PlotSeries, moment: string) => one.points.find(({ at }) => at === moment)?.value
  return (
    <Table
      label={label}
      rows={drawn.moments}
      keyOf={moment => moment}
      columns={[
        { key: 'at', label: words.step, card: 'wide', cell: showAt },
        ...series.map(one => ({
          key: one.key,
          label: one.label,
          isNumber: true,
          cell: (moment: string) => {
            const value = exact(one, moment)
            return value === undefined ? '' : showValue(value, one)
          },
        })),
      ]}
    />
  )
}

function Picture(props: DrawnProps) {
  const { label, series, showAt, showValue, drawn } = props
  const last = drawn.moments.length - 1
  const [at, setAt] = useState(last)
  const moment = drawn.moments[Math.min(at, last)]!
  const shown = (one: PlotSeries) => {
    const value = valueAt(one, moment)
    return value === undefined ? '–' : showValue(value, one)
  }
  const move = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }
  const text = `${showAt(moment)}: ${series.map(one => `${one.label} ${shown(one)}`).join(', ')}`
  return (
    <>
      <div
        className="lines"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.min(at, last)}
        aria-valuetext={text}
        onKeyDown={move}
        onPointerMove={event => setAt(nearest(event, drawn.places))}
      >
        <Bands drawn={drawn} place={drawn.places[Math.min(at, last)]!} />
        {series.map((one, index) => (
          <Panel key={one.key} series={one} drawn={drawn.lines[index]!} value={shown(one)} showValue={showValue} />
        ))}
      </div>
      <p className="small plot-read quiet">{showAt(moment)}</p>
    </>
  )
}

/** The reading nearest to the pointer. */
function nearest(event: React.PointerEvent<HTMLElement>, places: readonly number[]): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const at = ((event.clientX - left) / width) * 100
  const far = places.map(place => Math.abs(place - at))
  return far.indexOf(Math.min(...far))
}

function Bands({ drawn, place }: { drawn: DrawnLines; place: number }) {
  return (
    <>
      {drawn.bands.map(({ label, left, width }, index) => (
        <span
          key={`${label} ${left}`}
          className={`lines-band lines-band-${index % 2}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        >
          {label}
        </span>
      ))}
      <span className="lines-at" style={{ left: `${place}%` }} />
    </>
  )
}

interface PanelProps {
  series: PlotSeries
  drawn: DrawnLine
  value: string
  showValue: LinesPlotProps['showValue']
}

function Panel({ series, drawn, value, showValue }: PanelProps) {
  return (
    <div className={`lines-panel plot-${series.tone}`}>
      <p className="lines-name">
        <span>{series.label}</span> <strong>{value}</strong>
      </p>
      <svg viewBox={`0 0 ${lineWidth} ${lineHeight}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path d={drawn.path} className="plot-edge" />
        <path d={drawn.dots} className="lines-dots" />
      </svg>
      <p className="lines-edges quiet small">
        <span>{showValue(drawn.top, series)}</span>
        <span>{showValue(drawn.bottom, series)}</span>
      </p>
    </div>
  )
}
