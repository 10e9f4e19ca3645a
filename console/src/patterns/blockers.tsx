/** What keeps something from happening: goods that are missing, documents that are in the way. */
import { type Blocker, blockersOf, isShort, type Short } from '../data/blockers.ts'
import { screenOf } from '../data/places.ts'
import { Link } from '../kit/link.tsx'
import { State } from '../kit/state.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Name } from './name.tsx'

export function Blockers({ of }: { of: object }) {
  return (
    <ul>
      {blockersOf(of).map((blocker, index) => (
        <li key={index}>{isShort(blocker) ? <ShortOf short={blocker} /> : <InTheWay blocker={blocker} />}</li>
      ))}
    </ul>
  )
}

function ShortOf({ short: { item_id, requested, available, unit } }: { short: Short }) {
  const { short } = useWords('problems')
  const { quantity } = useFormat()
  return (
    <>
      <Link to={`/items/${item_id}`}>
        <Name kind="item" id={item_id} />
      </Link>
      : {short(quantity(available, unit.symbol), quantity(requested, unit.symbol))}
    </>
  )
}

function InTheWay({ blocker: { object = '', id = '', number, status } }: { blocker: Blocker }) {
  const { kinds } = useWords('records')
  const to = screenOf(object, id)
  const kind = (kinds as Record<string, string>)[object] ?? object
  return (
    <>
      {to ? <Link to={to}>{number ?? kind}</Link> : (number ?? kind)} {status && <State of={object} value={status} />}
    </>
  )
}
