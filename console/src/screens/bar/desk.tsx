/** A cash desk on the whole window: sell, taps, empties, session. */
import type { CashDesk } from '@cellarbook/sdk'
import { useEffect } from 'react'
import { currentBook } from '../../data/book.ts'
import { useLoaded } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Icon } from '../../kit/icon.tsx'
import { later } from '../../kit/later.tsx'
import { Link } from '../../kit/link.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { usePageTitle } from '../../patterns/screen.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'
import { type BasketControls, useBasket } from './basket.ts'
import { useBills } from './bills.ts'
import './desk.css'
import { useDeskRights } from './rights.ts'
import { Sell } from './sell.tsx'
import { type Till, useTill } from './till.ts'
import { UnsettledBar } from './unsettled.tsx'
import { WaitingBar } from './waiting.tsx'

const Taps = later(async () => (await import('./taps.tsx')).Taps)
const Empties = later(async () => (await import('./empties.tsx')).Empties)
const SessionView = later(async () => (await import('./session.tsx')).SessionView)

type View = 'sell' | 'taps' | 'empties' | 'session'

export function Desk() {
  const id = useRouteId()
  const { person } = useSession()
  const desk = useLoaded<CashDesk>(`/cash-desks/${id}`)
  const till = useTill(id, person.email)
  const controls = useBasket(id)
  const bills = useBills(id)
  useClearedBy(till, controls)
  const views = useViews()
  const { view: asked } = useParams()
  const view = views.find(known => known === asked) ?? views[0]!
  const { sandbox } = useWords('frame')
  usePageTitle(desk.name)
  useEffect(() => {
    for (const part of [Taps, Empties, SessionView]) part.preload()
  }, [])
  return (
    <div className="desk">
      {currentBook() === 'test' && (
        <p role="status" className="desk-sandbox">
          {sandbox}
        </p>
      )}
      <DeskHead desk={desk} views={views} view={view} />
      <div className="desk-news">
        <WaitingBar till={till} person={person.email} />
        <UnsettledBar deskId={desk.id} />
      </div>
      {view === 'sell' && <Sell desk={desk} till={till} controls={controls} bills={bills} />}
      {view === 'taps' && <Taps desk={desk} />}
      {view === 'empties' && <Empties desk={desk} />}
      {view === 'session' && <SessionView desk={desk} bills={bills.bills} />}
    </div>
  )
}

/** The basket stays until its sale has an answer; refused, it is sold under another key. */
function useClearedBy({ done, refusal }: Till, { replace, renew }: BasketControls): void {
  useEffect(() => {
    if (done) replace(undefined)
  }, [done])
  useEffect(() => {
    if (refusal) renew()
  }, [refusal])
}

/** Those in which the person may do or see something. */
function useViews(): readonly View[] {
  const { isSelling, isMoving } = useDeskRights()
  return [...(isSelling ? (['sell'] as const) : []), 'taps', ...(isMoving ? (['empties'] as const) : []), 'session']
}

interface DeskHeadProps {
  desk: CashDesk
  views: readonly View[]
  view: View
}

function DeskHead({ desk, views, view }: DeskHeadProps) {
  const words = useWords('bar')
  const setParams = useSetParams()
  return (
    <header className="desk-head">
      <Link to="/bar" className="desk-leave">
        <Icon name="back" /> <span className="unseen">{words.leave}</span>
      </Link>
      <h1 tabIndex={-1}>{desk.name}</h1>
      <nav aria-label={words.views.label} className="desk-views">
        {views.map(each => (
          <button
            key={each}
            type="button"
            className="desk-view"
            aria-current={each === view ? 'page' : undefined}
            onClick={() => setParams({ view: each === views[0] ? '' : each })}
          >
            {words.views[each]}
          </button>
        ))}
      </nav>
    </header>
  )
}
