/** A sale without an answer, as loud as it has to be. */
import { useState } from 'react'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { isTooOld, type Till } from './till.ts'

const Dropping = later(async () => (await import('./dropping.tsx')).Dropping)

export function WaitingBar({ till, person }: { till: Till; person: string }) {
  const { waiting: words, choose } = useWords('bar')
  const { money, instant } = useFormat()
  const [isDropping, setDropping] = useState(false)
  const { waiting, tries } = till
  // The first try takes a moment; that is not yet news.
  const isQuiet = waiting && tries === 0 && waiting.person === person && !isTooOld(waiting)
  if (!waiting || isQuiet) return null
  const isOwn = waiting.person === person
  return (
    <div className="desk-alarm" role="alert">
      <div className="stack-close">
        <strong className="desk-alarm-title">
          <Icon name="warn" /> {words.title}
        </strong>
        <p>{words.amount(money(waiting.payable, waiting.currency), instant(waiting.begun_at))}</p>
        <p>{reasonOf(words, { isOwn, isOld: isTooOld(waiting) })}</p>
      </div>
      <div className="row">
        {isOwn && !isTooOld(waiting) && <Button onClick={till.tryNow}>{words.now}</Button>}
        <Link to="/bar/sales" look="normal">
          {choose.sales}
        </Link>
        <Button look="plain" onClick={() => setDropping(true)}>
          {words.drop}
        </Button>
      </div>
      {isDropping && <Dropping onDrop={till.drop} onClose={() => setDropping(false)} />}
    </div>
  )
}

interface Reasons {
  other: string
  old: string
  text: string
}

function reasonOf(words: Reasons, { isOwn, isOld }: { isOwn: boolean; isOld: boolean }): string {
  if (!isOwn) return words.other
  return isOld ? words.old : words.text
}
