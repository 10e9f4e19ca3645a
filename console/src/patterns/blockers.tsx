/** What keeps something from happening: goods that are missing, documents that are in the way. */
import { type Blocker, blockersOf, isShort, type Short } from '../data/blockers.ts'
import { screenOf } from '../data/places.ts'
import { useSession } from '../data/session.ts'
import { Link } from '../kit/link.tsx'
import { State } from '../kit/state.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { Name } from './name.tsx'

export function Blockers({ of }: { of: object }) {
  return (
    <ul>
      {blockersOf(of).map((blocker, index) => (
        <li key={index}>
          <InTheWay blocker={blocker} />
        </li>
      ))}
    </ul>
  )
}

function InTheWay({ blocker }: { blocker: Blocker }) {
  if (isShort(blocker)) return <ShortOf short={blocker} />
  if (blocker.value === undefined) return <Named blocker={blocker} />
  // The batch of this screen needs no name.
  return (
    <>
      {blocker.number && <Named blocker={blocker} />} <LeftOver {...blocker} value={blocker.value} />
    </>
  )
}

function LeftOver({ value, volume_l = '0' }: { value: string; volume_l?: string }) {
  const { currency } = useSession().account
  const { money, quantity } = useFormat()
  return (
    <>
      {quantity(volume_l, 'l')}, {money(value, currency)}
    </>
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

function Named({ blocker: { object = '', id = '', number, status } }: { blocker: Blocker }) {
  const { kinds } = useWords('records')
  const to = screenOf(object, id)
  const kind = (kinds as Record<string, string>)[object] ?? object
  return (
    <>
      {to ? <Link to={to}>{number ?? kind}</Link> : (number ?? kind)} {status && <State of={object} value={status} />}
    </>
  )
}
