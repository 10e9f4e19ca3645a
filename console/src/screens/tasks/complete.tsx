/** Completes a task, or rejects it, with a note. The dialog is in the address. */
import type { WorkflowStep } from '@cellarbook/sdk'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import { refresh } from '../../data/queries.ts'
import { TextArea } from '../../kit/field.tsx'
import { toast } from '../../kit/toast.tsx'
import { DialogForm } from '../../patterns/dialog-form.tsx'
import { useParams, useSetParams } from '../../patterns/search-params.ts'
import { useWords } from '../../words/use-words.ts'

export function CompleteDialog({ tasks }: { tasks: readonly WorkflowStep[] }) {
  const { complete, outcome = 'ok' } = useParams()
  const task = tasks.find(({ id }) => id === complete)
  return task ? <Complete key={task.id + outcome} task={task} isRejected={outcome === 'rejected'} /> : null
}

function Complete({ task, isRejected }: { task: WorkflowStep; isRejected: boolean }) {
  const words = useWords('tasks')
  const setParams = useSetParams()
  const [note, setNote] = useState('')
  const close = () => setParams({ complete: '', outcome: '' })
  const send = (idempotencyKey: string) =>
    post<WorkflowStep>(`/tasks/${task.id}/actions/complete`, {
      body: { outcome: isRejected ? 'rejected' : 'ok', ...(note.trim() && { note: note.trim() }) },
      idempotencyKey,
    })
  const finish = () => {
    toast(isRejected ? words.rejected(task.title) : words.completed(task.title))
    void refresh(currentBook(), ['/tasks', '/workflow-steps', '/batches', '/reports'])
    close()
  }
  const title = isRejected ? words.reject : words.complete
  return (
    <DialogForm
      title={title}
      description={isRejected ? words.rejectText(task.title) : task.title}
      submit={title}
      look={isRejected ? 'grave' : 'main'}
      send={send}
      onDone={finish}
      onClose={close}
    >
      <TextArea label={words.note} path="note" value={note} onChange={setNote} />
    </DialogForm>
  )
}
