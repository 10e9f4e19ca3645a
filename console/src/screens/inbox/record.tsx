/** One file of the inbox: what became of it, beside the file itself. */
import type { InboxSubmission } from '@cellarbook/sdk'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { useRights } from '../../data/session.ts'
import { newId } from '../../format/ids.ts'
import { Button } from '../../kit/button.tsx'
import { Facts } from '../../kit/facts.tsx'
import { Link } from '../../kit/link.tsx'
import { toast } from '../../kit/toast.tsx'
import { Original } from '../../patterns/original.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { RecordScreen } from '../../patterns/record-screen.tsx'
import { useRouteId } from '../../patterns/route-id.ts'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import './panels.ts'
import { useRemarks } from '../../patterns/use-remarks.ts'

export function InboxRecord() {
  const id = useRouteId()
  const { record: words } = useWords('frame')
  return (
    <RecordScreen<InboxSubmission>
      path={`/inbox/submissions/${id}`}
      titleOf={({ file_name }) => file_name}
      mainActions={['sort', 'reject']}
      tools={submission => <Tools submission={submission} />}
      sections={submission => [
        {
          key: 'overview',
          label: words.overview,
          content: (
            <div className="beside">
              <Known submission={submission} />
              <Original attachmentId={submission.attachment_id} />
            </div>
          ),
        },
      ]}
    />
  )
}

function Tools({ submission }: { submission: InboxSubmission }) {
  const words = useWords('inbox')
  const rights = useRights()
  const { id, status, outcome, received_invoice_id: invoice } = submission
  if (invoice && rights.has('finance:read')) {
    return (
      <Link to={`/received-invoices/${invoice}`} look="main">
        {words.openInvoice}
      </Link>
    )
  }
  if (status !== 'waiting') return null
  return (
    <>
      {rights.has('finance:write') && (
        <Link to={`/received-invoices/new?submission=${id}`} look="main">
          {words.book}
        </Link>
      )}
      {outcome === 'isdoc_rejected' && rights.has('core:write') && <Retry submission={submission} />}
    </>
  )
}

/** What was refused may be fit now, such as after a setting. The newer try stands for the older one. */
function Retry({ submission: { id, attachment_id } }: { submission: InboxSubmission }) {
  const words = useWords('inbox')
  const navigate = useNavigate()
  const [key] = useState(newId)
  const again = useMutation({
    mutationFn: async () => {
      const body = { attachment_id }
      const { body: made } = await post<InboxSubmission>('/inbox/submissions', { body, idempotencyKey: key })
      const note = { note: words.retriedNote }
      await post(`/inbox/submissions/${id}/actions/reject`, { body: note, idempotencyKey: `${key}-r` })
      return made
    },
    onSuccess: made => {
      void refresh(currentBook(), ['/inbox', '/received-invoices', '/reports'])
      toast(words.retried)
      void navigate({ to: `/${currentBook()}/inbox/${made.id}` })
    },
    onError: error => toast(<ProblemAlert error={error} />, 'bad'),
  })
  return (
    <Button isOff={again.isPending} onClick={() => again.mutate()}>
      {words.retry}
    </Button>
  )
}

function Known({ submission }: { submission: InboxSubmission }) {
  const { facts, outcomes, openInvoice } = useWords('inbox')
  const { warnings: named } = useWords('files')
  const { titles } = useWords('problems')
  const remarks = useRemarks()
  const { instant } = useFormat()
  const { reason, warnings, received_invoice_id: invoice } = submission
  return (
    <div className="panel">
      <Facts
        facts={[
          [facts.outcome, outcomes[submission.outcome]],
          [facts.reason, reason && ((titles as Record<string, string>)[reason] ?? reason)],
          [facts.note, remarks(submission.note)],
          [facts.sender, submission.sender],
          [facts.came, instant(submission.created_at)],
          [
            facts.invoice,
            invoice && (
              <Link key="invoice" to={`/received-invoices/${invoice}`}>
                {openInvoice}
              </Link>
            ),
          ],
          [
            facts.warnings,
            warnings.map(({ code, message }) => (named as Record<string, string>)[code] ?? message).join(' '),
          ],
        ]}
      />
    </div>
  )
}
