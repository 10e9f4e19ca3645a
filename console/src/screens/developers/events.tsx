/** Everything that happened in the book, the newest first, numbered without a gap. */
import type { Event } from '@cellarbook/sdk'
import { screenOf } from '../../data/places.ts'
import { Button } from '../../kit/button.tsx'
import { Check } from '../../kit/choices.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { type Column, Table } from '../../kit/table.tsx'
import { useRowKeys } from '../../patterns/list-keys.ts'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { useEventLog } from './event-log.ts'
import { TypeFilter } from './type-filter.tsx'
import './developers.css'

export function EventList() {
  const { screens, loading } = useWords('frame')
  const { events: words } = useWords('developers')
  const { types = '', live = '1' } = useParams()
  const setParams = useSetParams()
  const log = useEventLog(types, live === '1')
  const rows = log.data?.pages.flatMap(({ events }) => events) ?? []
  const columns = useColumns()
  const at = useRowKeys({ rows, open: ({ id }) => `/developers/events/${id}` })
  return (
    <Screen
      title={screens.events}
      actions={
        <Check
          label={words.live}
          hint={words.liveHint}
          isChecked={live === '1'}
          onChange={isOn => setParams({ live: isOn ? '' : '0' }, { replace: true })}
        />
      }
    >
      <TypeFilter types={types} onChange={next => setParams({ types: next })} />
      {log.isError && <ProblemAlert error={log.error} />}
      {log.isPending && <Skeleton label={loading} />}
      {log.isSuccess && rows.length === 0 && <p className="quiet">{types ? words.none : words.empty}</p>}
      {rows.length > 0 && (
        <Table
          label={screens.events}
          rows={rows}
          keyOf={({ id }) => id}
          columns={columns}
          at={at}
          isStale={log.isPlaceholderData}
        />
      )}
      <LogEnd log={log} count={rows.length} />
    </Screen>
  )
}

function LogEnd({ log, count }: { log: ReturnType<typeof useEventLog>; count: number }) {
  const { list } = useWords('frame')
  const { events: words } = useWords('developers')
  const formats = useFormat()
  const last = log.data?.pages.at(-1)
  if (!last) return null
  return (
    <div className="spread">
      <p role="status" className="quiet">
        {list.shown(count)}
        {log.hasNextPage && `, ${words.down(formats.count(last.after + 1))}`}
      </p>
      {log.hasNextPage && (
        <Button isOff={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </div>
  )
}

function useColumns(): readonly Column<Event>[] {
  const { columns, types, actors } = useWords('events')
  const { events: words } = useWords('developers')
  const { instant, exactInstant, count } = useFormat()
  return [
    {
      key: 'type',
      label: columns.type,
      card: 'title',
      cell: ({ id, type }) => <Link to={`/developers/events/${id}`}>{type}</Link>,
    },
    { key: 'sequence', label: columns.sequence, isNumber: true, card: 'amount', cell: event => count(event.sequence) },
    {
      key: 'meaning',
      label: words.type,
      card: 'none',
      cell: ({ type }) => (types as Record<string, string>)[type],
    },
    { key: 'record', label: words.record, card: 'wide', cell: event => <EventRecordLink event={event} /> },
    {
      key: 'when',
      label: columns.when,
      cell: ({ created_at }) => <time title={exactInstant(created_at)}>{instant(created_at)}</time>,
    },
    { key: 'who', label: columns.who, cell: ({ actor }) => actors[actor.type] },
  ]
}

/** The record an event is about, where it has a screen. */
export function EventRecordLink({ event }: { event: Event }) {
  const { kinds } = useWords('records')
  const record = event.data.object as {
    object: string
    id: string | null
    number?: string | null
    name?: string | null
  }
  const kind = (kinds as Record<string, string>)[record.object] ?? record.object.replaceAll('_', ' ')
  const to = record.id && screenOf(record.object, record.id)
  const label = [kind, record.number ?? record.name].filter(Boolean).join(' ')
  return to ? <Link to={to}>{label}</Link> : label
}
