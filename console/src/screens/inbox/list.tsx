/** Files that came, and where more are dropped. */
import type { InboxSubmission } from '@cellarbook/sdk'
import { useRights } from '../../data/session.ts'
import { FileInput } from '../../kit/file-input.tsx'
import { Badge } from '../../kit/state.tsx'
import { LeaveGuard } from '../../patterns/form.tsx'
import type { Filter } from '../../patterns/list-filters.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useStateColumn } from '../../patterns/state-column.tsx'
import { useRemarks } from '../../patterns/use-remarks.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { DropHere } from './drop.tsx'
import { isFinished, useSending } from './sending.ts'
import { SentFiles } from './sent.tsx'

export function InboxList() {
  const { screens } = useWords('frame')
  const words = useWords('inbox')
  const { leaving } = useWords('attachments')
  const mayWrite = useRights().has('core:write')
  const { sent, send, retry, clear } = useSending()
  return (
    <>
      <ListScreen<InboxSubmission>
        title={screens.inbox}
        path="/inbox/submissions"
        columns={useColumns()}
        filters={useFilters()}
        hasSearch={false}
        keyOf={submission => submission.id}
        open={submission => `/inbox/${submission.id}`}
        empty={words.empty}
        bulk={{
          object: 'inbox_submission',
          nameOf: ({ file_name }) => file_name,
          actions: mayWrite ? [{ key: 'reject' }] : [],
        }}
        {...(mayWrite && {
          actions: (
            <FileInput look="main" onFiles={send}>
              {words.choose}
            </FileInput>
          ),
          above: <SentFiles sent={sent} onRetry={retry} onClear={clear} />,
        })}
      />
      {mayWrite && <DropHere onFiles={send} />}
      <LeaveGuard isDirty={sent.some(file => !isFinished(file))} words={leaving} />
    </>
  )
}

function useFilters(): readonly Filter[] {
  const { filters, outcomes } = useWords('inbox')
  const { states } = useWords('records')
  return [
    {
      kind: 'chips',
      name: 'status',
      label: filters.state,
      options: Object.entries(states.inbox_submission).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: filters.outcome,
      options: Object.entries(outcomes).map(([value, label]) => ({ value, label })),
    },
  ]
}

function useColumns(): readonly ListColumn<InboxSubmission>[] {
  const { columns, outcomes, duplicate } = useWords('inbox')
  const remarks = useRemarks()
  const { clock, instant } = useFormat()
  return [
    { key: 'file', label: columns.file, card: 'title', cell: row => row.file_name, csv: row => row.file_name },
    useStateColumn(columns.state),
    {
      key: 'outcome',
      label: columns.outcome,
      card: 'wide',
      cell: row => (
        <span className="row">
          {outcomes[row.outcome]} {row.duplicate && <Badge>{duplicate}</Badge>}
        </span>
      ),
      csv: row => outcomes[row.outcome],
    },
    { key: 'note', label: columns.note, card: 'none', cell: row => remarks(row.note), csv: row => remarks(row.note) },
    {
      key: 'sender',
      label: columns.sender,
      card: 'none',
      isHidden: true,
      cell: row => row.sender,
      csv: row => row.sender,
    },
    { key: 'came', label: columns.came, cell: row => instant(row.created_at), csv: row => clock(row.created_at) },
  ]
}
