/** How an endpoint fares: success rate, answer time, how near it is to being switched off, how far behind. */
import type { WebhookDelivery, WebhookEndpoint } from '@cellarbook/sdk'
import type { ReactNode } from 'react'
import { type Page, useRecord } from '../../data/queries.ts'
import { Bar } from '../../kit/facts.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { DeliveryPlot, useDeliveryReport } from './delivery-plot.tsx'

/** Attempts that were under way when it was switched off count, too: there may be more. */
const mostFailures = 50

export function Health({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { health: words } = useWords('webhooks')
  const { exactInstant, count } = useFormat()
  const report = useDeliveryReport(endpoint.id)
  const { disabled_reason: reason, previous_secret_expires_at: oldUntil, consecutive_failures: failures } = endpoint
  return (
    <section className="stack" aria-label={words.label}>
      {reason && endpoint.status !== 'enabled' && <Bar tone="warn">{words.disabled[reason]}</Bar>}
      {oldUntil && <Bar>{words.oldSecret(exactInstant(oldUntil))}</Bar>}
      <div className="tiles">
        <Tile label={words.rate} value={useRate(report)} />
        <AnswerTime endpointId={endpoint.id} />
        <Tile label={words.failures} value={count(failures)} beside={words.offAt(mostFailures)}>
          <meter className="meter" aria-label={words.failures} min={0} max={mostFailures} value={failures} />
        </Tile>
        <Acknowledged sequence={endpoint.acked_sequence} />
      </div>
      {report && <DeliveryPlot report={report} />}
    </section>
  )
}

function Tile({ label, value, beside, children }: TileProps) {
  return (
    <div className="panel tile">
      <p className="quiet small">{label}</p>
      <p>
        <strong>{value}</strong> {beside && <span className="quiet">{beside}</span>}
      </p>
      {children}
    </div>
  )
}

interface TileProps {
  label: string
  value: string
  beside?: string
  children?: ReactNode
}

/** Of those that came to an end. */
function useRate(report: ReturnType<typeof useDeliveryReport>): string {
  const { percent } = useFormat()
  const sum = (key: string) =>
    report?.series.find(each => each.key === key)?.points.reduce((total, { count }) => total + (count ?? 0), 0) ?? 0
  const [good, bad] = [sum('succeeded'), sum('failed')]
  return good + bad === 0 ? '–' : percent(((100 * good) / (good + bad)).toFixed(1))
}

/** Of the newest deliveries that got an answer. */
function AnswerTime({ endpointId }: { endpointId: string }) {
  const { health: words } = useWords('webhooks')
  const { count } = useFormat()
  const newest = useRecord<Page<WebhookDelivery>>(`/webhook-endpoints/${endpointId}/deliveries`, { limit: 100 })
  const times = (newest.data?.body.data ?? [])
    .flatMap(({ attempts }) => attempts.filter(({ http_status }) => http_status !== null))
    .map(({ duration_ms }) => duration_ms)
    .sort((one, other) => one - other)
  const slow = times[Math.ceil(times.length * 0.95) - 1]
  return <Tile label={words.p95} value={slow === undefined ? '–' : words.milliseconds(count(slow))} />
}

/** Against the newest event of the book, where the person may read events. */
function Acknowledged({ sequence }: { sequence: number }) {
  const { health: words } = useWords('webhooks')
  const { count } = useFormat()
  const latest = useRecord('/events', { limit: 1 }).data?.latestSequence
  const beside = latest === undefined ? undefined : words.behind(Math.max(0, latest - sequence))
  return <Tile label={words.acked} value={count(sequence)} {...(beside && { beside })} />
}
