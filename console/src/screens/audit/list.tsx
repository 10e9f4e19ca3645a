/** Who did what, and from where: the latest first, with what was changed before and after. */
import type { AuditEntry } from '../../data/generated/persons.ts'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { Details } from './details.tsx'

export function AuditList() {
  const { screens } = useWords('frame')
  const words = useWords('audit')
  return (
    <ListScreen<AuditEntry>
      title={screens.audit}
      path="/settings/audit"
      columns={useColumns()}
      filters={useFilters()}
      keyOf={({ sequence }) => String(sequence)}
      empty={{ title: words.empty }}
    />
  )
}

const kinds = ['key', 'user', 'sign_in', 'password', 'passkey', 'second_step', 'settings', 'tenant'] as const

function useFilters(): readonly Filter[] {
  const { columns, actors, kinds: names } = useWords('audit')
  return [
    {
      kind: 'choice',
      name: 'actor_type',
      label: columns.who,
      options: (['user', 'api_key', 'cli', 'system'] as const).map(value => ({ value, label: actors[value] })),
    },
    {
      kind: 'choice',
      name: 'action',
      label: columns.what,
      options: kinds.map(kind => ({ value: `${kind}.*`, label: names[kind] })),
    },
    { kind: 'days', from: 'date_from', to: 'date_to', label: columns.when },
    { kind: 'text', name: 'actor', label: columns.actorId },
    { kind: 'text', name: 'record', label: columns.recordId },
  ]
}

function useColumns(): readonly ListColumn<AuditEntry>[] {
  const words = useWords('audit')
  const { clock, instant, exactInstant } = useFormat()
  const { columns, actions, actors } = words
  const actionOf = ({ action }: AuditEntry) => (actions as Record<string, string>)[action] ?? action
  const actorOf = ({ actor }: AuditEntry) => actor.name ?? actors[actor.type]
  return [
    {
      key: 'what',
      label: columns.what,
      card: 'title',
      cell: entry => <strong title={entry.action}>{actionOf(entry)}</strong>,
      csv: actionOf,
    },
    {
      key: 'who',
      label: columns.who,
      cell: entry => <span className="whole-words">{actorOf(entry)}</span>,
      csv: actorOf,
    },
    {
      key: 'when',
      label: columns.when,
      cell: ({ at }) => (
        <time className="whole-words" title={exactInstant(at)}>
          {instant(at)}
        </time>
      ),
      csv: ({ at }) => clock(at),
    },
    {
      key: 'changes',
      label: columns.changes,
      card: 'wide',
      cell: ({ details }) => <Details details={details} />,
      csv: ({ details }) => JSON.stringify(details),
    },
    {
      key: 'address',
      label: columns.address,
      card: 'none',
      cell: ({ address }) => address && <code className="whole-words">{address}</code>,
      csv: ({ address }) => address ?? '',
    },
    { key: 'sequence', label: columns.sequence, isHidden: true, isNumber: true, cell: ({ sequence }) => sequence },
    { key: 'endpoint', label: columns.endpoint, isHidden: true, cell: ({ endpoint }) => endpoint },
    {
      key: 'request',
      label: columns.request,
      isHidden: true,
      cell: ({ request_id }) => request_id && <code>{request_id}</code>,
      csv: ({ request_id }) => request_id ?? '',
    },
    { key: 'hash', label: columns.hash, isHidden: true, cell: ({ hash }) => <code>{hash.slice(0, 12)}</code> },
  ]
}
