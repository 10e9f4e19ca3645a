/** Writes a received invoice by hand, beside the file it is written from where one waits in the inbox. */
import type { InboxSubmission, ReceivedInvoice } from '@cellarbook/sdk'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { type Answer, post } from '../../data/client.ts'
import { recordQuery, refresh } from '../../data/queries.ts'
import { later } from '../../kit/later.tsx'
import { toast } from '../../kit/toast.tsx'
import { Form, useDraft } from '../../patterns/form.tsx'
import { usePaused } from '../../patterns/paused.ts'
import { CountedTotals, type RehearsedSave, useRehearsedSave } from '../../patterns/rehearsed-save.tsx'
import { Screen } from '../../patterns/screen.tsx'
import { useParams } from '../../patterns/search-params.ts'
import { currentDay } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import { blankReceived, bodyOfReceived, isCountable, type ReceivedDraft } from './draft.ts'
import { ReceivedGrid } from './grid.tsx'
import { ReceivedHead } from './head.tsx'

const Original = later(async () => (await import('../../patterns/original.tsx')).Original)

export function NewReceived() {
  const { create } = useWords('received')
  const { submission: id } = useParams()
  const query = recordQuery<InboxSubmission>(`/inbox/submissions/${id}`)
  const submission = useQuery({ ...query, enabled: id !== undefined }).data?.body
  return (
    <Screen title={create}>
      {submission ? (
        <div className="beside">
          <ReceivedForm submissionId={submission.id} />
          <Original attachmentId={submission.attachment_id} />
        </div>
      ) : (
        id === undefined && <ReceivedForm />
      )}
    </Screen>
  )
}

/** The file goes along, and waits no more. */
const sortInto = (submissionId: string, invoiceId: string, idempotencyKey: string) =>
  post(`/inbox/submissions/${submissionId}/actions/sort`, {
    body: { entity_type: 'received_invoice', entity_id: invoiceId },
    idempotencyKey,
  })

function ReceivedForm({ submissionId }: { submissionId?: string }) {
  const words = useWords('received')
  const navigate = useNavigate()
  const [initial] = useState(() => blankReceived(currentDay()))
  const kept = `${currentBook()}.received.${submissionId ?? ''}`
  const { draft, isDirty, change, changeBy, forget } = useDraft<ReceivedDraft>(kept, initial)
  const counted = useCounted(draft)
  const send = async (key: string): Promise<Answer<ReceivedInvoice>> => {
    const made = await post<ReceivedInvoice>('/received-invoices', { body: bodyOfReceived(draft), idempotencyKey: key })
    if (submissionId) await sortInto(submissionId, made.body.id, `${key}-s`)
    return made
  }
  const finish = ({ body: invoice }: Answer<ReceivedInvoice>) => {
    forget()
    void refresh(currentBook(), ['/received-invoices', '/inbox', '/reports'])
    toast(words.created)
    void navigate({ to: `/${currentBook()}/received-invoices/${invoice.id}` })
  }
  return (
    <Form
      send={send}
      onDone={finish}
      submit={words.submit}
      isDirty={isDirty}
      onLeave={forget}
      beside={<CountedTotals counted={counted} />}
    >
      <ReceivedHead draft={draft} change={change} isNew />
      <ReceivedGrid draft={draft} onChange={how => changeBy(({ lines }) => ({ lines: how(lines) }))} />
    </Form>
  )
}

/** What the service would answer: VAT and totals. Nothing is kept. */
function useCounted(draft: ReceivedDraft): RehearsedSave<ReceivedInvoice> {
  const settled = usePaused(draft, 350)
  const body = bodyOfReceived(settled)
  return useRehearsedSave<ReceivedInvoice>('/received-invoices', body, isCountable(settled))
}
