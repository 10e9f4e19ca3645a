/** What waits for somebody: counts that lead to the list which shows exactly these. */
import { useRecord } from '../../data/queries.ts'
import { Link } from '../../kit/link.tsx'
import { Badge, type Tone } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { useKnownScreen } from './known-screen.ts'

interface ToDo {
  key: string
  count: number
  amounts: { currency: string; value: string }[]
  path: string
  filter: Record<string, string>
}

type Urgency = 'soon' | 'late' | 'new'

const urgencies: Record<string, Urgency> = {
  orders_to_prepare: 'soon',
  draft_receipts: 'new',
  overdue_invoices: 'late',
  bills_due: 'soon',
  inbox: 'new',
  tasks: 'new',
  failing_webhooks: 'late',
  expiring_keys: 'soon',
}

const tones: Record<Urgency, Tone> = { soon: 'warn', late: 'bad', new: 'news' }

/** Lists whose screen stands elsewhere than their path. */
const screens: Record<string, string> = {
  '/goods-receipts': '/receipts',
  '/inbox/submissions': '/inbox',
  '/workflow-steps': '/tasks',
  '/webhook-endpoints': '/developers/webhooks',
  '/settings/api-keys': '/developers/keys',
}

export function ToDos() {
  const { toDo: words } = useWords('dashboard')
  const { data, error } = useRecord<{ data: ToDo[] }>('/reports/to_do')
  const waiting = data?.body.data.filter(({ count }) => count > 0)
  return (
    <Region title={words.title}>
      <ProblemAlert error={error} />
      {waiting?.length === 0 && <p className="quiet">{words.nothing}</p>}
      <ul className="tiles">
        {waiting?.map(one => (
          <Tile key={one.key} waits={one} />
        ))}
      </ul>
    </Region>
  )
}

function Tile({ waits }: { waits: ToDo }) {
  const { toDo: words } = useWords('dashboard')
  const { count, money } = useFormat()
  const isKnown = useKnownScreen()
  const screen = screens[waits.path] ?? waits.path
  const urgency = urgencies[waits.key] ?? 'new'
  const label = (words.names as Record<string, string>)[waits.key] ?? waits.key.replaceAll('_', ' ')
  const filter = new URLSearchParams(waits.filter).toString()
  return (
    <li className="tile">
      <div className="spread">
        <span className="tile-count">{count(waits.count)}</span>
        <Badge tone={tones[urgency]}>{words.urgencies[urgency]}</Badge>
      </div>
      {isKnown(screen) ? <Link to={filter ? `${screen}?${filter}` : screen}>{label}</Link> : <strong>{label}</strong>}
      {waits.amounts.map(({ currency, value }) => (
        <span key={currency} className="quiet small">
          {money(value, currency)}
        </span>
      ))}
    </li>
  )
}
