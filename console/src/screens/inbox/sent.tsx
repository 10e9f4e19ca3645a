/** What became of the files that were sent just now. */
import { isRefusal } from '../../data/refusal.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Badge, type Tone } from '../../kit/state.tsx'
import { Region } from '../../patterns/region.tsx'
import { useWords } from '../../words/use-words.ts'
import './inbox.css'
import { useRemarks } from '../../patterns/use-remarks.ts'
import { isFinished, type SentFile } from './sending.ts'

interface SentFilesProps {
  sent: readonly SentFile[]
  onRetry: (file: SentFile) => void
  onClear: () => void
}

export function SentFiles({ sent, onRetry, onClear }: SentFilesProps) {
  const words = useWords('inbox')
  if (sent.length === 0) return <p className="quiet small">{words.dropHint}</p>
  const finished = sent.filter(isFinished)
  const refused = finished.filter(({ error, isTooLarge }) => error || isTooLarge)
  return (
    <Region
      title={words.sent.label}
      beside={
        finished.length > 0 && (
          <Button look="plain" onClick={onClear}>
            {words.sent.clear}
          </Button>
        )
      }
    >
      <p role="status" className="quiet small">
        {words.sent.progress(finished.length, sent.length)}
        {refused.length > 0 && `, ${words.sent.countRefused(refused.length)}`}
      </p>
      <ul className="sent-files">
        {sent.map(one => (
          <li key={one.key}>
            <strong>{one.file.name}</strong>
            <Outcome sent={one} onRetry={() => onRetry(one)} />
          </li>
        ))}
      </ul>
    </Region>
  )
}

const tones: Record<string, Tone> = { isdoc_imported: 'good', isdoc_rejected: 'bad', files: 'warn', scan: 'news' }

function Outcome({ sent, onRetry }: { sent: SentFile; onRetry: () => void }) {
  const words = useWords('inbox')
  const { actions } = useWords('records')
  const remarks = useRemarks()
  const { submission, error, isSending } = sent
  if (sent.isTooLarge) return <TooLarge />
  if (error) return <Refused error={error} onRetry={onRetry} />
  if (!submission)
    return <Badge tone={isSending ? 'news' : 'quiet'}>{isSending ? words.sent.sending : words.sent.waiting}</Badge>
  const { id, outcome, note, duplicate, received_invoice_id } = submission
  return (
    <span className="row">
      <Badge tone={tones[outcome] ?? 'quiet'}>{words.outcomes[outcome]}</Badge>
      {duplicate && <Badge>{words.duplicate}</Badge>}
      {note && <span className="quiet small">{remarks(note)}</span>}
      {received_invoice_id ? (
        <Link to={`/received-invoices/${received_invoice_id}`}>{words.openInvoice}</Link>
      ) : (
        <Link to={`/inbox/${id}`}>{actions.inbox_submission.sort}</Link>
      )}
    </span>
  )
}

/** Sent again it would be as large. */
function TooLarge() {
  const { sent: words } = useWords('inbox')
  return (
    <span className="row">
      <Badge tone="bad">{words.refused}</Badge>
      <span>{words.tooLarge}</span>
    </span>
  )
}

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { sent: words } = useWords('inbox')
  const { problem } = useWords('frame')
  const { titles } = useWords('problems')
  const reason = isRefusal(error)
    ? ((titles as Record<string, string>)[error.code] ?? error.problem.title)
    : problem.unreachable
  return (
    <span className="row">
      <Badge tone="bad">{words.refused}</Badge>
      <span>{reason}</span>
      <Button look="plain" onClick={onRetry}>
        {words.again}
      </Button>
    </span>
  )
}
