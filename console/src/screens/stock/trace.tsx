/** The way goods took, step by step: each step lies one level deeper than what it was made from or became. */
import type { StockLot, StockLotTrace } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export type TraceStep = StockLotTrace['went_to'][number]

interface TreeProps {
  title: string
  lot: StockLot
  steps: readonly TraceStep[]
  way: 'back' | 'on'
}

export function TraceTree({ title, lot, steps, way }: TreeProps) {
  const { trace: words } = useWords('stock')
  return (
    <Region title={title}>
      {steps.length === 0 ? (
        <p className="quiet">{words.nowhere}</p>
      ) : (
        <Wave lot={lot} waves={wavesOf(steps)} at={0} way={way} />
      )}
    </Region>
  )
}

/** Steps of equal depth, layer by layer. */
function wavesOf(steps: readonly TraceStep[]): (readonly TraceStep[])[][] {
  const waves: Map<string, TraceStep[]>[] = []
  for (const step of steps) {
    const wave = waves[step.depth] ?? new Map<string, TraceStep[]>()
    waves[step.depth] = wave
    wave.set(step.lot_id, [...(wave.get(step.lot_id) ?? []), step])
  }
  // A wave whose layers gave nothing away has no steps of its own.
  return Array.from(waves, wave => [...(wave?.values() ?? [])])
}

interface WaveProps {
  lot: StockLot
  waves: readonly (readonly TraceStep[])[][]
  at: number
  way: 'back' | 'on'
}

function Wave({ lot, waves, at, way }: WaveProps) {
  const { trace: words } = useWords('stock')
  const layers = waves[at]
  if (!layers) return null
  return (
    <ul className="trace">
      {at > 0 && <li className="trace-way quiet small">{way === 'back' ? words.madeFrom : words.became}</li>}
      {layers.map(steps => (
        <Layer key={steps[0]!.lot_id} steps={steps} lot={lot} way={way} />
      ))}
      {at + 1 < waves.length && (
        <li>
          <Wave lot={lot} waves={waves} at={at + 1} way={way} />
        </li>
      )}
    </ul>
  )
}

function Layer({ steps, lot, way }: { steps: readonly TraceStep[]; lot: StockLot; way: 'back' | 'on' }) {
  const { trace: words, lots } = useWords('stock')
  const { lot_id, lot_number, item, warehouse } = steps[0]!
  const name = lot_number ?? lots.unnamed
  return (
    <li className="trace-layer">
      <div>
        {lot_id === lot.id ? <strong>{words.self}</strong> : <Link to={`/lots/${lot_id}`}>{name}</Link>} {item.name}{' '}
        <span className="quiet small">{warehouse.name}</span>
      </div>
      <ul>
        {steps.map(step => (
          <li key={step.document.id} className="small">
            <Step step={step} way={way} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function Step({ step, way }: { step: TraceStep; way: 'back' | 'on' }) {
  const { trace: words } = useWords('stock')
  const values: Record<string, string> = useWords('fields').values
  const { day, quantity } = useFormat()
  const { document, partner, batch } = step
  const moved = quantity(step.quantity)
  return (
    <>
      <Link to={`/${document.object === 'goods_receipt' ? 'receipts' : 'issues'}/${document.id}`}>
        {document.number}
      </Link>{' '}
      {values[document.movement_purpose] ?? document.movement_purpose}, {day(document.date)},{' '}
      {way === 'back' ? words.received(moved) : words.taken(moved)}
      {batch && (
        <>
          , <Link to={`/batches/${batch.id}`}>{words.batch(batch.number)}</Link>
        </>
      )}
      {partner && (
        <>
          , <Link to={`/partners/${partner.id}`}>{partner.name}</Link>
        </>
      )}
    </>
  )
}
