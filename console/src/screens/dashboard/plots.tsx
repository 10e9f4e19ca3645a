/** How things go: sales, the stock, what customers owe, and how webhooks fare; each for whoever may read it. */
import { useRecord } from '../../data/queries.ts'
import { useRights, useSession } from '../../data/session.ts'
import { addDays } from '../../format/days.ts'
import { Skeleton } from '../../kit/facts.tsx'
import { Plot } from '../../kit/plot.tsx'
import type { PlotTone } from '../../kit/plot-shapes.ts'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { currentDay, useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Ageing } from './ageing.tsx'

interface Report {
  totals: { key: string; currency: string | null; value: string; count: number | null }[]
  series: { key: string; currency: string | null; points: { at: string; value: string }[] }[]
}

interface Shown {
  name: 'sales' | 'stock_value' | 'receivables' | 'webhook_health'
  kind: 'area' | 'bars'
  query: { step?: 'day' | 'week' | 'month'; from?: string; to?: string }
  /** Any of them. */
  rights: readonly string[]
}

const tones: Record<string, PlotTone> = {
  invoices: 'accent',
  cash_desks: 'news',
  stock: 'news',
  succeeded: 'good',
  failed: 'bad',
  waiting: 'warn',
}

export function Plots() {
  const rights = useRights()
  const today = currentDay()
  const all: Shown[] = [
    { name: 'sales', kind: 'area', query: { step: 'day' }, rights: ['sales:read'] },
    { name: 'stock_value', kind: 'area', query: { step: 'month' }, rights: ['stock:read'] },
    {
      name: 'receivables',
      kind: 'bars',
      query: { step: 'week', from: addDays(today, -56), to: addDays(today, 56) },
      rights: ['sales:read'],
    },
    { name: 'webhook_health', kind: 'bars', query: {}, rights: ['webhooks:manage'] },
  ]
  return (
    <div className="dashboard-plots">
      {all
        .filter(shown => shown.rights.some(right => rights.has(right)))
        .map(shown => (
          <OnePlot key={shown.name} {...shown} />
        ))}
    </div>
  )
}

/** How late what is open is stands in a bar of its own. */
const isFigure = ({ key }: { key: string }): boolean => !/^(not_due|late_)/.test(key)

function OnePlot({ name, kind, query }: Shown) {
  const words = useWords('dashboard')
  const { loading } = useWords('frame')
  const { account } = useSession()
  const { money, count, day, month, instant } = useFormat()
  const { data, error } = useRecord<Report>(`/reports/${name}`, query)
  const report = data?.body
  const show = (value: string, currency: string | null) => (currency ? money(value, currency) : count(Number(value)))
  // One axis has one currency: that of the book, or counts. The others are in the figures above.
  const drawn = report?.series.filter(({ currency }) => currency === null || currency === account.currency) ?? []
  const named = (key: string) => (words.series as Record<string, string>)[key] ?? key.replaceAll('_', ' ')
  // What a month or a week comes to is not what its first day did.
  const shownBy = { hour: instant, day, week: (at: string) => words.week(day(at)), month }
  return (
    <Region title={words.plots[name]}>
      <ProblemAlert error={error} />
      {!report && !error && <Skeleton label={loading} />}
      <p className="dashboard-figures">
        {report?.totals.filter(isFigure).map(({ key, currency, value }) => (
          <span key={`${key} ${currency}`}>
            <strong>{show(value, currency)}</strong> <span className="quiet">{named(key)}</span>
          </span>
        ))}
      </p>
      {report && name === 'receivables' && <Ageing totals={report.totals} today={currentDay()} />}
      {report && drawn.length === 0 && <p className="quiet">{words.nothing}</p>}
      {drawn.length > 0 && (
        <Plot
          label={words.plots[name]}
          words={words.plot}
          kind={kind}
          series={drawn.map(({ key, points }) => ({ key, label: named(key), tone: tones[key] ?? 'accent', points }))}
          showValue={value => show(value, drawn[0]?.currency ?? null)}
          showAt={shownBy[query.step ?? 'hour']}
        />
      )}
    </Region>
  )
}
