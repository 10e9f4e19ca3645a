/** The latest calls. */
import type { ApiKey, RequestListItem } from '../../data/generated/persons.ts'
import { type Page, useRecord } from '../../data/queries.ts'
import { Badge } from '../../kit/state.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

export function RequestList() {
  const { screens } = useWords('frame')
  const { requests: words } = useWords('developers')
  const keys = useKeys()
  return (
    <ListScreen<RequestListItem>
      title={screens.requests}
      path="/settings/requests"
      hasSearch={false}
      columns={useColumns(keys)}
      filters={useFilters(keys)}
      keyOf={({ id }) => id}
      open={({ id }) => `/developers/requests/${id}`}
      empty={words.empty}
    />
  )
}

const useKeys = (): readonly ApiKey[] =>
  useRecord<Page<ApiKey>>('/settings/api-keys', { limit: 200 }).data?.body.data ?? []

export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'}>{String(status)}</Badge>
}

function useFilters(keys: readonly ApiKey[]): readonly Filter[] {
  const { requests: words } = useWords('developers')
  const { titles } = useWords('problems')
  return [
    {
      kind: 'chips',
      isSingle: true,
      name: 'status',
      label: words.status,
      options: [
        { value: 'refused', label: words.refused },
        ...['2xx', '4xx', '5xx'].map(value => ({ value, label: value })),
      ],
    },
    {
      kind: 'choice',
      name: 'key_id',
      label: words.key,
      options: keys.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      kind: 'choice',
      name: 'code',
      label: words.code,
      options: Object.keys(titles).map(value => ({ value, label: value })),
    },
    { kind: 'text', name: 'path', label: words.path },
    { kind: 'text', name: 'request_id', label: words.id },
  ]
}

function useColumns(keys: readonly ApiKey[]): readonly ListColumn<RequestListItem>[] {
  const { requests: words } = useWords('developers')
  const { clock, instant, count } = useFormat()
  const who = ({ key_id, user_id }: RequestListItem) =>
    keys.find(({ id }) => id === key_id)?.name ?? (user_id && !key_id ? words.person : (key_id?.slice(-8) ?? '–'))
  return [
    {
      key: 'call',
      label: words.call,
      card: 'wide',
      cell: ({ method, path }) => `${method} ${path}`,
      csv: ({ method, path }) => `${method} ${path}`,
    },
    {
      key: 'status',
      label: words.status,
      cell: ({ status }) => <StatusBadge status={status} />,
      csv: ({ status }) => String(status),
    },
    {
      key: 'code',
      label: words.code,
      cell: ({ code }) => code && <code>{code}</code>,
      csv: ({ code }) => code ?? '',
    },
    { key: 'who', label: words.who, cell: who, csv: who },
    {
      key: 'took',
      label: words.took,
      isNumber: true,
      card: 'none',
      cell: ({ duration_ms }) => words.milliseconds(count(duration_ms)),
      csv: ({ duration_ms }) => String(duration_ms),
    },
    {
      key: 'when',
      label: words.when,
      cell: ({ created_at }) => instant(created_at),
      csv: ({ created_at }) => clock(created_at),
    },
    { key: 'id', label: words.id, isHidden: true, cell: ({ id }) => <code>{id}</code>, csv: ({ id }) => id },
  ]
}
