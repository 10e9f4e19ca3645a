/** What a cash desk is refused most often, in the words of who stands at it; everything else as everywhere. */
import type { PosSaleListItem } from '@cellarbook/sdk'
import { blockersOf, isShort, type Short } from '../../data/blockers.ts'
import { isRefusal } from '../../data/refusal.ts'
import { Name } from '../../patterns/name.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

/** Of the blockers of a refusal or a failure those that tell of goods that are missing. */
const shortOf = (refused: object): readonly Short[] => blockersOf(refused).filter(isShort)

/** Which goods are missing, and how many: what somebody has to book, or to leave out. */
function ShortGoods({ short }: { short: readonly Short[] }) {
  const { short: words } = useWords('problems')
  const { quantity } = useFormat()
  return short.map(({ item_id, unit, available, requested }) => (
    <p key={item_id} className="small">
      <Name kind="item" id={item_id} />: {words(quantity(available, unit.symbol), quantity(requested, unit.symbol))}
    </p>
  ))
}

type Failure = NonNullable<PosSaleListItem['settlement']['failure']>

/** Most often goods are missing: which, and how many, is what somebody has to book. */
export function Reason({ failure }: { failure: Failure }) {
  const { titles } = useWords('problems')
  const short = shortOf(failure)
  const { code } = failure
  if (short.length === 0) return <p className="small">{(titles as Record<string, string>)[code] ?? code}</p>
  return <ShortGoods short={short} />
}

interface Known {
  field?: string
  reason?: string
  limit?: string
}

interface RefusedProps {
  error: unknown
  currency: string
  /** The items that were sent, as the service numbers their lines. */
  sent?: readonly string[]
}

export function Refused({ error, currency, sent = [] }: RefusedProps) {
  const { refused: words } = useWords('bar')
  const { money } = useFormat()
  if (!isRefusal(error)) return <ProblemAlert error={error} />
  const { limit, reason, field = '' } = error.problem as Known
  const dry = sent[Number(/^lines\[(\d+)\]/.exec(field)?.[1] ?? -1)]
  const short = shortOf(error.problem)
  if (error.rows.some(({ field }) => field === 'returns')) return <Told text={words.emptiesOver} />
  if (error.code === 'packaging_return_exceeds_balance' && limit) {
    return <Told text={words.unknownLimit(money(limit, currency))} />
  }
  if (reason === 'no_open_session') {
    return <Told text={words.noSession} />
  }
  if (error.code === 'no_keg_tapped' && dry) {
    return (
      <div className="problem" role="alert">
        <strong>
          {words.notOnTap} <Name kind="item" id={dry} />
        </strong>
        <p>{words.tapAnother}</p>
      </div>
    )
  }
  if (error.code === 'item_not_in_stock' && short.length > 0) {
    return (
      <div className="problem" role="alert">
        <strong>{words.notInStock}</strong>
        <ShortGoods short={short} />
      </div>
    )
  }
  return <ProblemAlert error={error} />
}

function Told({ text }: { text: string }) {
  return (
    <div className="problem" role="alert">
      {text}
    </div>
  )
}
