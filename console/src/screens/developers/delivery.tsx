/** One delivery: its attempts, what was sent, and the way to send it again. */
import type { WebhookDelivery } from '@cellarbook/sdk'
import type { WebhookPayload } from '../../data/generated/persons.ts'
import { useRecord } from '../../data/queries.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { Table } from '../../kit/table.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { RetryButton } from './deliveries.tsx'

export function DeliveryDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { delivery: words } = useWords('webhooks')
  const { loading } = useWords('frame')
  const { data, error } = useRecord<WebhookDelivery>(`/webhook-deliveries/${id}`)
  return (
    <Dialog title={words.title} shape="wide" onClose={onClose}>
      <ProblemAlert error={error} />
      {data ? <Loaded delivery={data.body} /> : !error && <Skeleton label={loading} />}
      <div className="dialog-end">
        <Button onClick={onClose}>{words.close}</Button>
        {data && <RetryButton delivery={data.body} />}
      </div>
    </Dialog>
  )
}

function Loaded({ delivery }: { delivery: WebhookDelivery }) {
  const { deliveries: words } = useWords('webhooks')
  const { count, instant } = useFormat()
  return (
    <div className="stack">
      <Facts
        facts={[
          [
            words.event,
            <Link key="event" to={`/developers/events/${delivery.event_id}`}>
              {delivery.type}
            </Link>,
          ],
          [words.sequence, count(delivery.sequence)],
          [words.state, <State key="state" of="webhook_delivery" value={delivery.status} />],
          [words.when, delivery.next_attempt_at && words.next(instant(delivery.next_attempt_at))],
        ]}
      />
      <Attempts delivery={delivery} />
      <Sent delivery={delivery} />
    </div>
  )
}

function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const { delivery: words, health } = useWords('webhooks')
  const { exactInstant, count } = useFormat()
  if (attempts.length === 0) return <p className="quiet">{words.noAttempts}</p>
  return (
    <Table
      label={words.attempts}
      rows={attempts}
      keyOf={({ at }, index) => `${at} ${index}`}
      columns={[
        { key: 'at', label: words.at, card: 'wide', cell: ({ at }) => exactInstant(at) },
        { key: 'answer', label: words.answer, cell: ({ http_status }) => http_status ?? '–' },
        {
          key: 'took',
          label: words.took,
          isNumber: true,
          cell: ({ duration_ms }) => health.milliseconds(count(duration_ms)),
        },
        { key: 'error', label: words.error, cell: ({ error }) => error && <code>{error}</code> },
        {
          key: 'said',
          label: words.said,
          card: 'wide',
          cell: ({ response_snippet: said }) => said && <code>{said}</code>,
        },
      ]}
    />
  )
}

/** The headers but the signature, and the body to the byte. */
function Sent({ delivery }: { delivery: WebhookDelivery }) {
  const { delivery: words } = useWords('webhooks')
  const payload = useRecord<WebhookPayload>(`/webhook-deliveries/${delivery.id}/payload`)
  const last = delivery.attempts.at(-1)
  const headers = [
    'content-type: application/json; charset=utf-8',
    `webhook-id: ${delivery.event_id}`,
    ...(last ? [`webhook-timestamp: ${Math.floor(Date.parse(last.at) / 1_000)}`] : []),
    `webhook-attempt: ${Math.max(1, delivery.attempts.length)}`,
    `webhook-sequence: ${delivery.sequence}`,
  ].join('\n')
  return (
    <>
      <h3>{words.headers}</h3>
      <Code text={headers} />
      <p className="quiet small">{words.signatureNote}</p>
      {payload.data && (
        <>
          <h3>{words.body}</h3>
          {payload.data.body.body === null ? (
            <p className="quiet">{words.bodyGone}</p>
          ) : (
            <Code text={payload.data.body.body} />
          )}
          <p className="quiet small">{words.bodyNote}</p>
        </>
      )}
    </>
  )
}

const Code = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
  <pre className="json" tabIndex={0}>
    {text}
  </pre>
)
