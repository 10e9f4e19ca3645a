/** What was sent to an endpoint, and what it answered. A row opens the delivery with its attempts. */
import type { WebhookDelivery } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh, useList } from '../../data/queries.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { State } from '../../kit/state.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { ListEnd } from '../../patterns/list-end.tsx'
import { type Filter, Filters } from '../../patterns/list-filters.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { DeliveryDialog } from './delivery.tsx'

export function Deliveries({ endpointId }: { endpointId: string }) {
  const { deliveries: words } = useWords('webhooks')
  const { loading } = useWords('frame')
  const { status = '', type = '', delivery } = useParams()
  const setParams = useSetParams()
  const list = useList<WebhookDelivery>(`/webhook-endpoints/${endpointId}/deliveries`, { status, type })
  const columns = useColumns(endpointId)
  const rows = list.data?.pages.flatMap(page => page.body.data) ?? []
  return (
    <section className="stack" aria-label={words.title}>
      <Filters filters={useFilters()} hasSearch={false} />
      {list.isError && <ProblemAlert error={list.error} />}
      {list.isPending && <Skeleton label={loading} />}
      {list.isSuccess && rows.length === 0 && <p className="quiet">{words.empty}</p>}
      {rows.length > 0 && (
        <>
          <Table
            label={words.title}
            rows={rows}
            keyOf={row => row.id}
            columns={columns}
            isStale={list.isPlaceholderData}
          />
          <ListEnd count={rows.length} list={list} />
        </>
      )}
      {delivery && <DeliveryDialog id={delivery} onClose={() => setParams({ delivery: '' })} />}
    </section>
  )
}

function useFilters(): readonly Filter[] {
  const { deliveries: words } = useWords('webhooks')
  const { states } = useWords('records')
  const { types } = useWords('events')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: words.state,
      options: Object.entries(states.webhook_delivery).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      name: 'type',
      label: words.type,
      options: Object.keys(types).map(value => ({ value, label: value })),
    },
  ]
}

/** The last answer in few words: `503, 2104 ms`, `timeout`. */
export const answerOf = ({ http_status, error, duration_ms }: WebhookDelivery['attempts'][number]): string =>
  `${http_status ?? error ?? ''}, ${duration_ms} ms`

function useColumns(endpointId: string): readonly Column<WebhookDelivery>[] {
  const { deliveries: words } = useWords('webhooks')
  const { instant, count } = useFormat()
  return [
    {
      key: 'event',
      label: words.event,
      card: 'title',
      cell: ({ id, type }) => <Link to={`/developers/webhooks/${endpointId}?delivery=${id}`}>{type}</Link>,
    },
    { key: 'state', label: words.state, cell: ({ status }) => <State of="webhook_delivery" value={status} /> },
    { key: 'sequence', label: words.sequence, isNumber: true, cell: ({ sequence }) => count(sequence) },
    {
      key: 'attempts',
      label: words.attempts,
      isNumber: true,
      card: 'none',
      cell: ({ attempts }) => count(attempts.length),
    },
    {
      key: 'last',
      label: words.last,
      card: 'wide',
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        return last && answerOf(last)
      },
    },
    {
      key: 'when',
      label: words.when,
      cell: row => (row.next_attempt_at ? words.next(instant(row.next_attempt_at)) : instant(row.updated_at)),
    },
    { key: 'actions', label: words.actions, cell: row => <RetryButton delivery={row} /> },
  ]
}

/** Only where the service allows it. */
export function RetryButton({ delivery }: { delivery: WebhookDelivery }) {
  const { deliveries: words } = useWords('webhooks')
  const retry = useMutation({
    mutationFn: () => post(`/webhook-deliveries/${delivery.id}/actions/retry`, { body: {}, idempotencyKey: newId() }),
    onSuccess: () => {
      toast(words.retried)
      void refresh(currentBook(), ['/webhook-deliveries', '/webhook-endpoints', '/reports'])
    },
    onError: error => toast(error.message, 'bad'),
  })
  if (!delivery.allowed_actions.includes('retry')) return null
  return (
    <Button isOff={retry.isPending} onClick={() => retry.mutate()}>
      {words.retry}
    </Button>
  )
}
