/** Asks once more before a call that needs nothing but a yes. */
import { useOnce } from '../data/once.ts'
import { Button, type Look } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useWords } from '../words/use-words.ts'
import { ProblemAlert } from './problem.tsx'

interface ConfirmProps<Done> {
  /** Also the words of the button. */
  title: string
  text: string
  look?: Look
  send: () => Promise<Done>
  onDone: (done: Done) => void
  onClose: () => void
}

export function Confirm<Done>({ title, text, look = 'main', send, onDone, onClose }: ConfirmProps<Done>) {
  const { keep } = useWords('frame')
  const sending = useOnce({
    mutationFn: send,
    onSuccess: done => {
      onDone(done)
      onClose()
    },
    gcTime: 0,
  })
  return (
    <Dialog title={title} description={text} onClose={onClose}>
      <ProblemAlert error={sending.error} />
      <DialogEnd keep={keep} onKeep={onClose}>
        <Button look={look} isOff={sending.isPending} onClick={() => sending.mutate()}>
          {title}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
