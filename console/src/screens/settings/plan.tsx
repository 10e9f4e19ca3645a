/** What the account subscribes to, how far it reaches, and how much of it is used. */
import { useRecord } from '../../data/queries.ts'
import { Bar, Skeleton } from '../../kit/facts.tsx'
import { Badge } from '../../kit/state.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './settings.css'

interface Part {
  key: string
  is_subscribed: boolean
}

interface BookUsage {
  partners: number
  webhook_endpoints: number
  stored_bytes: number
  events: number
}

interface Plan {
  is_locked: boolean
  modules: Part[]
  add_ons: Part[]
  limits: {
    rate_per_min: number
    max_keys: number
    max_webhook_endpoints: number
    max_partners: number
    storage_mb: number
    events_retention_days: number
  }
  usage: { keys: number; users: number; live: BookUsage; test: BookUsage }
}

export function PlanScreen() {
  const { screens, loading } = useWords('frame')
  const { planScreen: words } = useWords('settings')
  const { data, error } = useRecord<Plan>('/settings/plan')
  const plan = data?.body
  return (
    <Screen title={screens.plan}>
      <ProblemAlert error={error} />
      {!plan && !error && <Skeleton label={loading} />}
      {plan?.is_locked && (
        <Bar tone="bad" role="status">
          {words.locked}
        </Bar>
      )}
      {plan && (
        <div className="settings-index">
          <Parts title={words.modules} parts={plan.modules} />
          <Parts title={words.addOns} parts={plan.add_ons} />
          <AccountUsage plan={plan} />
          <BookUsed title={words.live} used={plan.usage.live} limits={plan.limits} />
          <BookUsed title={words.test} used={plan.usage.test} limits={plan.limits} />
        </div>
      )}
    </Screen>
  )
}

function Parts({ title, parts }: { title: string; parts: readonly Part[] }) {
  const { planScreen: words } = useWords('settings')
  return (
    <Region title={title}>
      <ul className="stack-close">
        {parts.map(({ key, is_subscribed }) => (
          <li key={key} className="spread">
            {(words.parts as Record<string, string>)[key] ?? key}
            <Badge tone={is_subscribed ? 'good' : 'quiet'}>{is_subscribed ? words.has : words.hasNot}</Badge>
          </li>
        ))}
      </ul>
    </Region>
  )
}

function AccountUsage({ plan: { usage, limits } }: { plan: Plan }) {
  const { planScreen: words } = useWords('settings')
  const { count } = useFormat()
  return (
    <Region title={words.account}>
      <Used label={words.keys} used={usage.keys} most={limits.max_keys} />
      <p>
        {words.users}: {count(usage.users)}
      </p>
      <p>{words.rate(count(limits.rate_per_min))}</p>
      <p>{words.retention(limits.events_retention_days)}</p>
    </Region>
  )
}

const bytesPerMb = 1_048_576

function BookUsed({ title, used, limits }: { title: string; used: BookUsage; limits: Plan['limits'] }) {
  const { planScreen: words } = useWords('settings')
  const { count } = useFormat()
  return (
    <Region title={title}>
      <Used label={words.partners} used={used.partners} most={limits.max_partners} />
      <Used label={words.endpoints} used={used.webhook_endpoints} most={limits.max_webhook_endpoints} />
      <Used label={words.storage} used={Math.ceil(used.stored_bytes / bytesPerMb)} most={limits.storage_mb} />
      <p>
        {words.events}: {count(used.events)}
      </p>
    </Region>
  )
}

/** How much of how much, in figures and as a line. */
function Used({ label, used, most }: { label: string; used: number; most: number }) {
  const { count } = useFormat()
  const { planScreen: words } = useWords('settings')
  const width = `${most > 0 ? Math.min(100, Math.round((used / most) * 100)) : 0}%`
  return (
    <div className="usage">
      <div className="spread">
        <span>{label}</span>
        <span>{words.of(count(used), count(most))}</span>
      </div>
      <div className="usage-line" aria-hidden="true">
        <span style={{ width }} />
      </div>
    </div>
  )
}
