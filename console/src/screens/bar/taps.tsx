/** Kegs on tap: what is on, how much is left, a new keg, an empty one. */
import type { CashDesk, KegTap } from '@cellarbook/sdk'
import { useState } from 'react'
import { type Page, useRecord } from '../../data/queries.ts'
import { isZero } from '../../format/decimal.ts'
import { Button } from '../../kit/button.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useActionName } from '../../patterns/record-actions.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { useDeskRights } from './rights.ts'
import './taps.css'
import { EndKeg, RetapKeg, TapKeg } from './tap-dialogs.tsx'

type Asked = 'empty' | 'remove' | 'retap'

export function Taps({ desk }: { desk: CashDesk }) {
  const { taps: words } = useWords('bar')
  const { loading } = useWords('frame')
  const path = `/cash-desks/${desk.id}/taps`
  const { data, error } = useRecord<Page<KegTap>>(path, { status: 'tapped', limit: 100 })
  const tapped = data?.body.data
  const aside = useRecord<Page<KegTap>>(path, { status: 'removed', limit: 100 }).data?.body.data ?? []
  const [isTapping, setTapping] = useState(false)
  const { isMoving } = useDeskRights()
  const kegs = [...(tapped ?? [])].sort((one, other) => one.tap_number - other.tap_number)
  return (
    <section className="desk-page" aria-label={words.title}>
      <div className="spread">
        <h2>{words.title}</h2>
        {isMoving && (
          <Button look="main" onClick={() => setTapping(true)}>
            {words.tap}
          </Button>
        )}
      </div>
      {!tapped && !error && <Skeleton label={loading} />}
      {!tapped && <ProblemAlert error={error} />}
      {tapped && kegs.length === 0 && (
        <div className="empty">
          <strong>{words.empty}</strong>
          <p className="quiet">{words.emptyText}</p>
        </div>
      )}
      <ul className="kegs">
        {kegs.map(keg => (
          <Keg key={keg.id} keg={keg} actions={isMoving ? ['empty', 'remove'] : []} />
        ))}
      </ul>
      {aside.length > 0 && (
        <>
          <h2>{words.aside}</h2>
          <ul className="kegs">
            {aside.map(keg => (
              <Keg key={keg.id} keg={keg} actions={isMoving ? ['retap', 'empty'] : []} />
            ))}
          </ul>
        </>
      )}
      {isTapping && <TapKeg desk={desk} taken={kegs.map(keg => keg.tap_number)} onClose={() => setTapping(false)} />}
    </section>
  )
}

function Keg({ keg, actions }: { keg: KegTap; actions: readonly Asked[] }) {
  const { taps: words } = useWords('bar')
  const { quantity, instant } = useFormat()
  const nameOf = useActionName('keg_tap')
  const [asked, setAsked] = useState<Asked>()
  const over = !isZero(keg.overdrawn_quantity) && words.over(quantity(keg.overdrawn_quantity, keg.unit.symbol))
  return (
    <li className="keg">
      <div className="keg-head">
        <span className="keg-number">{words.number(keg.tap_number)}</span>
        <strong>{keg.base_item.name}</strong>
        <span className="quiet small">{keg.item.name}</span>
      </div>
      <Level keg={keg} />
      <p className="quiet small">
        {[words.since(instant(keg.tapped_at)), keg.lot_number && words.lot(keg.lot_number), over]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className="row">
        {actions
          .filter(action => keg.allowed_actions.includes(action))
          .map(action => (
            <Button key={action} onClick={() => setAsked(action)}>
              {nameOf(action)}
            </Button>
          ))}
      </div>
      {(asked === 'empty' || asked === 'remove') && (
        <EndKeg keg={keg} action={asked} onClose={() => setAsked(undefined)} />
      )}
      {asked === 'retap' && <RetapKeg keg={keg} onClose={() => setAsked(undefined)} />}
    </li>
  )
}

/** Drawn only: the numbers beside it are the book's. */
function Level({ keg }: { keg: KegTap }) {
  const { taps: words } = useWords('bar')
  const { quantity } = useFormat()
  const symbol = keg.unit.symbol
  return (
    <div className="stack-close">
      <meter
        className="keg-level"
        aria-label={words.level(keg.base_item.name)}
        min={0}
        max={Number(keg.quantity)}
        low={Number(keg.quantity) * 0.15}
        value={Number(keg.remaining_quantity)}
      />
      <p>{words.left(quantity(keg.remaining_quantity, symbol), quantity(keg.quantity, symbol))}</p>
    </div>
  )
}
