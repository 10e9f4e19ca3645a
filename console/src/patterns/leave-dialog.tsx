/** The question before a changed form is left, or files that are being sent. */
import { Button } from '../kit/button.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useWords } from '../words/use-words.ts'

export interface Leaving {
  title: string
  text: string
  leave: string
}

interface LeaveDialogProps {
  onStay: () => void
  onLeave: () => void
  /** Of a changed form unless given. */
  words?: Leaving | undefined
}

export function LeaveDialog({ onStay, onLeave, words }: LeaveDialogProps) {
  const { form } = useWords('frame')
  return (
    <Dialog title={words?.title ?? form.dirty} description={words?.text} onClose={onStay}>
      <DialogEnd keep={form.stay} onKeep={onStay}>
        <Button look="grave" onClick={onLeave}>
          {words?.leave ?? form.leave}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
