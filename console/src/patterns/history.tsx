/** What happened to a record: its events, with who caused them. */
import type { Event } from '@cellarbook/sdk'
import { useList } from '../data/queries.ts'
import { Skeleton } from '../kit/facts.tsx'
import { Link } from '../kit/link.tsx'
import { Table } from '../kit/table.tsx'
import { useFormat } from '../words/use-format.ts'
import { useWords } from '../words/use-words.ts'
import { ListEnd } from './list-end.tsx'
import { ProblemAlert } from './problem.tsx'

export function History({ id }: { id: string }) {
  const { record: words, loading } = useWords('frame')
  const { types, columns, actors } = useWords('events')
  const { instant, exactInstant } = useFormat()
  const list = useList<Event>('/events', { object_id: id })
  if (list.isError) return <ProblemAlert error={list.error} />
  if (list.isPending) return <Skeleton label={loading} />
  const rows = list.data.pages.flatMap(page => page.body.data)
  return (
    <section aria-label={words.history} className="stack">
      <Table
        label={words.history}
        rows={rows}
        keyOf={event => event.id}
        columns={[
          {
            key: 'type',
            label: columns.type,
            card: 'title',
            cell: event => (
              <Link to={`/developers/events/${event.id}`}>
                {(types as Record<string, string>)[event.type] ?? event.type}
              </Link>
            ),
          },
          {
            key: 'when',
            label: columns.when,
            cell: event => <time title={exactInstant(event.created_at)}>{instant(event.created_at)}</time>,
          },
          { key: 'who', label: columns.who, cell: event => actors[event.actor.type] },
          {
            key: 'request',
            label: columns.request,
            card: 'none',
            cell: event => <code>{event.request_id.slice(-8)}</code>,
          },
        ]}
      />
      <ListEnd count={rows.length} list={list} />
    </section>
  )
}
