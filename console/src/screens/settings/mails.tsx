/** What was written to people of the account, and what became of it. */
import { Badge, type Tone } from '../../kit/state.tsx'
import { type ListColumn, ListScreen } from '../../patterns/list-screen.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

type MailState = 'sent' | 'waiting' | 'given_up'

interface Mail {
  id: string
  to: string
  subject: string
  state: MailState
  attempts: number
  next_attempt_at: string | null
  sent_at: string | null
  created_at: string
}

const tones: Record<MailState, Tone> = { sent: 'good', waiting: 'warn', given_up: 'bad' }

export function MailList() {
  const { mails: words } = useWords('settings')
  return (
    <ListScreen<Mail>
      title={words.title}
      path="/settings/mails"
      hasSearch={false}
      columns={useColumns()}
      filters={[
        {
          kind: 'chips',
          isSingle: true,
          name: 'state',
          label: words.state,
          options: (['sent', 'waiting', 'given_up'] as const).map(value => ({ value, label: words.states[value] })),
        },
      ]}
      keyOf={({ id }) => id}
      empty={{ title: words.empty, text: words.emptyText }}
    />
  )
}

function useColumns(): readonly ListColumn<Mail>[] {
  const { mails: words } = useWords('settings')
  const { clock, instant } = useFormat()
  return [
    {
      key: 'subject',
      label: words.subject,
      card: 'wide',
      cell: ({ subject }) => <strong>{subject}</strong>,
      csv: ({ subject }) => subject,
    },
    { key: 'to', label: words.to, cell: ({ to }) => to, csv: ({ to }) => to },
    {
      key: 'state',
      label: words.state,
      cell: ({ state }) => <Badge tone={tones[state]}>{words.states[state]}</Badge>,
      csv: ({ state }) => words.states[state],
    },
    { key: 'attempts', label: words.attempts, isNumber: true, card: 'none', cell: ({ attempts }) => attempts },
    {
      key: 'written',
      label: words.written,
      cell: ({ created_at }) => instant(created_at),
      csv: ({ created_at }) => clock(created_at),
    },
    {
      key: 'sent',
      label: words.sent,
      card: 'none',
      cell: ({ sent_at, next_attempt_at }) => instant(sent_at ?? next_attempt_at),
      csv: ({ sent_at }) => clock(sent_at),
    },
  ]
}
