/** One line of a stored draft: added, changed or removed by a call of its own. */
import { type ReactNode, useState } from 'react'
import { currentBook } from '../data/book.ts'
import { call } from '../data/client.ts'
import { useOnce } from '../data/once.ts'
import { useOpened } from '../data/opened.ts'
import { refresh } from '../data/queries.ts'
import { Refusal } from '../data/refusal.ts'
import { newId } from '../format/ids.ts'
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

interface LineDialogProps {
  /** Of the document, such as `/orders/{id}`. */
  path: string
  etag: string | undefined
  /** Of the line; none when it is being added. */
  id: string | undefined
  /** Said above the fields. */
  name: string | undefined
  isKept: boolean
  initial: unknown
  bodyOf: (draft: unknown) => object
  fields: (draft: unknown, change: (part: object) => void) => ReactNode
  onClose: () => void
}

export function LineDialog({ id, name, isKept, initial, fields, onClose, ...sent }: LineDialogProps) {
  const { form, edit, save, keep } = useWords('frame')
  const [draft, setDraft] = useState(initial)
  const sending = useSending({ id, onClose, draft, ...sent })
  const rows = sending.error instanceof Refusal ? sending.error.rows : []
  return (
    <Dialog title={id ? edit : form.addLine} description={name} onClose={onClose}>
      <FaultsOf rows={rows}>
        <form
          className="stack"
          onSubmit={event => {
            event.preventDefault()
            sending.mutate(false)
          }}
        >
          {fields(draft, part => setDraft((now: unknown) => ({ ...(now as object), ...part })))}
          <ProblemAlert error={sending.error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <span className="row">
              {id && !isKept && (
                <Button look="grave" isOff={sending.isPending} onClick={() => sending.mutate(true)}>
                  {form.removeLine}
                </Button>
              )}
              <Button type="submit" look="main" isOff={sending.isPending}>
                {save}
              </Button>
            </span>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}

type Sending = Pick<LineDialogProps, 'path' | 'etag' | 'id' | 'bodyOf' | 'onClose'> & { draft: unknown }

function useSending({ path, etag, id, bodyOf, draft, onClose }: Sending) {
  const [key, setKey] = useState(newId)
  // A line is sent as a whole: under the version it was opened with, or what others did to it meanwhile would be lost.
  const opened = useOpened(etag)
  const at = id ? `${path}/lines/${id}` : `${path}/lines`
  return useOnce({
    mutationFn: (isRemoval: boolean) =>
      isRemoval
        ? call('DELETE', at, { ifMatch: opened, idempotencyKey: `${key}-d` })
        : call(id ? 'PATCH' : 'POST', at, {
            body: bodyOf(draft),
            ifMatch: id ? opened : etag,
            idempotencyKey: key,
          }),
    onSuccess: () => {
      void refresh(currentBook(), [`/${path.split('/')[1]}`])
      onClose()
    },
    // Only an answer ends a try: one that was lost on its way may have added the line already.
    onError: error => error instanceof Refusal && setKey(newId()),
  })
}
