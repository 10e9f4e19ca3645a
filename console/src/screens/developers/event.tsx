/** One event: who caused it, what it is about, and who was told of it. */
import type { Event, WebhookDelivery, WebhookEndpoint } from '@cellarbook/sdk'
import { useQueries } from '@tanstack/react-query'
import { screenOf } from '../../data/places.ts'
import { type Page, recordQuery, useRecord } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { Bar, Facts, Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge, State } from '../../kit/state.tsx'
import { Table } from '../../kit/table.tsx'
import { RecordJson } from '../../patterns/record-json.tsx'
import { RecordProblem } from '../../patterns/record-problem.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { Screen } from '../../patterns/screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { EventRecordLink } from './events.tsx'
import './developers.css'

export function EventRecord() {
  const { loading } = useWords('frame')
  const { data, error } = useRecord<Event>(`/events/${useRouteId()}`)
  if (data) return <Loaded event={data.body} />
  return error ? <RecordProblem error={error} /> : <Skeleton label={loading} />
}

function Loaded({ event }: { event: Event }) {
  const { events: words } = useWords('developers')
  const { types, columns } = useWords('events')
  const { count, exactInstant } = useFormat()
  const { created, changes } = event.data
  const maySee = useRights().has('webhooks:manage')
  return (
    <Screen title={words.title(count(event.sequence))} beside={<Badge>{event.type}</Badge>}>
      {event.redacted && <Bar tone="warn">{words.redacted}</Bar>}
      <div className="panel">
        <Facts
          facts={[
            [columns.type, (types as Record<string, string>)[event.type]],
            [words.record, <EventRecordLink key="record" event={event} />],
            [words.actor, <Actor key="actor" event={event} />],
            [
              words.request,
              <Link key="request" to={`/developers/requests/${event.request_id}`}>
                {event.request_id}
              </Link>,
            ],
            [words.when, exactInstant(event.created_at)],
            [words.version, event.api_version],
            [words.changes, changes?.join(', ')],
            [words.created, created && <Created key="created" {...created} />],
          ]}
        />
      </div>
      {maySee && <DeliveriesOf eventId={event.id} sequence={event.sequence} />}
      <RecordJson path={`/events/${event.id}`} record={event} />
    </Screen>
  )
}

function Actor({ event: { actor } }: { event: Event }) {
  const { actors } = useWords('events')
  if (actor.type !== 'api_key' || !actor.id) return actors[actor.type]
  return <Link to={`/developers/keys?key=${actor.id}`}>{actors.api_key}</Link>
}

function Created({ object, id }: { object: string; id: string }) {
  const { kinds } = useWords('records')
  const label = (kinds as Record<string, string>)[object] ?? object
  const to = screenOf(object, id)
  return to ? <Link to={to}>{label}</Link> : label
}

/** The API has no list by event, so the newest deliveries of each endpoint are looked through. */
function DeliveriesOf({ eventId, sequence }: { eventId: string; sequence: number }) {
  const { events: words } = useWords('developers')
  const endpoints = useRecord<Page<WebhookEndpoint>>('/webhook-endpoints').data?.body.data ?? []
  const lists = useQueries({
    queries: endpoints
      .slice(0, 10)
      .map(({ id }) => recordQuery<Page<WebhookDelivery>>(`/webhook-endpoints/${id}/deliveries`, { limit: 100 })),
  })
  const rows = lists.flatMap(({ data }) => data?.body.data ?? []).filter(({ event_id }) => event_id === eventId)
  // Nothing is said before it is known.
  if (endpoints.length === 0 || (rows.length === 0 && lists.some(({ isPending }) => isPending))) return null
  const addressOf = (id: string) => endpoints.find(endpoint => endpoint.id === id)?.url ?? id
  return (
    <section className="stack-close" aria-label={words.deliveries}>
      <h2>{words.deliveries}</h2>
      {rows.length === 0 ? (
        <p className="quiet">{words.noDeliveries}</p>
      ) : (
        <Table
          label={words.deliveries}
          rows={rows}
          keyOf={({ id }) => `${sequence} ${id}`}
          columns={[
            {
              key: 'endpoint',
              label: words.endpoint,
              card: 'title',
              cell: ({ id, endpoint_id }) => (
                <Link to={`/developers/webhooks/${endpoint_id}?delivery=${id}`}>{addressOf(endpoint_id)}</Link>
              ),
            },
            { key: 'state', label: words.state, cell: ({ status }) => <State of="webhook_delivery" value={status} /> },
          ]}
        />
      )}
    </section>
  )
}
