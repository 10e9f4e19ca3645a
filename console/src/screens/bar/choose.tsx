/** Chooses a cash desk. */
import type { CashDesk, CashDeskSession } from '@cellarbook/sdk'
import { type Page, useRecord } from '../../data/queries.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './desk.css'
import { UnsettledBar } from './unsettled.tsx'

export function ChooseDesk() {
  const { screens, loading } = useWords('frame')
  const { choose: words } = useWords('bar')
  const desks = useRecord<Page<CashDesk>>('/cash-desks', { is_active: true, limit: 100 })
  const open = useRecord<Page<CashDeskSession>>('/cash-desk-sessions', { status: 'open', limit: 100 })
  const rows = [...(desks.data?.body.data ?? [])].reverse()
  return (
    <Screen
      title={screens.bar}
      actions={
        <div className="row">
          <Link to="/bar/sales" look="normal">
            {words.sales}
          </Link>
          <Link to="/bar/sessions" look="normal">
            {words.sessions}
          </Link>
        </div>
      }
    >
      <UnsettledBar />
      <ProblemAlert error={desks.error} />
      {desks.isPending && <Skeleton label={loading} />}
      {desks.data && rows.length === 0 && (
        <div className="empty">
          <strong>{words.empty.title}</strong>
          <p className="quiet">{words.empty.text}</p>
        </div>
      )}
      <ul className="desks">
        {rows.map(desk => (
          <DeskCard
            key={desk.id}
            desk={desk}
            session={open.data?.body.data.find(({ id }) => id === desk.open_session_id)}
          />
        ))}
      </ul>
    </Screen>
  )
}

function DeskCard({ desk, session }: { desk: CashDesk; session: CashDeskSession | undefined }) {
  const { choose: words } = useWords('bar')
  const { instant } = useFormat()
  return (
    <li>
      <Link to={`/bar/${desk.id}`} className="desk-card">
        <strong>{desk.name}</strong>
        <span className="quiet small">{desk.code}</span>
        {session ? (
          <Badge tone="good">{words.isOpen(instant(session.opened_at))}</Badge>
        ) : (
          <Badge>{words.isClosed}</Badge>
        )}
      </Link>
    </li>
  )
}
