/** A form in a dialog: its fields, its faults, one key for all its tries, and the way back. */
import { type ReactNode, useState } from 'react'
import { useOnce } from '../data/once.ts'
import { Refusal } from '../data/refusal.ts'
import { newId } from '../format/ids.ts'
import { Button, type Look } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { FaultsOf } from '../kit/faults.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

interface DialogFormProps<Done> {
  title: string
  description?: ReactNode
  /** On the confirming button. */
  submit: string
  look?: Look
  shape?: 'normal' | 'wide'
  /** It cannot be sent as it is. */
  isOff?: boolean
  /** The key is the same for every try of one intention. */
  send: (idempotencyKey: string) => Promise<Done>
  onDone: (done: Done) => void
  onClose: () => void
  children?: ReactNode
}

export function DialogForm<Done>({ title, description, shape = 'normal', onClose, ...form }: DialogFormProps<Done>) {
  const { keep } = useWords('frame')
  const { submit, look = 'main', isOff = false, send, onDone, children } = form
  const [key, setKey] = useState(newId)
  const sending = useOnce({
    mutationFn: () => send(key),
    // The answer may hold a secret: nothing keeps it.
    gcTime: 0,
    onSuccess: onDone,
    // What was refused may be sent again changed: that is another intention.
    onError: error => error instanceof Refusal && setKey(newId()),
  })
  const save = () => !isOff && !sending.isPending && sending.mutate()
  return (
    <Dialog title={title} description={description} shape={shape} onClose={onClose}>
      <FaultsOf rows={sending.error instanceof Refusal ? sending.error.rows : []}>
        <form
          className="stack"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            save()
          }}
          onKeyDown={event => event.key === 'Enter' && event.ctrlKey && save()}
        >
          {children}
          <ProblemAlert error={sending.error} />
          <DialogEnd keep={keep} onKeep={onClose}>
            <Button type="submit" look={look} isOff={isOff || sending.isPending}>
              {submit}
            </Button>
          </DialogEnd>
        </form>
      </FaultsOf>
    </Dialog>
  )
}
