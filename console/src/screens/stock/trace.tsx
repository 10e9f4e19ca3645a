/** The way goods took as a tree: under each lot those it was made from, or became. */
import type { StockLot } from '@cellarbook/sdk'
import { Link } from '../../kit/link.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { branchesOf, type TracedLayer, type TraceStep } from './branches.ts'

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
        <Layers lot={lot} layers={branchesOf(steps)} way={way} />
      )}
    </Region>
  )
}

interface ListProps {
  lot: StockLot
  layers: readonly TracedLayer[]
  way: 'back' | 'on'
  label?: string
}

function Layers({ lot, layers, way, label }: ListProps) {
  return (
    <ul className="trace">
      {label && <li className="trace-way quiet small">{label}</li>}
      {layers.map(layer => (
        <Layer key={layer.lotId} layer={layer} lot={lot} way={way} />
      ))}
    </ul>
  )
}

function Layer({ layer, lot, way }: { layer: TracedLayer; lot: StockLot; way: 'back' | 'on' }) {
  const { trace: words, lots } = useWords('stock')
  const { lotId, steps, next, isAgain } = layer
  const { lot_number, item, warehouse } = steps[0]!
  const name = lot_number ?? lots.unnamed
  return (
    <li className="trace-layer">
      <div>
        {lotId === lot.id ? <strong>{words.self}</strong> : <Link to={`/lots/${lotId}`}>{name}</Link>} {item.name}{' '}
        <span className="quiet small">{isAgain ? words.above : warehouse.name}</span>
      </div>
      {!isAgain && (
        <ul className="trace-steps">
          {steps.map(step => (
            <li key={step.document.id} className="small">
              <Step step={step} />
            </li>
          ))}
        </ul>
      )}
      {next.length > 0 && (
        <Layers lot={lot} layers={next} way={way} label={way === 'back' ? words.madeFrom : words.became} />
      )}
    </li>
  )
}

function Step({ step }: { step: TraceStep }) {
  const { trace: words } = useWords('stock')
  const values: Record<string, string> = useWords('fields').values
  const { day, quantity } = useFormat()
  const { document, partner, batch } = step
  const moved = quantity(step.quantity, step.unit.symbol)
  const isReceipt = document.object === 'goods_receipt'
  return (
    <>
      <Link to={`/${isReceipt ? 'receipts' : 'issues'}/${document.id}`}>{document.number}</Link>{' '}
      {values[document.movement_purpose] ?? document.movement_purpose}, {day(document.date)},{' '}
      {isReceipt ? words.received(moved) : words.taken(moved)}
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
