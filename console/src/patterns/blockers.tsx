/** What keeps something from happening: goods that are missing, documents that are in the way. */
import { screenOf } from '../data/places.ts'
import { Link } from '../kit/link.tsx'
import { State } from '../kit/state.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Name } from './name.tsx'

interface Blocker {
  item_id?: string
  requested?: string
  available?: string
  unit?: { symbol: string }
  object?: string
  id?: string
  number?: string | null
  status?: string
}

type Short = Required<Pick<Blocker, 'item_id' | 'requested' | 'available' | 'unit'>>

const isShort = (blocker: Blocker): blocker is Short =>
  [blocker.item_id, blocker.requested, blocker.available, blocker.unit].every(part => part !== undefined)

const blockersOf = (refused: object): readonly Blocker[] =>
  (refused as { blockers?: readonly Blocker[] | null }).blockers ?? []

/** It would happen if there were more of something. */
export const isLacking = (refused: object): boolean => blockersOf(refused).some(isShort)

export function Blockers({ of }: { of: object }) {
  const all = blockersOf(of)
  if (all.length === 0) return null
  return (
    <ul>
      {all.map((blocker, index) => (
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
